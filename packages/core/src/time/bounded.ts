import { PlatformError } from '../diagnostics/errors.ts';
import type { Cancellation } from './cancellation.ts';

/** The longest delay of a timer. A timer with a longer delay would fire immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A timer this late shows that the process was stopped, or its thread busy. */
const ASLEEP_MS = 20;
/** After a stop, timers run before responses that are waiting in the socket. Waiting responses get this extra time. */
export const WAKE_MS = 500;

/**
 * Settles with `work`, or rejects when the signal aborts or after `ms`. When the time is over, `extension` returns how much longer to
 * wait. After a stop of the process, the wait is extended once. All timers and listeners are removed.
 */
// oxlint-disable typescript/prefer-promise-reject-errors -- the rejection comes from `work`
export const bounded = <T>(work: Promise<T>, ms: number, signal: Cancellation | null | undefined, extension?: () => number): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const abort = (): void => settle(() => reject(new PlatformError('aborted', 'The call was aborted', {}, { cause: signal?.reason })));
    const expire = (): void => {
      const extraMs = extension?.() ?? 0;
      const wakeMs = !hasWoken && performance.now() - dueAt > ASLEEP_MS ? WAKE_MS : 0;
      hasWoken = wakeMs > 0;
      if (extraMs > 0 || hasWoken) wait(Math.max(extraMs, wakeMs));
      else settle(() => reject(new PlatformError('timeout', `No response within ${Math.round(ms)} ms`)));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dueAt = 0;
    let hasWoken = false;
    const wait = (time: number): void => {
      dueAt = performance.now() + Math.min(time, MAX_TIMER_MS);
      timer = setTimeout(expire, Math.min(time, MAX_TIMER_MS));
    };
    wait(ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
// oxlint-enable typescript/prefer-promise-reject-errors

/** Waits `ms`, or rejects as soon as the signal aborts. */
export const pause = async (ms: number, signal: Cancellation | null | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS))));
  try {
    await bounded(over, Infinity, signal);
  } finally {
    clearTimeout(timer);
  }
};
