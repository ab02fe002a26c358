import { PlatformError } from '../diagnostics/errors.ts';
import type { StreamOptions } from '../operation/options.ts';
import { MAX_TIMER_MS } from '../time/limits.ts';

const FIRST_EVENT_MS = 120_000;
const IDLE_MS = 60_000;
/** The longest wait for more events when the stream may already be complete. */
const GRACE_MS = 2000;

/** Watches all deadlines of one stream with a single timer. Also watches the caller's signal. */
export interface Deadlines {
  /** Called when the headers of the response have arrived. */
  start(): void;
  /**
   * Called before each wait for bytes. The number `events` counts the events so far. If `isComplete` is true, no event is missing. If
   * `isSilent` is true, the latest bytes count as a pause.
   */
  wait(events: number, isComplete: boolean, isSilent: boolean): void;
  /** Stops all limits except `timeoutMs` while no reader waits for bytes. */
  rest(): void;
  stop(): void;
}

/** Calls `fail` when a deadline is missed or the signal aborts. `began` is the time of the request, by `performance.now()`. */
export const createDeadlines = (
  { firstEventMs = FIRST_EVENT_MS, idleMs = IDLE_MS, eventIdleMs = Infinity, timeoutMs = Infinity }: StreamOptions,
  began: number,
  signal: AbortSignal | undefined,
  fail: (error: PlatformError) => void,
): Deadlines => {
  let isWaiting = false;
  /** The times when the current waits for bytes and for an event began. */
  let bytesSince = 0;
  let eventSince = 0;
  let events = 0;
  let isComplete = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const abort = (): void => fail(aborted(signal as AbortSignal));

  /** Fails if a deadline has passed. If none has passed, sets the timer of the next deadline. */
  const check = (): void => {
    const now = performance.now();
    if (!isWaiting) bytesSince = eventSince = now;
    const silentAt = events > 0 ? bytesSince + idleMs : eventSince + firstEventMs;
    const eventAt = eventSince + (isComplete ? Math.min(idleMs, GRACE_MS) : eventIdleMs);
    const overAt = began + timeoutMs;
    const first = Math.min(silentAt, eventAt, overAt);
    if (first > now) timer = setTimeout(check, Math.min(Math.ceil(first - now), MAX_TIMER_MS));
    else if (first === silentAt) fail(events > 0 ? stalled('bytes', idleMs, 'idleMs') : stalled('event', firstEventMs, 'firstEventMs'));
    else if (first === eventAt) fail(stalled('event', eventIdleMs, 'eventIdleMs'));
    else fail(new PlatformError('timeout', `The stream took longer than ${timeoutMs} ms. Raise timeoutMs if it needs longer.`));
  };

  return {
    start() {
      signal?.addEventListener('abort', abort);
      check();
      if (signal?.aborted) abort();
    },
    wait(eventsNow, isCompleteNow, isSilent) {
      const now = performance.now();
      isWaiting = true;
      if (!isSilent) bytesSince = now;
      if (eventsNow === events) return;
      eventSince = now;
      // The timer was set for another deadline, which may be later than the next deadline.
      const isOther = events === 0 || isCompleteNow !== isComplete;
      events = eventsNow;
      isComplete = isCompleteNow;
      if (!isOther) return;
      clearTimeout(timer);
      check();
    },
    rest: () => void (isWaiting = false),
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};

const stalled = (what: string, ms: number, option: string): PlatformError =>
  new PlatformError('stalled', `The stream gave no ${what} for ${ms} ms. Raise ${option} if the service needs longer.`);

/** Creates the error of an abort by the caller's signal. */
export const aborted = (signal: AbortSignal): PlatformError =>
  new PlatformError('aborted', 'The stream was aborted', {}, { cause: signal.reason });
