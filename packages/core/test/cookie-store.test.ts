import { cookieTokenStore, createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { createBrowser, sessionIn, signedInBrowser as browserOf, type Exchange } from './browser-cookies.ts';
import { jwt, shortenWaits, tokens } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { sessionBench } from './session-bench.ts';

/** Returns options with a store that behaves as Hono does: `read` returns the cookies of the request, whatever the response sets. */
const ofRequest = ({ read, write }: Exchange): PlatformOptions => ({ session: { store: cookieTokenStore({ read, write }) } });

/** Returns a store that behaves as Next does: `read` returns the cookies of the current request, including values that were just set. */
const ambient = () => {
  let current = createBrowser();
  const store = cookieTokenStore({
    read: (name) => current.jar.get(name),
    write: (...cookie) => current.exchange().write(...cookie),
  });
  return { store, enter: (browser = createBrowser()) => void (current = browser) };
};

it('carries a session in a cookie from a response to the next request', async () => {
  const browser = await browserOf('a', 'ada');
  const { session } = createPlatform(ofRequest(browser.exchange()));
  await expect(session.get()).resolves.toMatchObject({ ...tokens('a'), id: 'ada' });
});

it('encodes a session in characters that frameworks do not encode again', async () => {
  const browser = createBrowser();
  const pair = { accessToken: 'a%41', refreshToken: '100%', firstName: 'Zoë; "x"', id: 'ada' };
  await createPlatform(ofRequest(browser.exchange())).session.set(pair);
  const value = browser.jar.get('session') ?? '';
  expect(encodeURIComponent(value)).toBe(value);
  expect(decodeURIComponent(value)).toBe(value);
  await expect(createPlatform(ofRequest(browser.exchange())).session.get()).resolves.toMatchObject(pair);
});

it('sets the cookie after a refresh, and again for new tokens in the same request', async () => {
  const browser = await browserOf('a', 'user-1');
  const exchange = browser.exchange();
  const { read, clock, session, bearers } = sessionBench({}, ofRequest(exchange));
  await session.get();
  clock.advance(900_000);
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
  await expect.poll(() => sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-b' });
  await session.set(tokens('c'));
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-c' });
});

it('refreshes an access token shortly before it expires, and sets the cookie before the call resolves', async () => {
  const browser = await browserOf('a', 'user-1');
  const exchange = browser.exchange();
  const { read, clock, session, bearers, refreshes } = sessionBench({}, ofRequest(exchange));
  await session.get();
  clock.advance(800_000);
  await read();
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-b' });
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
  expect(refreshes()).toHaveLength(1);
});

it('keeps the valid access token of a call whose early refresh fails', async () => {
  const browser = await browserOf('a', 'user-1');
  const exchange = browser.exchange();
  const { read, clock, session, bearers } = sessionBench({ refresh: () => json({}, 503) }, ofRequest(exchange));
  await session.get();
  clock.advance(800_000);
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('a')}`]);
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-a' });
});

it('writes a cookie without a session at a sign-out', async () => {
  const browser = await browserOf('a', 'ada');
  const exchange = browser.exchange();
  const { session } = createPlatform(ofRequest(exchange));
  await session.clear();
  await expect(createPlatform(ofRequest(browser.exchange())).session.get()).resolves.toBeUndefined();
});

it.each(['{"accessToken":"a"', 'x', '%', 'a.b.c', btoa('{"generation":1}'), btoa('{"generation":1e300,"session":null}'), ''])(
  'returns no session for a damaged cookie: %s',
  async (cookie) => {
    await expect(createPlatform(ofRequest(createBrowser({ session: cookie }).exchange())).session.get()).resolves.toBeUndefined();
  },
);

it('uses the cookie name from the options', async () => {
  const browser = createBrowser();
  const { read, write } = browser.exchange();
  await createPlatform({ session: { store: cookieTokenStore({ name: 'sid', read, write }) } }).session.set(tokens('a'));
  expect([...browser.jar.keys()]).toEqual(['sid']);
});

it('throws if a platform at the top of a server module is used for another visitor', async () => {
  const { store, enter } = ambient();
  const platform = createPlatform({ session: { store } });
  enter(await browserOf('a', 'ada'));
  await expect(platform.session.get()).resolves.toMatchObject({ id: 'ada' });
  for (const browser of [await browserOf('b', 'bob'), createBrowser()]) {
    enter(browser);
    await expect(failureOf(platform.session.get())).resolves.toMatchObject({ kind: 'session', code: 'SHARED_PLATFORM' });
    expect(platform.session.snapshot()).toBeUndefined();
  }
});

it('throws for another visitor after a visitor has signed in with the same platform', async () => {
  const { store, enter } = ambient();
  const platform = createPlatform({ session: { store } });
  enter();
  await platform.session.set({ ...tokens('a'), id: 'ada' });
  await expect(platform.session.get()).resolves.toMatchObject({ id: 'ada' });
  enter();
  await expect(failureOf(platform.session.get())).resolves.toMatchObject({ code: 'SHARED_PLATFORM' });
});

it('resolves refreshIfNeeded after the cookie contains the new tokens', async () => {
  const browser = await browserOf('a', 'user-1');
  const exchange = browser.exchange();
  const { clock, session, refreshes } = sessionBench({}, ofRequest(exchange));
  await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('a'));
  expect(refreshes()).toHaveLength(0);
  clock.advance(800_000);
  await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('b'));
  expect(sessionIn(browser)).toMatchObject({ refreshToken: 'refresh-of-b' });
  expect(refreshes()).toHaveLength(1);
});

it('removes the session from the cookie when the refresh of refreshIfNeeded is rejected', async () => {
  shortenWaits();
  const browser = await browserOf('a', 'user-1');
  const exchange = browser.exchange();
  const { clock, session } = sessionBench({ refresh: () => json({}, 401) }, ofRequest(exchange));
  await session.get();
  clock.advance(900_000);
  await expect(session.refreshIfNeeded()).resolves.toBeUndefined();
  expect(sessionIn(browser)).toBeNull();
});

it('returns a valid access token from refreshIfNeeded while the service is down, and rejects after the token has expired', async () => {
  const { clock, session } = sessionBench({ refresh: () => json({}, 503) });
  await expect(session.refreshIfNeeded()).resolves.toBeUndefined();
  await session.set(tokens('a'));
  clock.advance(800_000);
  await expect(session.refreshIfNeeded()).resolves.toMatchObject(tokens('a'));
  clock.advance(100_000);
  await expect(failureOf(session.refreshIfNeeded())).resolves.toMatchObject({ kind: 'http', status: 503 });
});
