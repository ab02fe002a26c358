import { unknown, object, operation } from '@platform-sdk/core/contract';
import type { SessionRecord } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { benchOf, jwt, settled, shortenWaits, standingClock, tokens } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';
import { acceptOnly, expiredBench, openStore, rejectOnly, sessionBench } from './session-bench.ts';

const stored = (name: string, more: object = {}) => ({ ...tokens(name), receivedAt: standingClock().now(), ...more });
const types = (received: readonly { readonly type: string }[]): string[] => received.map(({ type }) => type);

it('ends the session after a sign-out in another tab, and sends no refresh', async () => {
  const store = openStore();
  const { session, read, clock, received, refreshes } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  store.content = undefined;
  clock.advance(900_000);
  await expect(failureOf(read())).resolves.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  expect(refreshes()).toEqual([]);
  expect(types(received)).toEqual(['signed-in', 'signed-out']);
  expect(store.content).toBeUndefined();
});

it('ends a restored session after a sign-out in another tab', async () => {
  const store = openStore(stored('a'));
  const { session, read, refreshes } = sessionBench({ call: () => json({}, 401) }, { session: { store } });
  await session.get();
  store.content = null;
  await expect(failureOf(read())).resolves.toMatchObject({ kind: 'session', outcome: 'rejected', status: 401 });
  expect(refreshes()).toEqual([]);
});

it('ends the session although a refresh is running during the sign-out in another tab', async () => {
  const store = openStore();
  const refresh = (): Response => {
    store.content = undefined;
    return json({ data: { id: 'user-1', type: 'session', attributes: tokens('b') } });
  };
  const { read, received } = await expiredBench({ refresh }, { session: { store } });
  await expect(failureOf(read())).resolves.toMatchObject({ kind: 'session' });
  await settled();
  expect(store.content).toBeUndefined();
  expect(types(received)).toEqual(['signed-in', 'signed-out']);
});

it.each([
  ['that returns no record', { get: () => undefined }],
  ['that cannot be read', { get: () => Promise.reject(new Error('locked')) }],
  ['that cannot be written', { set: () => Promise.reject(new Error('full')) }],
])('keeps the session with a store %s', async (_, broken) => {
  shortenWaits();
  const { read, bearers } = await expiredBench({}, { session: { store: { ...openStore(), ...broken } } });
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
});

it('does not end a later session if the store rejects writes', async () => {
  const store = openStore();
  const { session, read, clock, bearers } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  await session.clear();
  store.set = () => {
    throw new Error('full');
  };
  await session.set(tokens('c'));
  clock.advance(900_000);
  await read();
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
});

it('replaces the session after a sign-in in another tab, although a refresh is running', async () => {
  const store = openStore();
  const clock = standingClock();
  const refresh = (): Response => {
    store.content = stored('c', { id: 'user-2', receivedAt: clock.now() });
    return json({ data: { id: 'user-1', type: 'session', attributes: tokens('b') } });
  };
  const { session, read, received } = sessionBench({ refresh }, { clock, session: { store } });
  await session.set(tokens('a'));
  clock.advance(900_000);
  await expect(failureOf(read())).resolves.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  await settled();
  expect(store.content).toMatchObject({ id: 'user-2' });
  await expect(session.get()).resolves.toMatchObject({ id: 'user-2' });
  expect(types(received)).toEqual(['signed-in', 'signed-in']);
});

it('empties the cache after a sign-in in another tab if the session contains no user id', async () => {
  const note = operation({
    method: 'GET',
    path: '/notes/1',
    credentials: 'user',
    input: object<{}>({}),
    output: unknown,
    retry: 'non-idempotent',
    cacheSeconds: 300,
  });
  const other = operation({ ...note, path: '/notes/2', cacheSeconds: 0 });
  const store = openStore();
  const wire = recordingFetch(json('of one'), json({}, 401), json('of another'));
  const { client, platform } = benchOf({ note, other }, wire, { session: { store } });
  const { id: _, ...one } = tokens('a');
  await platform.session.set(one);
  await expect(client.note()).resolves.toBe('of one');
  store.content = { ...one, accessToken: jwt('c'), refreshToken: 'refresh-of-c', receivedAt: Date.now() + 1000 };
  await expect(failureOf(client.other())).resolves.toMatchObject({ kind: 'session', outcome: 'rejected', attempts: 1 });
  await settled();
  await expect(client.note()).resolves.toBe('of another');
});

