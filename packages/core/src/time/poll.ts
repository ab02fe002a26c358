import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { MAX_TIMER_MS } from './bounded.ts';

/** How a value is watched. */
export interface PollOptions {
  readonly signal?: AbortSignal;
  /** 30,000 by default; 1,000 at least. */
  readonly intervalMs?: number;
  /** Hears a failure that the watch outlives, and how long it waits before it asks again. */
  readonly onFailure?: (failure: PlatformError, retryInMs: number) => void;
}

/** Whatever a failing service asks for, it is asked again after this time. */
const LONGEST_MS = 600_000;

/** What would be answered the same whenever it is asked. */
const FINAL = /^(input|session|http4(?!08|29))/;

/** Asks again and again, and waits twice as long after each failure. Every loop over it asks for itself, and owns nothing once it is left. */
export const poll = <Value>(
  ask: (over: AbortSignal) => Promise<Value>,
  { signal, intervalMs = 30_000, onFailure }: PollOptions,
): AsyncIterable<Value, undefined> => ({
  [Symbol.asyncIterator]() {
    const left = new AbortController();
    const over = AbortSignal.any([left.signal, signal ?? left.signal]);
    const end = { done: true, value: undefined } as const;
    let due: number | undefined;
    let failures = 0;
    let wake = (): void => undefined;
    over.addEventListener('abort', () => wake());

    /** Waits for what is left of the time: the loop has taken some of it. */
    const pause = (until: number): Promise<void> =>
      new Promise((resolve) => {
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(wake, Math.min(until - performance.now(), MAX_TIMER_MS));
      });

    return {
      async next() {
        for (;;) {
          // Once it is over, whoever asks is told so.
          if (due !== undefined && !over.aborted) await pause(due);
          let waitMs = intervalMs > 1000 ? intervalMs : 1000;
          try {
            const value = await ask(over);
            failures = 0;
            return { value };
          } catch (error) {
            if (over.aborted) return end;
            if (!isPlatformError(error) || FINAL.test(`${error.kind}${error.status}`)) throw error;
            waitMs = Math.min(LONGEST_MS, Math.max(waitMs * 2 ** ++failures, (error.retryAfterSeconds ?? 0) * 1000));
            onFailure?.(error, waitMs);
          } finally {
            due = performance.now() + waitMs;
          }
        }
      },
      // Also in the middle of a pause.
      async return() {
        left.abort();
        return end;
      },
    };
  },
});
