import { unknown, object, operation, string } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { jwt, sessionDocument, settled, signedInBench, tokens, untilSent } from './fixtures.ts';
import { failureOf, headersOf, json, recordingFetch, type Sent } from './recording-fetch.ts';
import { expiredBench, openStore, rejectOnly, sessionBench } from './session-bench.ts';

it('sends the refresh token once, with only the Api-Key', async () => {
  const { read, refreshes } = await expiredBench();
  await read();
  const [sent, ...more] = refreshes();
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ method: 'POST', body: { refresh_token: 'refresh-of-a' } });
  expect(headersOf(sent!)).toEqual({ accept: 'application/json', 'content-type': 'application/json', 'api-key': 'app-1' });
});

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
  'keeps the other fields of the session after a refresh that returns only tokens, with validation %s',
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

it('shares one refresh among any number of calls with an expired token', async () => {
  const { read, refreshes, bearers } = await expiredBench();
  await Promise.all(Array.from({ length: 200 }, read));
  expect(refreshes()).toHaveLength(1);
  expect(new Set(bearers())).toEqual(new Set([`Bearer ${jwt('b')}`]));
});

it('shares one refresh among any number of calls with a 401, and retries each once', async () => {
  const { session, read, refreshes, bearers } = sessionBench({ call: rejectOnly('a') });
  await session.set(tokens('a'));
  await Promise.all(Array.from({ length: 50 }, read));
  expect(refreshes()).toHaveLength(1);
  expect(bearers()).toHaveLength(100);
});

it('rejects if the retry after a refresh gets another 401', async () => {
  const { session, read, refreshes, bearers } = sessionBench({ call: () => json({ message: 'No.' }, 401) });
  await session.set(tokens('a'));
  await expect(read()).rejects.toMatchObject({ kind: 'http', status: 401, operation: 'notes.read' });
  expect(refreshes()).toHaveLength(1);
  expect(bearers()).toHaveLength(2);
});

it('retries a call with a 401 immediately if its token was replaced meanwhile', async () => {
  let answerSlow = (_: Response): void => undefined;
  const call = ({ headers }: Sent): Response | Promise<Response> =>
    headers.get('authorization') === `Bearer ${jwt('a')}` ? new Promise((resolve) => (answerSlow = resolve)) : json({});
  const { session, read, wire, refreshes, bearers } = sessionBench({ call });
  await session.set(tokens('a'));
  const slow = read();
  await untilSent(wire, 1);
  await session.set(tokens('b'));
  answerSlow(json({}, 401));
  await slow;
  expect(refreshes()).toEqual([]);
  expect(bearers()).toEqual([`Bearer ${jwt('a')}`, `Bearer ${jwt('b')}`]);
});

it('retries a write with the same body after a 401', async () => {
  const wire = recordingFetch(json({}, 401), json(sessionDocument('b')), json({ ok: true }));
  const add = operation({
    method: 'POST',
    path: '/notes',
    credentials: 'user',
    input: object<{ title: string }>({ title: string }),
    output: unknown,
    retry: 'non-idempotent',
  });
  const { client } = await signedInBench({ add }, wire);
  await expect(client.add({ title: 'a' })).resolves.toEqual({ ok: true });
  expect(wire.sent.map(({ body }) => body)).toEqual([{ title: 'a' }, { refresh_token: 'refresh-of-a' }, { title: 'a' }]);
});

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
