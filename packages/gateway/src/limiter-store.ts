/** The calls that a store has counted. */
export interface LimiterState {
  /** The taken slots of the window. */
  readonly taken: number;
  /** Calls that have begun, but have not ended. */
  readonly running: number;
  /** The remaining milliseconds of a pause; 0 without a pause. */
  readonly pausedMs: number;
}

/**
 * Counts the calls of several processes or tabs in one sliding window, by the store's own clock.
 *
 * A slot is the right to send one request. A server counts a request at some moment between its start and its end. A slot therefore stays
 * taken until `windowMs` after the call of `end`. So no window of the server contains more than `limit` calls, even if a request arrives
 * late.
 */
export interface LimiterStore {
  /**
   * Takes a slot of the window if a slot is free, fewer than `concurrency` calls run, and no pause is active. Returns 0 on success,
   * otherwise the milliseconds until a slot may be free. `call` is the call's unique name.
   */
  take(limit: number, windowMs: number, call: string, concurrency: number): number | Promise<number>;
  /**
   * Ends a call. The call's slot stays taken for `windowMs`; 0 frees the slot of a call that was never sent. Without this method, a slot
   * becomes free one window after `take`, and concurrency is not shared.
   */
  end?(call: string, windowMs: number): void | Promise<void>;
  /** Marks calls as still running. Called at least every `windowMs / 4`. A call without a mark for more than `windowMs` is abandoned. */
  keep?(calls: readonly string[], windowMs: number): void | Promise<void>;
  /** Delays all calls by the given time, after a 429. A shorter pause does not end a longer pause. */
  pause(ms: number): void | Promise<void>;
  /** Returns the current counts, which `headroom` reports. */
  state?(windowMs: number): LimiterState | Promise<LimiterState>;
}
