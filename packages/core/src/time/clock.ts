/** The wall clock, and a clock that never jumps, both in milliseconds. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

/** The default time limit of a whole call. */
export const DEFAULT_CALL_MS = 120_000;

/** The time limit of one call. */
export interface Deadline {
  /** Milliseconds since the call began. */
  readonly elapsedMs: () => number;
  /** Returns the remaining time of the call, at most `limitMs`. Returns 0 when the time is over. */
  readonly remainingMs: (limitMs?: number) => number;
}

/** Starts the clock of a call. */
export const createDeadline = (clock: Clock, totalMs: number): Deadline => {
  const start = clock.monotonic();
  const elapsedMs = (): number => clock.monotonic() - start;
  return { elapsedMs, remainingMs: (limitMs = Infinity) => Math.max(0, Math.min(limitMs, totalMs - elapsedMs())) };
};
