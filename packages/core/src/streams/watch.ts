import { PlatformError } from '../diagnostics/errors.ts';
import type { StreamOptions } from '../operation/options.ts';
import { MAX_TIMER_MS } from '../time/bounded.ts';

const FIRST_EVENT_MS = 120_000;
const IDLE_MS = 60_000;
/** How long more is waited for behind an end that nothing has to follow. */
const GRACE_MS = 2000;

/** The deadlines of one stream, on one timer, and the caller's signal. */
export interface Watch {
  /** The call begins. */
  begin(): void;
  /** The answer is there. */
  start(signal: AbortSignal | undefined): void;
  /** Bytes are waited for; silence counts from here. `heard` says whether an event came since the wait before. */
  wait(heard: boolean): void;
  /** Nobody waits, so nothing is late. */
  rest(): void;
  stop(): void;
}

/** What an abort by the caller's signal means. */
export const aborted = (signal: AbortSignal): PlatformError =>
  new PlatformError('aborted', 'The stream was aborted', {}, { cause: signal.reason });

/** Calls `fail` once a deadline is missed or the signal aborts. */
export const createWatch = (
  { firstEventMs = FIRST_EVENT_MS, idleMs = IDLE_MS, contentIdleMs = Infinity, timeoutMs = Infinity }: StreamOptions,
  fail: (error: PlatformError) => void,
  isComplete: () => boolean,
): Watch => {
  let signal: AbortSignal | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  let waiting = false;
  let heard = false;
  let complete = false;
  /** Since when bytes and an event are waited for. */
  let lived = 0;
  let given = 0;

  const abort = (): void => fail(aborted(signal as AbortSignal));

  /** Fails if a deadline has passed; else looks again at the next. */
  const check = (): void => {
    const now = performance.now();
    if (!waiting) lived = given = now;
    const deadlines = [
      heard ? ([lived, idleMs, 'bytes'] as const) : ([given, firstEventMs, 'event'] as const),
      [given, complete ? Math.min(idleMs, GRACE_MS) : contentIdleMs, 'event'],
      [began, timeoutMs, undefined],
    ] as const;
    const [since, ms, what] = deadlines.reduce((first, other) => (other[0] + other[1] < first[0] + first[1] ? other : first));
    const left = since + ms - now;
    if (left > 0) timer = setTimeout(check, Math.min(Math.ceil(left), MAX_TIMER_MS));
    else if (what) fail(new PlatformError('stalled', `The stream gave no ${what} for ${ms} ms`));
    else fail(new PlatformError('timeout', `The stream took longer than ${ms} ms`));
  };

  return {
    begin: () => void (began = performance.now()),
    start(callers) {
      signal = callers;
      signal?.addEventListener('abort', abort);
      check();
      if (signal?.aborted) abort();
    },
    wait(event) {
      waiting = true;
      lived = performance.now();
      if (!event) return;
      given = lived;
      const completed = isComplete();
      if (heard && completed === complete) return;
      // The timer was set for another deadline, which may be later than the next.
      heard = true;
      complete = completed;
      clearTimeout(timer);
      check();
    },
    rest: () => void (waiting = false),
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};
