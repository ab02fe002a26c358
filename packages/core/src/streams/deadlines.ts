import { PlatformError } from '../diagnostics/errors.ts';
import type { StreamOptions } from '../operation/options.ts';
import { MAX_TIMER_MS } from '../time/bounded.ts';
import { aborted } from './stream-errors.ts';

const FIRST_EVENT_MS = 120_000;
const IDLE_MS = 60_000;
/** The wait for more events after an end that is complete without them. */
const GRACE_MS = 2000;

/** The deadlines of one stream, on one timer, and the caller's signal. */
export interface Watch {
  /** Starts the time of the whole call. */
  begin(): void;
  /** Called when the response has arrived. */
  start(signal: AbortSignal | undefined): void;
  /** Called before each wait for bytes: the silence begins here. `wasEvent`: an event arrived since the previous wait. */
  wait(wasEvent: boolean): void;
  /** Stops the deadlines while nothing waits for bytes. */
  rest(): void;
  stop(): void;
}

/** The facts that the deadlines depend on. */
interface Waiting {
  began: number;
  /** When the waits for bytes and for an event began. */
  bytesSince: number;
  eventSince: number;
  isWaiting: boolean;
  /** An event has arrived. */
  isBegun: boolean;
  /** The stream may end here. */
  isComplete: boolean;
}

interface Deadline {
  readonly at: number;
  readonly error: () => PlatformError;
}

/** The deadline that comes first. */
const nextDeadline = (waiting: Waiting, options: StreamOptions): Deadline => {
  const { firstEventMs = FIRST_EVENT_MS, idleMs = IDLE_MS, eventIdleMs = Infinity, timeoutMs = Infinity } = options;
  const { began, bytesSince, eventSince, isBegun, isComplete } = waiting;
  const within = (since: number, ms: number, what: string, option: string): Deadline => ({
    at: since + ms,
    error: () => new PlatformError('stalled', `The stream gave no ${what} for ${ms} ms. Raise ${option} if the service needs longer.`),
  });
  const deadlines = [
    isBegun ? within(bytesSince, idleMs, 'bytes', 'idleMs') : within(eventSince, firstEventMs, 'event', 'firstEventMs'),
    within(eventSince, isComplete ? Math.min(idleMs, GRACE_MS) : eventIdleMs, 'event', 'eventIdleMs'),
    {
      at: began + timeoutMs,
      error: () => new PlatformError('timeout', `The stream took longer than ${timeoutMs} ms. Raise timeoutMs if it needs longer.`),
    },
  ];
  return deadlines.reduce((first, other) => (other.at < first.at ? other : first));
};

/** Calls `fail` once a deadline is missed or the signal aborts. */
export const createWatch = (options: StreamOptions, fail: (error: PlatformError) => void, isComplete: () => boolean): Watch => {
  const waiting: Waiting = { began: 0, bytesSince: 0, eventSince: 0, isWaiting: false, isBegun: false, isComplete: false };
  let signal: AbortSignal | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const abort = (): void => fail(aborted(signal as AbortSignal));

  /** Fails if a deadline has passed; else sets the timer for the next. */
  const check = (): void => {
    const now = performance.now();
    if (!waiting.isWaiting) waiting.bytesSince = waiting.eventSince = now;
    const { at, error } = nextDeadline(waiting, options);
    if (at > now) timer = setTimeout(check, Math.min(Math.ceil(at - now), MAX_TIMER_MS));
    else fail(error());
  };

  return {
    begin: () => void (waiting.began = performance.now()),
    start(callers) {
      signal = callers;
      signal?.addEventListener('abort', abort);
      check();
      if (signal?.aborted) abort();
    },
    wait(wasEvent) {
      const now = performance.now();
      waiting.isWaiting = true;
      waiting.bytesSince = now;
      if (!wasEvent) return;
      waiting.eventSince = now;
      const completed = isComplete();
      if (waiting.isBegun && completed === waiting.isComplete) return;
      // The timer was set for another deadline, which may be later than the next.
      waiting.isBegun = true;
      waiting.isComplete = completed;
      clearTimeout(timer);
      check();
    },
    rest: () => void (waiting.isWaiting = false),
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};
