import type { StreamOptions } from '../context.ts';
import { PlatformError } from '../errors.ts';

const FIRST_EVENT_MS = 120_000;
const IDLE_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The deadlines of one stream, on one timer, and the caller's signal. */
export interface Watch {
  start(signal: AbortSignal | undefined): void;
  /** Bytes came. */
  life(): void;
  /** An event came. */
  content(): void;
  stop(): void;
}

export const createWatch = (
  { firstEventMs = FIRST_EVENT_MS, idleMs = IDLE_MS, contentIdleMs = Infinity, timeoutMs = Infinity }: StreamOptions,
  fail: (error: PlatformError) => void,
): Watch => {
  let signal: AbortSignal | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started = 0;
  let lived = 0;
  let heard: number | undefined;

  const abort = (): void => fail(new PlatformError('aborted', 'The stream was aborted', {}, { cause: signal?.reason }));

  /** When the next deadline is, and what missing it means. */
  const due = (): readonly [number, () => PlatformError] => {
    const stalled = (ms: number, what: string) => (): PlatformError =>
      new PlatformError('stalled', `The stream gave no ${what} for ${ms} ms`);
    const silence =
      heard === undefined
        ? ([started + firstEventMs, stalled(firstEventMs, 'event')] as const)
        : ([lived + idleMs, stalled(idleMs, 'bytes')] as const);
    const content = [(heard ?? started) + contentIdleMs, stalled(contentIdleMs, 'content')] as const;
    const total = [started + timeoutMs, () => new PlatformError('timeout', `The stream took longer than ${timeoutMs} ms`)] as const;
    return [silence, content, total].reduce((first, other) => (other[0] < first[0] ? other : first));
  };

  const check = (): void => {
    const [at, error] = due();
    const left = at - performance.now();
    if (left > 0) timer = setTimeout(check, Math.min(Math.ceil(left), LONGEST_TIMER_MS));
    else fail(error());
  };

  return {
    start(given) {
      signal = given;
      started = lived = performance.now();
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      check();
    },
    life: () => void (lived = performance.now()),
    content: () => void (heard = performance.now()),
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};
