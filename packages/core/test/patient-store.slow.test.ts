import { stat } from 'node:fs/promises';
import { inMemoryTokenStore, type Session, type SessionRecord, type TokenStore } from '@platform-sdk/core';
import { expect, it, vi } from 'vitest';
import { passed, settled, tokens } from './fixtures.ts';
import { json } from './recording-fetch.ts';
import { acceptOnly, openStore, sessionBench } from './session-bench.ts';

it('writes changes to a slow store in their order, however long each takes', async () => {
  const shelf = openStore();
  const set = async (next: SessionRecord, expected: number): Promise<boolean> => {
    if (next.session) await settled();
    return shelf.set(next, expected);
  };
  const { session } = sessionBench({}, { session: { store: { get: shelf.get, set } } });
  await Promise.all([session.set(tokens('a')), session.clear()]);
  await settled();
  expect(shelf.record).toMatchObject({ session: null });
});

it('waits only once for a store that hangs, and reads it again after 20 seconds', async () => {
  vi.useFakeTimers();
  let gets = 0;
  const shelf = openStore({ ...tokens('a'), receivedAt: Date.now() });
  const get = (): unknown => (++gets === 1 ? new Promise(() => undefined) : shelf.get());
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const { session, events } = sessionBench({}, { clock, session: { store: { get, set: shelf.set } } });
  await expect(passed(session.get())).resolves.toBeUndefined();
  expect(events).toEqual([
    { type: 'warning', code: 'STORE_NOT_READ', message: 'The token store took too long to read; the session is kept in memory.' },
  ]);
  vi.advanceTimersByTime(19_900);
  await expect(session.get()).resolves.toBeUndefined();
  expect(gets).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(100);
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
});

it('reads a slow store again as soon as its first read has returned', async () => {
  vi.useFakeTimers();
  let gets = 0;
  let respond: (() => void) | undefined;
  const shelf = openStore({ ...tokens('a'), receivedAt: Date.now() });
  const get = (): unknown => (++gets === 1 ? new Promise<void>((resolve) => (respond = resolve)) : shelf.get());
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const { session } = sessionBench({}, { clock, session: { store: { get, set: shelf.set } } });
  await expect(passed(session.get())).resolves.toBeUndefined();
  await expect(session.get()).resolves.toBeUndefined();
  respond?.();
  await vi.advanceTimersByTimeAsync(0);
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
  expect(gets).toBe(2);
});

it('reads a store although its process was frozen during the read', async () => {
  const shelf = openStore({ ...tokens('a'), receivedAt: Date.now() });
  let gets = 0;
  const get = async (): Promise<unknown> => {
    gets++;
    await stat(import.meta.filename);
    return shelf.get();
  };
  const { session, events } = sessionBench({}, { session: { store: { get, set: shelf.set } } });
  const reading = session.get();
  while (gets === 0) await Promise.resolve();
  // The process stops, as on a laptop that sleeps. Its timers are due before the disk responds.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2050);
  await expect(reading).resolves.toMatchObject(tokens('a'));
  expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
});

it.each<readonly [string, (session: Session) => Promise<void>, string | undefined]>([
  ['a sign-out', (session) => session.clear(), undefined],
  ['another sign-in', (session) => session.set(tokens('c')), 'refresh-of-c'],
])('does not undo %s if an earlier write finishes late', async (_, change, expected) => {
  vi.useFakeTimers();
  const shelf = openStore();
  const landings: (() => void)[] = [];
  const set = async (next: SessionRecord, before: number): Promise<boolean> => {
    if (next.session?.refreshToken === 'refresh-of-a') await new Promise<void>((resolve) => landings.push(resolve));
    return shelf.set(next, before);
  };
  const { session } = sessionBench({}, { session: { store: { get: shelf.get, set } } });
  const slow = session.set(tokens('a'));
  await passed(Promise.all([slow, settled().then(() => change(session))]));
  for (const land of landings) land();
  await settled();
  expect((shelf.record as SessionRecord).session?.refreshToken).toBe(expected);
});

