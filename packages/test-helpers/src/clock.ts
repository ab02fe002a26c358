import { vi } from 'vitest';
import type { RecordingFetch } from './recording-fetch.ts';

/** A clock that only moves when a test advances it. */
export const standingClock = (wall = Date.UTC(2026, 0, 15)) => {
  let passed = 0;
  let jumped = 0;
  return {
    now: () => wall + passed + jumped,
    monotonic: () => passed,
    advance: (ms: number) => void (passed += ms),
    /** Moves only the wall clock. */
    jump: (ms: number) => void (jumped += ms),
  };
};

// Fake timers replace the global `setImmediate`.
const immediately = setImmediate;

/** Runs all pending promises. */
export const settled = (): Promise<void> => new Promise((resolve) => void immediately(resolve));

/** Resolves when this many requests have been sent. */
export const untilSent = async ({ sent }: RecordingFetch, count: number): Promise<void> => {
  for (let turn = 0; sent.length < count; turn++) {
    if (turn === 1000) throw new Error(`${sent.length} requests were sent, not ${count}`);
    await settled();
  }
};

/** Under fake timers, lets time pass until the work has settled. */
export const passed = async <T>(work: Promise<T>): Promise<T> => {
  let open = true;
  const close = (): void => void (open = false);
  const isOpen = (): boolean => open;
  work.then(close, close);
  for (await settled(); isOpen(); await settled()) await vi.advanceTimersByTimeAsync(50);
  return work;
};
