import type { SessionLock, TokenStore } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { tokens } from './fixtures.ts';
import { json } from './recording-fetch.ts';
import { expiredBench, openStore, sessionBench } from './session-bench.ts';

/** The maximum number of calls. A timer fires after far fewer calls if each failure lets the event loop run. */
const MAX_CALLS = 2000;

/** Repeats `call` without a pause until a timer fires. Returns false if no timer fires during `MAX_CALLS` calls. */
const isServed = async (call: () => Promise<unknown>): Promise<boolean> => {
  const timer = { isFired: false };
  setTimeout(() => (timer.isFired = true), 0);
  for (let calls = 0; calls < MAX_CALLS && !timer.isFired; calls++) await call().catch(() => undefined);
  return timer.isFired;
};

const refusedLock: SessionLock = { acquire: () => Promise.reject(new Error('no connection')) };
const refusing = (): TokenStore => ({ ...openStore(), get: () => Promise.reject(new Error('no connection')) });

it('lets timers fire if calls fail because no user is signed in', async () => {
  const { read } = sessionBench();
  await expect(isServed(read)).resolves.toBe(true);
});

it('lets timers fire if calls fail because the store rejects', async () => {
  const { read } = sessionBench({}, { session: { store: refusing() } });
  await expect(isServed(read)).resolves.toBe(true);
});

it('lets timers fire if the store rejects only after its first read', async () => {
  const store = openStore();
  const { session, read, clock } = sessionBench({}, { session: { store } });
  await session.set(tokens('a'));
  await session.get();
  store.get = () => {
    throw new Error('no connection');
  };
  clock.advance(900_000);
  await expect(isServed(read)).resolves.toBe(true);
});

it('lets timers fire if calls need a refresh whose lock rejects', async () => {
  const { read } = await expiredBench({}, { session: { lock: refusedLock } });
  await expect(isServed(read)).resolves.toBe(true);
});

it('lets timers fire if calls fail during the pause after a failed refresh', async () => {
  const { read, refreshes } = await expiredBench({ refresh: () => json({}, 503) });
  await read().catch(() => undefined);
  await expect(isServed(read)).resolves.toBe(true);
  expect(refreshes()).toHaveLength(1);
});