it('writes the refreshed tokens to a store that rejected the earlier write', async () => {
  const shelf = openStore();
  let isFull = true;
  const set = (next: SessionRecord, expected: number): boolean | Promise<boolean> => {
    if (isFull) throw new Error('full');
    return shelf.set(next, expected);
  };
  const { session, read, clock } = sessionBench({}, { session: { store: { get: shelf.get, set } } });
  await session.set(tokens('a'));
  expect(shelf.content).toBeUndefined();
  isFull = false;
  clock.advance(600_000);
  await read();
  await settled();
  expect(shelf.content).toMatchObject(tokens('b'));
});

it.each([
  [1, 1000],
  [2, 6000],
  [3, 31_000],
])('stores the session after %i rejected writes, %i ms after the sign-in, although no call reads the session', async (failures, ms) => {
  vi.useFakeTimers();
  const shelf = openStore();
  let writes = 0;
  const set = (next: SessionRecord, expected: number): boolean | Promise<boolean> => {
    if (++writes <= failures) throw new Error('full');
    return shelf.set(next, expected);
  };
  const { session } = sessionBench({}, { session: { store: { get: shelf.get, set } } });
  await session.set(tokens('a'));
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(shelf.content).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(shelf.content).toMatchObject(tokens('a'));
  expect(vi.getTimerCount()).toBe(0);
});

it('tries a rejected write four times without a read, and never after dispose', async () => {
  vi.useFakeTimers();
  let writes = 0;
  const set = (): boolean => {
    writes++;
    throw new Error('full');
  };
  const store = { get: (): unknown => undefined, set };
  const { session } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect([writes, vi.getTimerCount()]).toEqual([4, 0]);

  const other = sessionBench({}, { session: { store } });
  await other.session.set(tokens('a'));
  other.platform.dispose();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([writes, vi.getTimerCount()]).toEqual([5, 0]);
});

/** A store that several platforms share. It notifies them of writes, and rejects writes while it is full. */
const sharedShelf = () => {
  const shelf = inMemoryTokenStore();
  void shelf.set({ generation: 1, session: { ...tokens('a'), receivedAt: Date.now() } }, 0);
  const state = { isFull: false };
  const listeners = new Set<() => void>();
  const store: TokenStore = {
    ...shelf,
    set(next, expected) {
      if (state.isFull) throw new Error('full');
      const isWritten = shelf.set(next, expected);
      for (const listener of listeners) queueMicrotask(listener);
      return isWritten;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { state, store };
};
const rejecting = { refresh: () => json({ error: 'invalid_grant' }, 401), call: () => json({}, 401) };

it('keeps the session after a rejected refresh if its end cannot be stored, because another process may have refreshed it', async () => {
  const { state, store } = sharedShelf();
  const { session, read, received } = sessionBench(rejecting, { session: { store } });
  await session.get();
  state.isFull = true;
  await expect(read()).rejects.toMatchObject({ kind: 'network', message: expect.stringContaining('cannot be written') as string });
  await expect(session.get()).resolves.toMatchObject(tokens('a'));
  expect(received.map(({ type }) => type)).toEqual(['restored']);
});

it('ends the session after a rejected refresh if its end can be stored', async () => {
  const { store } = sharedShelf();
  const { session, read, received } = sessionBench(rejecting, { session: { store } });
  await session.get();
  await expect(read()).rejects.toMatchObject({ kind: 'session' });
  expect(received.map(({ type }) => type)).toEqual(['restored', 'signed-out']);
});

it('adopts the tokens that another process has refreshed but stored late', async () => {
  const { state, store } = sharedShelf();
  const call = acceptOnly('b');
  const holder = sessionBench({ call }, { session: { store } });
  const other = sessionBench({ ...rejecting, call }, { session: { store } });
  await Promise.all([holder.session.get(), other.session.get()]);
  state.isFull = true;
  await holder.read();
  state.isFull = false;
  await other.read();
  expect(other.received.map(({ type }) => type)).toEqual(['restored', 'refreshed']);
  expect(store.get()).toMatchObject({ session: { refreshToken: tokens('b').refreshToken } });
});
