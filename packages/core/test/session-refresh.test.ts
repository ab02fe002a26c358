import { expect, it } from 'vitest';
import { jwt, sessionDocument, settled, tokens, untilSent } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { expiredBench, openStore, sessionBench } from './session-bench.ts';

it('stores the new tokens of a refresh in the session and the store', async () => {
  const store = openStore();
  const { session, read, clock, bearers, received } = sessionBench({}, { session: { store } });
  await session.set({ ...tokens('a'), email: 'ada@example.com' });
  clock.advance(900_000);
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
  expect(store.content).toMatchObject({ ...tokens('b'), email: 'ada@example.com', receivedAt: clock.now() });
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
});

it.each([
  ['in memory', () => ({})],
  ['from a store', () => ({ session: { store: openStore() } })],
])('treats a refresh that returns another user as a sign-in without the name and email of the first user, %s', async (_, options) => {
  const attributes = { accessToken: jwt('b'), refreshToken: 'refresh-of-b' };
  const refresh = (): Response => json({ data: { id: 'user-2', type: 'session', attributes } });
  const { session, read, clock, received } = sessionBench({ refresh }, options());
  await session.set({ ...tokens('a'), email: 'ada@example.com', firstName: 'Ada', lastName: 'L' });
  clock.advance(900_000);
  await expect(read()).rejects.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  await expect(session.get()).resolves.toEqual({ ...attributes, id: 'user-2', receivedAt: clock.now() });
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-in']);
});

it.each(['report', 'throw', 'off'] as const)(
  'keeps the other fields of the session if a refresh returns null or a number for them, with validation %s',
  async (validation) => {
    const store = openStore();
    const attributes = { accessToken: jwt('b'), refreshToken: 'refresh-of-b', email: null, firstName: null, lastName: 7 };
    const refresh = (): Response => json({ data: { id: null, type: null, attributes } });
    const { session, read, clock, bearers } = sessionBench({ refresh }, { session: { store }, validation });
    await session.set({ ...tokens('a'), email: 'ada@example.com' });
    clock.advance(900_000);
    await read();
    expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
    expect(store.content).toEqual({ ...tokens('b'), email: 'ada@example.com', receivedAt: clock.now() });
  },
);

it('continues a refresh for other callers if one caller aborts', async () => {
  let answer = (_: Response): void => undefined;
  const refresh = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
  const { client, wire, refreshes } = await expiredBench({ refresh });
  const controller = new AbortController();
  const leaving = failureOf(client.read({}, { signal: controller.signal }));
  const staying = client.read();
  await untilSent(wire, 1);
  controller.abort();
  await expect(leaving).resolves.toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
  answer(json(sessionDocument('b')));
  await expect(staying).resolves.toEqual({});
  expect(refreshes()).toHaveLength(1);
});

it('keeps the user signed out after a sign-out during a refresh, and discards the new tokens', async () => {
  let answer = (_: Response): void => undefined;
  const store = openStore();
  const refresh = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
  const { session, read, wire, received } = await expiredBench({ refresh }, { session: { store } });
  const waiting = failureOf(read());
  await untilSent(wire, 1);
  await session.clear();
  answer(json(sessionDocument('b')));
  await expect(waiting).resolves.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  await settled();
  expect(store.content).toBeUndefined();
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'signed-out']);
});

it('discards the refreshed tokens after a sign-in during a refresh, and sends no waiting call as the new user', async () => {
  let answer = (_: Response): void => undefined;
  const store = openStore();
  const refresh = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
  const { session, read, wire, bearers } = await expiredBench({ refresh }, { session: { store } });
  const waiting = failureOf(read());
  await untilSent(wire, 1);
  await session.set({ ...tokens('c'), id: 'user-2' });
  answer(json(sessionDocument('b')));
  await expect(waiting).resolves.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  expect(bearers()).toEqual([]);
  expect(store.content).toMatchObject({ id: 'user-2', refreshToken: 'refresh-of-c' });
});
