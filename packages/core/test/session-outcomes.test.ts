import { expect, it, vi } from 'vitest';
import { jwt, passed, sessionDocument, standingClock, tokens } from './fixtures.ts';
import { json, text } from './recording-fetch.ts';
import { expiredBench, openStore } from './session-bench.ts';

const unavailable: readonly (readonly [string, () => Response, object])[] = [
  ['500', () => json({ message: 'Down.' }, 500), { kind: 'http', status: 500 }],
  ['503', () => json({ message: 'Down.' }, 503), { kind: 'http', status: 503 }],
  ['429', () => json({ message: 'Slow.' }, 429), { kind: 'http', status: 429 }],
  ['403', () => json({ message: 'Proxy.' }, 403), { kind: 'http', status: 403 }],
  ['HTML', () => text('<html><title>Wi-Fi</title></html>', 200, 'text/html'), { kind: 'invalid-response', status: 200 }],
  ['invalid JSON', () => text('{"data":', 200), { kind: 'invalid-response', status: 200 }],
  ['no tokens', () => json({ data: { id: '1', type: 'session', attributes: {} } }), { kind: 'invalid-response', status: 200 }],
  [
    'an empty token',
    () => json({ data: { id: '1', attributes: { accessToken: '', refreshToken: '' } } }),
    { kind: 'invalid-response', status: 200 },
  ],
  ['an empty response', () => text(''), { kind: 'invalid-response', status: 200 }],
];

const lost = (): never => {
  throw new TypeError('fetch failed');
};

it.each(unavailable)('keeps the session if a refresh fails: %s', async (_, refresh) => {
  const store = openStore();
  const { read, received } = await expiredBench({ refresh }, { session: { store } });
  await expect(read()).rejects.toBeInstanceOf(Error);
  expect(store.content).toMatchObject(tokens('a'));
  expect(received.map(({ type }) => type)).toEqual(['signed-in']);
});

it.each([...unavailable, ['a lost connection', lost, { kind: 'network' }] as const])(
  'rejects a call with the failure of the refresh that it needs: %s',
  async (_, refresh, expected) => {
    const { read, events } = await expiredBench({ refresh }, { retry: { limit: 0 } });
    const failure = read();
    await expect(failure).rejects.toMatchObject({ ...expected, operation: 'auth.refresh', outcome: 'not-sent' });
    await expect(failure).rejects.toThrow(/^The session could not be refreshed: /);
    expect(events).toContainEqual({ type: 'session', change: 'refresh-unavailable' });
  },
);

it('does not retry a call whose refresh failed', async () => {
  vi.useFakeTimers();
  const { read, refreshes, events } = await expiredBench({ refresh: lost });
  await expect(passed(read())).rejects.toMatchObject({ kind: 'network', operation: 'auth.refresh' });
  expect(refreshes()).toHaveLength(1);
  expect(events.filter((event) => event.type === 'attempt' && event.retryInMs !== undefined)).toEqual([]);
});

it('waits at most five minutes for Retry-After of a failed refresh', async () => {
  const { read, clock, refreshes } = await expiredBench({ refresh: () => json({}, 429, { 'Retry-After': '3600' }) });
  await expect(read()).rejects.toMatchObject({ status: 429 });
  clock.advance(300_000);
  await expect(read()).rejects.toMatchObject({ status: 429 });
  expect(refreshes()).toHaveLength(2);
});

it('retries a refresh that was never sent as soon as the connection is back', async () => {
  let isOffline = true;
  const refused = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  });
  const refresh = (): Response => {
    if (isOffline) throw refused;
    return json(sessionDocument('b'));
  };
  const { read, bearers, refreshes } = await expiredBench({ refresh }, { retry: { limit: 0 } });
  await expect(read()).rejects.toMatchObject({ kind: 'network', operation: 'auth.refresh', outcome: 'not-sent' });
  isOffline = false;
  await expect(read()).resolves.toEqual({});
  expect(refreshes()).toHaveLength(2);
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
});

it('retries the refresh of an offline browser as soon as the connection is back', async () => {
  let isOffline = true;
  vi.stubGlobal('navigator', { onLine: false });
  const { read, refreshes } = await expiredBench({ refresh: () => (isOffline ? lost() : json(sessionDocument('b'))) });
  await expect(read()).rejects.toMatchObject({ kind: 'network', operation: 'auth.refresh' });
  isOffline = false;
  vi.stubGlobal('navigator', { onLine: true });
  await expect(read()).resolves.toEqual({});
  expect(refreshes()).toHaveLength(2);
});

it('refreshes the tokens of a later sign-in without the pause after an earlier failure', async () => {
  let down = true;
  const { session, read, clock, bearers } = await expiredBench({ refresh: () => (down ? json({}, 500) : json(sessionDocument('d'))) });
  await expect(read()).rejects.toMatchObject({ status: 500 });
  down = false;
  await session.set(tokens('c', 2));
  clock.advance(2000);
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('d')}`]);
});

const start = standingClock().now();

it('adopts newer tokens of the store instead of a refresh', async () => {
  const store = openStore();
  const { read, clock, bearers, refreshes, received } = await expiredBench({}, { session: { store } });
  store.content = { ...tokens('other'), receivedAt: clock.now() };
  await read();
  expect(refreshes()).toEqual([]);
  expect(bearers()).toEqual([`Bearer ${jwt('other')}`]);
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
});

it("adopts newer tokens of the store if the platform's own refresh is rejected", async () => {
  const store = openStore();
  const refresh = (): Response => {
    store.content = { ...tokens('other'), receivedAt: start + 900_000 };
    return json({ error: 'invalid_grant' }, 401);
  };
  const { read, bearers, received } = await expiredBench({ refresh }, { session: { store } });
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('other')}`]);
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
});

it("reports another user's newer tokens as a sign-in, and sends no call of the first user with them", async () => {
  const store = openStore();
  const { read, clock, received, bearers } = await expiredBench({}, { session: { store } });
  store.content = { ...tokens('other'), id: 'user-2', receivedAt: clock.now() };
  await expect(read()).rejects.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('other')}`]);
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-in']);
});

it('never adopts older tokens of the store', async () => {
  const store = openStore();
  const { read, bearers, refreshes } = await expiredBench({}, { session: { store } });
  const { get } = store;
  // A store can return its earlier content.
  store.get = () => ({ generation: 1, session: { ...tokens('older'), receivedAt: start + 1 } });
  setTimeout(() => (store.get = get), 100);
  await read();
  expect(refreshes()).toHaveLength(1);
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
});
