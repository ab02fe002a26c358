import type { LimiterState } from './limiter-store.ts';

/**
 * The counted calls of a sliding window. A slot is the right to send one request; it stays taken until some time after the request ends.
 * The counts are plain data, so that a store can keep them as JSON. Times are milliseconds of the store's clock.
 */
export interface CallWindow {
  /** The times when the slots of ended calls become free, earliest first. */
  readonly ended: number[];
  /** The number of slots at the start of `ended` that are already free. */
  head: number;
  /** The running calls, with the time after which each call counts as abandoned. */
  readonly running: Map<string, number>;
  pausedUntil: number;
}

/** The interval, in milliseconds, at which a waiting call checks whether another call has ended. */
const POLL_MS = 50;

export const emptyWindow = (): CallWindow => ({ ended: [], head: 0, running: new Map(), pausedUntil: 0 });

const expire = (window: CallWindow, now: number): void => {
  const { ended, running } = window;
  while ((ended[window.head] ?? Infinity) <= now) window.head++;
  // Free slots are removed in groups, so that the average cost stays constant.
  if (window.head > 64 && window.head * 2 > ended.length) {
    ended.splice(0, window.head);
    window.head = 0;
  }
  // Calls are sorted by their start or their last `keep`, so the first live call ends the search.
  for (const [call, until] of running) {
    if (until > now) break;
    running.delete(call);
  }
};

/** Takes a slot for a call. Returns 0 on success, or else the milliseconds until a slot may be free. */
export const takePlace = (
  window: CallWindow,
  now: number,
  {
    call,
    limit,
    concurrency,
    lifeMs,
  }: { readonly call: string; readonly limit: number; readonly concurrency: number; readonly lifeMs: number },
): number => {
  expire(window, now);
  const { ended, head, running, pausedUntil } = window;
  if (pausedUntil > now) return pausedUntil - now;
  if (running.size >= concurrency) return POLL_MS;
  if (ended.length - head + running.size >= limit) return Math.max(1, (ended[head] ?? now + POLL_MS) - now);
  running.set(call, now + lifeMs);
  return 0;
};

/** Ends a call. The call's slot becomes free after `windowMs`, or immediately if `windowMs` is 0. */
export const endPlace = (window: CallWindow, now: number, call: string, windowMs: number): void => {
  window.running.delete(call);
  if (windowMs <= 0) return;
  // Slots become free in order, so a slot may stay taken a little longer.
  window.ended.push(Math.max(now + windowMs, window.ended.at(-1) ?? 0));
};

/** Extends the time after which running calls count as abandoned. */
export const keepPlaces = (window: CallWindow, now: number, calls: readonly string[], lifeMs: number): void => {
  for (const call of calls) {
    window.running.delete(call);
    window.running.set(call, now + lifeMs);
  }
};

export const pauseWindow = (window: CallWindow, now: number, ms: number): void => {
  window.pausedUntil = Math.max(window.pausedUntil, now + ms);
};

export const stateOf = (window: CallWindow, now: number): LimiterState => {
  expire(window, now);
  const { ended, head, running, pausedUntil } = window;
  return { taken: ended.length - head + running.size, running: running.size, pausedMs: Math.max(0, pausedUntil - now) };
};

export const windowToText = ({ ended, head, running, pausedUntil }: CallWindow): string =>
  JSON.stringify({ ended: ended.slice(head), running: [...running], pausedUntil });

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0;

/** The maximum time, in milliseconds, that a slot stays taken. A later time in a stored window means that the clock was set back. */
const MAX_PLACE_MS = 150_000;
const MAX_PAUSE_MS = 86_400_000;

/** Parses a window. Returns an empty window for invalid JSON. */
export const windowFrom = (text: string | undefined, now: number): CallWindow => {
  const at = (time: number): number => Math.min(time, now + MAX_PLACE_MS);
  try {
    const { ended, running, pausedUntil } = JSON.parse(text ?? '') as Record<string, unknown>;
    const calls = Array.isArray(running) ? running.filter((each): each is [string, number] => Array.isArray(each) && isTime(each[1])) : [];
    return {
      ended: Array.isArray(ended)
        ? ended
            .filter(isTime)
            .map(at)
            .sort((one, other) => one - other)
        : [],
      head: 0,
      running: new Map(calls.map(([call, until]): [string, number] => [call, at(until)]).sort(([, one], [, other]) => one - other)),
      pausedUntil: isTime(pausedUntil) ? Math.min(pausedUntil, now + MAX_PAUSE_MS) : 0,
    };
  } catch {
    return emptyWindow();
  }
};
