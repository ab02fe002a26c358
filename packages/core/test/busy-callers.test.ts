import type { SessionLock, TokenStore } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { tokens } from './fixtures.ts';
import { json } from './recording-fetch.ts';
import { openStore, sessionBench } from './session-bench.ts';

/** Far more turns than a caller needs if each failure passes through the event loop. */
const MAX_CALLS = 2000;

/** Calls until a timer has fired, as a caller without a pause does. Returns false if the calls kept the event loop busy. */
const isServed = async (call: () => Promise<unknown>): Promise<boolean> => {
  const timer = { isFired: false };
  setTimeout(() => (timer.isFired = true), 0);
  for (let calls = 0; calls < MAX_CALLS && !timer.isFired; calls++) await call().catch(() => undefined);
  return timer.isFired;
};

const refusedLock: SessionLock = { acquire: () => Promise.reject(new Error('no connection')) };
const refusing = (): TokenStore => ({ ...openStore(), get: () => Promise.reject(new Error('no connection')) });

describe('a caller that repeats a failed call without a pause', () => {
  it('lets timers fire while no user is signed in', async () => {
    const { read } = sessionBench();
    await expect(isServed(read)).resolves.toBe(true);
  });

  it('lets timers fire while the store rejects', async () => {
    const { read } = sessionBench({}, { session: { store: refusing() } });
    await expect(isServed(read)).resolves.toBe(true);
  });

  it('lets timers fire while a store rejects after it was read once', async () => {
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

  it('lets timers fire while the lock rejects', async () => {
    const { session, read, clock } = sessionBench({}, { session: { lock: refusedLock } });
    await session.set(tokens('a'));
    clock.advance(900_000);
    await expect(isServed(read)).resolves.toBe(true);
  });

  it('lets timers fire while a failed refresh cools down', async () => {
    const { session, read, clock, refreshes } = sessionBench({ refresh: () => json({}, 503) });
    await session.set(tokens('a'));
    clock.advance(900_000);
    await read().catch(() => undefined);
    await expect(isServed(read)).resolves.toBe(true);
    expect(refreshes()).toHaveLength(1);
  });
});