it("ignores another tab's tokens if the user signed out while the store was read", async () => {
  const clock = standingClock();
  const store = openStore();
  const { session, read, received } = sessionBench({}, { clock, session: { store } });
  await session.set(tokens('a'));
  let give = (_: unknown): void => undefined;
  const { get } = store;
  store.get = () => {
    store.get = get;
    return new Promise((resolve) => (give = resolve));
  };
  clock.advance(900_000);
  const waiting = failureOf(read());
  await settled();
  await session.clear();
  give({ generation: Number.MAX_SAFE_INTEGER / 10, session: stored('c', { receivedAt: clock.now() }) });
  await expect(waiting).resolves.toMatchObject({ kind: 'session' });
  await expect(session.get()).resolves.toBeUndefined();
  expect(types(received)).toEqual(['signed-in', 'signed-out']);
});

it('ignores tokens that were stored before the tokens that are being written', async () => {
  const store = openStore(stored('c'));
  const set = async (next: SessionRecord, expected: number): Promise<boolean> => {
    for (let turn = 0; turn < 10; turn++) await settled();
    return store.set(next, expected);
  };
  const { session, read, bearers } = sessionBench({ call: acceptOnly('b') }, { session: { store: { get: store.get, set } } });
  await Promise.all([session.set(tokens('a')), settled().then(read)]);
  expect(bearers()).toEqual([`Bearer ${jwt('a')}`, `Bearer ${jwt('b')}`]);
});

it('adopts tokens that another tab stored after the clock was set back, if the refresh is rejected', async () => {
  const store = openStore();
  const { session, read, clock, received } = sessionBench({ call: acceptOnly('c'), refresh: () => json({}, 401) }, { session: { store } });
  await session.set(tokens('a'));
  clock.jump(-3_600_000);
  store.content = stored('c', { receivedAt: clock.now() });
  await expect(read()).resolves.toEqual({});
  expect(types(received)).toEqual(['signed-in', 'refreshed']);
  expect(store.content).toMatchObject(tokens('c'));
});

it('uses the tokens of a process whose clock is an hour behind for 30 seconds before a refresh', async () => {
  const store = openStore();
  const { session, read, clock, refreshes } = sessionBench({ call: rejectOnly('a') }, { session: { store } });
  await session.set(tokens('a'));
  store.content = stored('c', { receivedAt: clock.now() - 3_600_000 });
  await read();
  clock.advance(29_000);
  await read();
  await settled();
  expect(refreshes()).toEqual([]);
  clock.advance(2000);
  await read();
  await settled();
  expect(refreshes()).toHaveLength(1);
});

it('adopts tokens that replace the stored end of the session, without a sign-out event', async () => {
  shortenWaits();
  const store = openStore();
  const set = async (next: SessionRecord, expected: number): Promise<boolean> => {
    const isWritten = await store.set(next, expected);
    // Another process has used the refresh token before. It replaces the record that ends the session with its new tokens.
    if (next.isRejected) await store.set({ generation: next.generation + 1, session: stored('c') }, next.generation);
    return isWritten;
  };
  const { session, read, received } = sessionBench(
    { call: acceptOnly('c'), refresh: () => json({}, 401) },
    { session: { store: { get: store.get, set } } },
  );
  await session.set(tokens('a'));
  await expect(read()).resolves.toEqual({});
  expect(types(received)).toEqual(['signed-in', 'refreshed']);
  expect(store.content).toMatchObject(tokens('c'));
});
