import { onTestFinished, vi } from 'vitest';
import type { RecordingFetch } from './recording-fetch.ts';

/** Creates a clock that moves only when a test advances it. */
export const standingClock = (wall = Date.UTC(2026, 0, 15)) => {
  let passed = 0;
  let jumped = 0;
  return {
    now: () => wall + passed + jumped,
    monotonic: () => passed,
    advance: (ms: number) => void (passed += ms),
    /** Advances only the wall clock. */
    jump: (ms: number) => void (jumped += ms),
  };
};

// Keeps the real `setImmediate`, because fake timers replace the global function.
const immediately = setImmediate;

/** Waits until all pending promise callbacks have run. */
export const settled = (): Promise<void> => new Promise((resolve) => void immediately(resolve));

/** Resolves when the given number of requests have been sent. */
export const untilSent = async ({ sent }: RecordingFetch, count: number): Promise<void> => {
  for (let turn = 0; sent.length < count; turn++) {
    if (turn === 1000) throw new Error(`${sent.length} requests were sent, not ${count}`);
    await settled();
  }
};

/** Advances fake timers until the work has settled. Returns its result. */
export const passed = async <T>(work: Promise<T>): Promise<T> => {
  let open = true;
  const close = (): void => void (open = false);
  const isOpen = (): boolean => open;
  work.then(close, close);
  for (await settled(); isOpen(); await settled()) await vi.advanceTimersByTimeAsync(50);
  return work;
};

/** Runs timers of less than 3 s twenty times as fast, until the test ends. Timeouts of calls keep their length. */
export const shortenWaits = (): void => {
  const start = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0, ...rest: []) => start(work, ms < 3000 ? ms / 20 : ms, ...rest));
  onTestFinished(() => void vi.unstubAllGlobals());
};
