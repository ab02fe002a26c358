/** The calls that a store has counted. */
export interface LimiterState {
  /** The taken places of the window. */
  readonly taken: number;
  /** Calls that have begun and not ended. */
  readonly running: number;
  /** Milliseconds until a pause is over; 0 without one. */
  readonly pausedMs: number;
}

/**
 * Counts the calls of several processes or tabs in one sliding window. Time is the store's own.
 *
 * A server counts a call at some moment between its start and its end. A place therefore counts from `take` until `windowMs` after the
 * call of `end`. No window of the server then holds more than `limit` calls, even if a request travels for long.
 */
export interface LimiterStore {
  /**
   * Takes one place of the window if one is free, fewer than `concurrency` calls run, and no pause is active. Returns 0 if it was taken, else
   * the milliseconds until a place may be free. The argument `call` is a unique name of the call, for `end` and `keep`.
   */
  take(limit: number, windowMs: number, call: string, concurrency: number): number | Promise<number>;
  /** Ends a call: its place counts for `windowMs` from now. With 0 the call was never sent, and its place is free. A store without it counts every place from `take`, and shares no concurrency. */
  end?(call: string, windowMs: number): void | Promise<void>;
  /** Keeps calls that still run. Called at least every `windowMs / 4`; a call that was not kept for `windowMs` has died with its process. */
  keep?(calls: readonly string[], windowMs: number): void | Promise<void>;
  /** Stops all calls until the given time has passed, after a 429. A shorter pause does not end a longer one. */
  pause(ms: number): void | Promise<void>;
  /** Returns the current counts, for `headroom`. */
  state?(windowMs: number): LimiterState | Promise<LimiterState>;
}
