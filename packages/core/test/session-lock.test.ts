import type { Lease, SessionLock, SessionRecord } from '@platform-sdk/core';
import { expect, it, vi } from 'vitest';
import { jwt, passed, sessionDocument, settled, tokens, untilSent } from './fixtures.ts';
import { failureOf, json } from './recording-fetch.ts';
import { expiredBench, openStore } from './session-bench.ts';

/** A lock that records its calls. */
const recordingLock = (steps: string[], lost = new AbortController()): SessionLock => ({
  async acquire() {
    steps.push('acquired');
    return { signal: lost.signal, release: async () => void steps.push('released') };
  },
});

const passMs = async (ms: number): Promise<void> => {
  for (let gone = 0; gone < ms; gone += 50) {
    await settled();
    await vi.advanceTimersByTimeAsync(50);
  }
};

const other = (name: string) => ({ ...tokens(name), receivedAt: Date.UTC(2026, 0, 15) });

it('acquires the session lock before a refresh, and releases it afterwards', async () => {
  const steps: string[] = [];
  const refresh = (): Response => {
    steps.push('refresh');
    return json(sessionDocument('b'));
  };
  const { read } = await expiredBench({ refresh }, { session: { lock: recordingLock(steps) } });
  await read();
  await settled();
  expect(steps).toEqual(['acquired', 'refresh', 'released']);
});

it('holds the session lock until the new tokens are stored, while calls continue', async () => {
  const steps: string[] = [];
  let land = (): void => undefined;
  const shelf = openStore();
  const set = async (next: SessionRecord, expected: number): Promise<boolean> => {
    if (next.session?.refreshToken === 'refresh-of-b') await new Promise<void>((resolve) => (land = resolve));
    return shelf.set(next, expected);
  };
  const store = { get: shelf.get, set };
  const { read, bearers } = await expiredBench({}, { session: { lock: recordingLock(steps), store } });
  await read();
  await settled();
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
  expect(steps).toEqual(['acquired']);
  land();
  await settled();
  expect(steps).toEqual(['acquired', 'released']);
});

it('stops waiting for the session lock when another tab has stored newer tokens', async () => {
  let changed = (): void => undefined;
  const shelf = openStore();
  const store = {
    get: shelf.get,
    set: shelf.set,
    subscribe: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
  };
  let isAborted = false;
  const acquire = (signal?: AbortSignal): Promise<never> => {
    signal?.addEventListener('abort', () => (isAborted = true));
    return new Promise(() => undefined);
  };
  const { read, bearers, refreshes } = await expiredBench({}, { session: { store, lock: { acquire } } });
  const waiting = read();
  await settled();
  shelf.content = other('c');
  changed();
  await waiting;
  expect(bearers()).toEqual([`Bearer ${jwt('c')}`]);
  expect(refreshes()).toEqual([]);
  expect(isAborted).toBe(true);
});

it.each<readonly [string, () => Promise<Lease>]>([
  ['that is never granted', () => new Promise(() => undefined)],
  ['that fails', () => Promise.reject(new Error('no such server'))],
  // oxlint-disable-next-line prefer-promise-reject-errors -- a lock of the caller can do this
  ['that fails without an error', () => Promise.reject(undefined)],
  [
    'that throws',
    () => {
      throw new Error('no such server');
    },
  ],
])('sends no refresh with a lock %s, keeps the session, and tries again later', async (_, broken) => {
  vi.useFakeTimers();
  let isBroken = true;
  const working = recordingLock([]);
  const lock: SessionLock = { acquire: (signal) => (isBroken ? broken() : working.acquire(signal)) };
  const { read, refreshes, received } = await expiredBench({}, { session: { lock } });
  const failure = await passed(failureOf(read()));
  expect(failure).toMatchObject({ kind: 'network', operation: 'auth.refresh', outcome: 'not-sent' });
  expect(refreshes()).toEqual([]);
  isBroken = false;
  await passed(read());
  expect(refreshes()).toHaveLength(1);
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
  expect(vi.getTimerCount()).toBe(0);
});

