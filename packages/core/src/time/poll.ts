import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { notify } from '../diagnostics/logger.ts';
import { MAX_TIMER_MS, anySignal } from './limits.ts';

/** Options for watching a value. */
export interface PollOptions {
  /** Ends the watch without an error. Default: none; the watch runs until its loop ends. */
  readonly signal?: AbortSignal;
  /** Milliseconds from one response to the next request. Values from 0 to 999 count as 1,000. `Infinity` sends a single request. Default: 30,000. */
  readonly intervalMs?: number;
  /** Called after a failure that does not end the watch, with the milliseconds until the next request. Default: such failures are ignored. */
  readonly onFailure?: (failure: PlatformError, retryInMs: number) => void;
}

/** After failures, the wait is at most ten minutes. A longer interval and a longer `Retry-After` still apply. */
const MAX_BACKOFF_MS = 600_000;
const MIN_INTERVAL_MS = 1000;

/** Matches failures that waiting does not resolve. */
const FINAL = /^(invalid-input|session|http4(?!08|29))/;

/**
 * Requests a value repeatedly, and doubles the wait after each failure. All loops over one watch share its requests and its waits.
 * Several loops, parallel or consecutive, therefore send no more requests than a single loop. Ending a loop releases its resources.
 */
export const poll = <Value>(
  ask: (over: AbortSignal) => Promise<Value>,
  options: PollOptions,
  warn?: (message: string) => void,
): AsyncIterable<Value, undefined> => {
  const { signal, intervalMs = 30_000, onFailure } = options;
  const end = { done: true, value: undefined } as const;
  /** The latest value. Undefined after a failure. */
  let latest: { readonly value: Value } | undefined;
  let asking: Promise<unknown> | undefined;
  /** The time when the next request may be sent. */
  let dueAt = -Infinity;
  let failures = 0;

  const request = async (over: AbortSignal): Promise<void> => {
    let waitMs = Math.max(MIN_INTERVAL_MS, intervalMs);
    let isSent = true;
    try {
      latest = { value: await ask(over) };
      failures = 0;
    } catch (error) {
      latest = undefined;
      if (over.aborted) return;
      if (!isPlatformError(error) || FINAL.test(`${error.kind}${error.status}`)) {
        isSent = !isPlatformError(error) || error.outcome !== 'not-sent';
        throw error;
      }
      const retryAfterMs = (error.retryAfterSeconds ?? 0) * 1000;
      waitMs = Math.max(waitMs, Math.min(MAX_BACKOFF_MS, waitMs * 2 ** ++failures), retryAfterMs);
      tell(error, waitMs);
    } finally {
      if (isSent) dueAt = performance.now() + waitMs;
    }
  };

  const tell = (error: PlatformError, retryInMs: number): void => {
    notify(
      () => onFailure?.(error, retryInMs),
      () => warn?.('The onFailure of a watch failed.'),
    );
  };

  return {
    [Symbol.asyncIterator]() {
      const abandoned = new AbortController();
      const over = anySignal(abandoned.signal, signal) as AbortSignal;
      let seen: typeof latest;
      let wake = (): void => undefined;
      over.addEventListener('abort', () => wake());

      /** Waits until the next request is due, another loop's request has ended, or this loop is over. */
      const pause = (ms: number, others = new Promise<unknown>(() => undefined)): Promise<void> =>
        new Promise((resolve) => {
          const timer = ms < Infinity ? setTimeout(() => wake(), Math.min(ms, MAX_TIMER_MS)) : undefined;
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          others.then(wake, wake);
        });

      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        async next() {
          while (!over.aborted) {
            const waitMs = dueAt - performance.now();
            if (asking) await pause(Infinity, asking);
            else if (waitMs > 0) {
              if (latest && latest !== seen) return { value: (seen = latest).value };
              await pause(waitMs);
            } else {
              asking = request(over);
              await asking.finally(() => (asking = undefined));
              // The loop that sent the request gets its value, even if the next request is already due.
              if (latest) return { value: (seen = latest).value };
            }
          }
          return end;
        },
        // Also ends a running pause.
        async return() {
          abandoned.abort();
          return end;
        },
      };
    },
  };
};
