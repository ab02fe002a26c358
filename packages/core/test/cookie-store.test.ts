import { cookieTokenStore, createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { jwt, tokens } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { sessionBench } from './session-bench.ts';

/** A request and its response, with the cookies of each. */
const createExchange = (cookie?: string) => ({ request: cookie, response: undefined as string | undefined });
type Exchange = ReturnType<typeof createExchange>;

/** As in Hono: the request keeps its cookie, whatever is set on the response. */
const ofRequest = (exchange: Exchange): PlatformOptions => ({
  session: { store: cookieTokenStore({ read: () => exchange.request, write: (value) => (exchange.response = value) }) },
});

/** As in Next: cookies are those of the request that runs, and show new values immediately. */
const ambient = () => {
  const current = { exchange: createExchange() };
  const store = cookieTokenStore({
    read: () => current.exchange.response ?? current.exchange.request,
    write: (value) => (current.exchange.response = value),
  });
  return { store, enter: (cookie?: string) => (current.exchange = createExchange(cookie)) };
};

const cookieOf = async (name: string, id: string): Promise<string> => {
  const exchange = createExchange();
  await createPlatform(ofRequest(exchange)).session.set({ ...tokens(name), id });
  return exchange.response ?? '';
};

describe('cookieTokenStore', () => {
  it('carries a session from a response to the next request', async () => {
    const cookie = await cookieOf('a', 'ada');
    expect(cookie).not.toMatch(/[\s;,"]/);
    const { session } = createPlatform(ofRequest(createExchange(cookie)));
    await expect(session.get()).resolves.toMatchObject({ ...tokens('a'), id: 'ada' });
  });

  it('reads a cookie that its framework has decoded, whatever its tokens contain', async () => {
    const pair = { accessToken: 'a%41', refreshToken: '100%' };
    const exchange = createExchange();
    await createPlatform(ofRequest(exchange)).session.set({ ...pair, id: 'ada' });
    const { session } = createPlatform(ofRequest(createExchange(decodeURIComponent(exchange.response ?? ''))));
    await expect(session.get()).resolves.toMatchObject({ ...pair, id: 'ada' });
  });

  it('sets the new pair of a refresh, and of a second one in the same request', async () => {
    const exchange = createExchange(await cookieOf('a', 'user-1'));
    const { read, clock, session, bearers } = sessionBench({}, ofRequest(exchange));
    await session.get();
    clock.advance(900_000);
    await read();
    expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
    await expect.poll(() => decodeURIComponent(exchange.response ?? '')).toContain('refresh-of-b');
    await session.set(tokens('c'));
    expect(decodeURIComponent(exchange.response ?? '')).toContain('refresh-of-c');
  });

  it('is set before a call in the last minutes of an access token ends, as nothing can be set after the response', async () => {
    const exchange = createExchange(await cookieOf('a', 'user-1'));
    const { read, clock, session, bearers, refreshes } = sessionBench({}, ofRequest(exchange));
    await session.get();
    clock.advance(800_000);
    await read();
    expect(decodeURIComponent(exchange.response ?? '')).toContain('refresh-of-b');
    expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
    expect(refreshes()).toHaveLength(1);
  });

  it('keeps the valid access token of a call whose early refresh fails', async () => {
    const exchange = createExchange(await cookieOf('a', 'user-1'));
    const { read, clock, session, bearers } = sessionBench({ refresh: () => json({}, 503) }, ofRequest(exchange));
    await session.get();
    clock.advance(800_000);
    await read();
    expect(bearers()).toEqual([`Bearer ${jwt('a')}`]);
    expect(exchange.response).toBeUndefined();
  });

  it('signs out by a cookie without a session', async () => {
    const exchange = createExchange(await cookieOf('a', 'ada'));
    const { session } = createPlatform(ofRequest(exchange));
    await session.clear();
    await expect(createPlatform(ofRequest(createExchange(exchange.response))).session.get()).resolves.toBeUndefined();
  });

  it.each(['{"accessToken":"a"', 'x', '%', '%7B%22generation%22%3A1%7D', encodeURIComponent('{"generation":1e300,"session":null}')])(
    'reads a damaged cookie as no session: %s',
    async (cookie) => {
      await expect(createPlatform(ofRequest(createExchange(cookie))).session.get()).resolves.toBeUndefined();
    },
  );

  it('of a response that has begun is kept for this request alone', async () => {
    const write = (): never => {
      throw new Error('Headers are sent already');
    };
    const { session } = createPlatform({ session: { store: cookieTokenStore({ read: () => undefined, write }) } });
    await session.set(tokens('a'));
    await expect(session.get()).resolves.toMatchObject(tokens('a'));
  });

  it('that would be too long is not set', async () => {
    const exchange = createExchange();
    const { session } = createPlatform(ofRequest(exchange));
    await session.set({ ...tokens('a'), accessToken: 'x'.repeat(5000) });
    expect(exchange.response).toBeUndefined();
  });
});

describe('a platform at the top of a server module', () => {
  it('returns no session of another visitor', async () => {
    const { store, enter } = ambient();
    const platform = createPlatform({ session: { store } });
    enter(await cookieOf('a', 'ada'));
    await expect(platform.session.get()).resolves.toMatchObject({ id: 'ada' });
    for (const cookie of [await cookieOf('b', 'bob'), undefined]) {
      enter(cookie);
      await expect(failureOf(platform.session.get())).resolves.toMatchObject({ kind: 'session', code: 'SHARED_PLATFORM' });
      expect(platform.session.snapshot()).toBeUndefined();
    }
  });

  it('keeps the session that a visitor has signed in to from all others', async () => {
    const { store, enter } = ambient();
    const platform = createPlatform({ session: { store } });
    enter();
    await platform.session.set({ ...tokens('a'), id: 'ada' });
    await expect(platform.session.get()).resolves.toMatchObject({ id: 'ada' });
    enter();
    await expect(failureOf(platform.session.get())).resolves.toMatchObject({ code: 'SHARED_PLATFORM' });
  });
});

describe('refreshIfNeeded', () => {
  it('resolves when the cookie has the new pair', async () => {
    const exchange = createExchange(await cookieOf('a', 'user-1'));
    const { clock, session, refreshes } = sessionBench({}, ofRequest(exchange));
    await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('a'));
    expect(refreshes()).toHaveLength(0);
    clock.advance(800_000);
    await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('b'));
    expect(decodeURIComponent(exchange.response ?? '')).toContain('refresh-of-b');
    expect(refreshes()).toHaveLength(1);
  });

  it('signs out by the cookie when the refresh is rejected', async () => {
    const exchange = createExchange(await cookieOf('a', 'user-1'));
    const { clock, session } = sessionBench({ refresh: () => json({}, 401) }, ofRequest(exchange));
    await session.get();
    clock.advance(900_000);
    await expect(session.refreshIfNeeded()).resolves.toBeUndefined();
    expect(decodeURIComponent(exchange.response ?? '')).toContain('"session":null');
  });

  it('refreshes a session in memory, and fails if its access token has expired and the service is down', async () => {
    const { clock, session } = sessionBench({ refresh: () => json({}, 503) });
    await expect(session.refreshIfNeeded()).resolves.toBeUndefined();
    await session.set(tokens('a'));
    clock.advance(800_000);
    await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('a'));
    clock.advance(100_000);
    await expect(failureOf(session.refreshIfNeeded())).resolves.toMatchObject({ kind: 'http', status: 503 });
  });
});