it('releases a session lock that is granted after the wait for it has ended', async () => {
  vi.useFakeTimers();
  const steps: string[] = [];
  let grant = (): void => undefined;
  const late = recordingLock(steps);
  const lock: SessionLock = {
    acquire: async () => {
      await new Promise<void>((resolve) => (grant = resolve));
      return late.acquire();
    },
  };
  const { read } = await expiredBench({}, { session: { lock } });
  await passed(failureOf(read()));
  grant();
  await settled();
  expect(steps).toEqual(['acquired', 'released']);
});

it('acquires a lost lease again before the refresh is sent', async () => {
  const leases = [new AbortController(), new AbortController()];
  leases[0]?.abort();
  const steps: string[] = [];
  const lock: SessionLock = { acquire: () => recordingLock(steps, leases.shift()).acquire() };
  const { read, refreshes } = await expiredBench({}, { session: { lock } });
  await read();
  await settled();
  expect(refreshes()).toHaveLength(1);
  expect(steps).toEqual(['acquired', 'released', 'acquired', 'released']);
});

it('keeps the new tokens after a lost lease, although another tab has ended the session because of a used token', async () => {
  const store = openStore();
  const lost = new AbortController();
  let answer = (_: Response): void => undefined;
  const refresh = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
  const { session, read, wire, bearers, received } = await expiredBench({ refresh }, { session: { store, lock: recordingLock([], lost) } });
  const waiting = read();
  await untilSent(wire, 1);
  lost.abort();
  const { generation } = store.record as SessionRecord;
  await store.set({ generation: generation + 1, session: null, isRejected: true }, generation);
  await session.get();
  answer(json(sessionDocument('b')));
  await waiting;
  await settled();
  expect(bearers()).toEqual([`Bearer ${jwt('b')}`]);
  expect(store.record).toMatchObject({ generation: generation + 2, session: tokens('b') });
  expect(received.map(({ type }) => type)).toEqual(['signed-in', 'refreshed']);
});

it('keeps the user signed out if another tab signs out during a refresh under the lock', async () => {
  const store = openStore();
  let answer = (_: Response): void => undefined;
  const refresh = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
  const { session, read, wire } = await expiredBench({ refresh }, { session: { store, lock: recordingLock([]) } });
  const waiting = failureOf(read());
  await untilSent(wire, 1);
  store.content = undefined;
  answer(json(sessionDocument('b')));
  await expect(waiting).resolves.toMatchObject({ kind: 'session' });
  expect(store.record).toMatchObject({ session: null });
  await expect(session.get()).resolves.toBeUndefined();
});

it.each([
  ['for a minute, then ends the session', undefined],
  ['until the former holder has stored the new tokens', 'b'],
])('waits %s after a rejected refresh if a stopped holder lost the lease', async (_, name) => {
  vi.useFakeTimers();
  const store = openStore();
  const lock: SessionLock = { acquire: async () => ({ ...(await recordingLock([]).acquire()), isTakenOver: true }) };
  const refresh = (): Response => json({ error: 'invalid_grant' }, 401);
  const { read, received } = await expiredBench({ refresh }, { session: { store, lock } });
  const call = read().then(
    () => 'ok',
    (error: unknown) => (error as { kind: string }).kind,
  );
  await passMs(30_000);
  expect(received.map(({ type }) => type)).toEqual(['signed-in']);
  const { generation } = store.record as SessionRecord;
  if (name !== undefined) await store.set({ generation: generation + 1, session: other(name) }, generation);
  await passMs(31_000);
  await expect(call).resolves.toBe(name === undefined ? 'session' : 'ok');
  expect(received.map(({ type }) => type)).toEqual(['signed-in', name === undefined ? 'signed-out' : 'refreshed']);
});
