import { isPlatformError, bounded, MAX_TIMER_MS } from '@platform-sdk/core/internal';
import { emptyWindow, endPlace, stateOf, takePlace } from './call-window.ts';
import type { LimiterState, LimiterStore } from './limiter-store.ts';
import type { TierLimits } from './limits.ts';
import type { LimiterEnd, LimiterRelease } from './turn.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** The slots that a limiter's running calls have taken, and the queue of waiting calls. */
export interface Places extends TierLimits {
  /** Counts the calls of several limiters. Undefined if this limiter counts only its own calls. The counts are then in `local`. */
  readonly shared: LimiterStore | undefined;
  readonly local: ReturnType<typeof createLocalStore>;
  readonly line: WaitingLine;
  readonly running: Set<string>;
  /** Distinguishes the calls of this limiter from those of other limiters. */
  readonly prefix: string;
  calls: number;
  rejections: number;
  pausedUntil: number;
  /** The timer that tries again when a slot may be free. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The timer that marks running calls in the store. */
  keeper: ReturnType<typeof setInterval> | undefined;
  /** True while the limiter takes a slot in the store. */
  isTaking: boolean;
}

const MINUTE_MS = 60_000;
/** The maximum time, in milliseconds, by which the clocks of two machines drift apart within a minute. */
const CLOCK_MS = 50;
export const WINDOW_MS = MINUTE_MS + CLOCK_MS;
/** The time, in milliseconds, within which an abandoned request may still reach the gateway. */
const LATE_MS = 2000;
const STORE_MS = 10_000;
const POLL_MS = 1000;
/** Every hundredth rejection waits for a timer. */
const TURN_REJECTIONS = 100;

/** Creates a store that counts only the calls of this limiter. */
const createLocalStore = () => {
  const window = emptyWindow();
  const now = (): number => performance.now();
  return {
    take: (limit: number, call: string, concurrency: number): number =>
      takePlace(window, now(), { call, limit, concurrency, lifeMs: Infinity }),
    end: (call: string, windowMs: number): void => endPlace(window, now(), call, windowMs),
    state: (): LimiterState => stateOf(window, now()),
  };
};

const randomText = (): string => Math.random().toString(36).slice(2);

export const createPlaces = (limits: TierLimits, shared: LimiterStore | undefined): Places => ({
  ...limits,
  shared,
  local: createLocalStore(),
  line: createWaitingLine(),
  running: new Set(),
  prefix: shared ? randomText() + randomText() : '',
  calls: 0,
  rejections: 0,
  pausedUntil: 0,
  timer: undefined,
  keeper: undefined,
  isTaking: false,
});

/** Returns the remaining milliseconds of the pause; 0 or less without a pause. */
export const pausedMs = ({ pausedUntil }: Places): number => pausedUntil - performance.now();

const inTime = <Result>(work: () => Result | Promise<Result>): Promise<Result> =>
  bounded(Promise.resolve().then(work), STORE_MS, undefined);

/** Runs `work`, and returns undefined if the store fails. Use it for work whose failure changes nothing for the caller. */
export const tried = <Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> => inTime(work).catch(() => undefined);

/** Starts all calls that may begin, and sets a timer for the next free slot. */
export const advance = (places: Places): void => {
  const { line, running, shared, local, requestsPerMinute, concurrency } = places;
  while (!places.isTaking && line.first() && running.size < concurrency) {
    const pauseMs = pausedMs(places);
    if (pauseMs > 0) return wait(places, pauseMs);
    const call = `${places.prefix}${++places.calls}`;
    if (shared) return void takeShared(places, shared, call);
    const ms = local.take(requestsPerMinute, call, concurrency);
    // If running calls have taken all slots, the end of a call starts the next call.
    if (ms > 0) return running.size >= requestsPerMinute ? undefined : wait(places, ms);
    begin(places, call);
  }
};

const wait = (places: Places, ms: number): void => {
  clearTimeout(places.timer);
  places.timer = setTimeout(() => advance(places), Math.min(Math.ceil(ms), MAX_TIMER_MS));
};

/** Takes slots of the store one at a time, so that calls start in order. */
const takeShared = async (places: Places, shared: LimiterStore, call: string): Promise<void> => {
  const { line, requestsPerMinute, concurrency } = places;
  places.isTaking = true;
  try {
    const ms = await inTime(() => shared.take(requestsPerMinute, WINDOW_MS, call, concurrency));
    places.isTaking = false;
    if (ms === 0) begin(places, call);
    else if (line.first()) return waitShared(places, ms);
  } catch (error) {
    places.isTaking = false;
    // The store may have taken the slot. It is released, because the call must not begin without the store's confirmation.
    void tried(() => shared.end?.(call, WINDOW_MS));
    line.first()?.fail(error);
    // If the store does not respond, all waiting calls fail together. Otherwise, each call would wait for the full timeout in turn.
    if (isPlatformError(error) && error.kind === 'timeout') for (let next = line.first(); next; next = line.first()) next.fail(error);
  }
  advance(places);
};

/** Waits for a slot. A slot is free after one window at most, so a longer wait is a pause that another process requested. */
const waitShared = (places: Places, ms: number): void => {
  if (ms > WINDOW_MS) {
    places.pausedUntil = Math.max(places.pausedUntil, performance.now() + ms);
    for (const waiter of places.line.impatient(ms)) waiter.giveUp(ms);
  }
  wait(places, ms > 0 ? ms : POLL_MS);
};

/** Starts the first waiting call in the slot that was taken. */
const begin = (places: Places, call: string): void => {
  const { line, running, shared } = places;
  const waiter = line.first();
  running.add(call);
  // A shared store must be notified that these calls are still running.
  if (shared?.keep) places.keeper ??= setInterval(() => void tried(() => shared.keep?.([...running], WINDOW_MS)), WINDOW_MS / 5);
  if (waiter) waiter.begin(call);
  // The waiting calls were cancelled while the slot was taken, so it is freed.
  else end(places, call, 0);
};

const end = (places: Places, call: string, windowMs: number): void => {
  const { running, shared, local } = places;
  running.delete(call);
  if (running.size === 0) {
    clearInterval(places.keeper);
    places.keeper = undefined;
  }
  if (!shared) local.end(call, windowMs);
  else void tried(() => shared.end?.(call, windowMs));
};

/** Returns a function that frees a slot. An abort of the signal also frees the slot. */
export const releaseOf = (places: Places, call: string, signal: AbortSignal | undefined): LimiterRelease => {
  let isHeld = true;
  const release = (how?: LimiterEnd): void => {
    signal?.removeEventListener('abort', abandon);
    if (!isHeld) return;
    isHeld = false;
    end(places, call, how === 'not-sent' ? 0 : WINDOW_MS + (how === 'lost' ? LATE_MS : 0));
    advance(places);
  };
  const abandon = (): void => release('lost');
  // If a stream is never read, only its signal can free the slot.
  signal?.addEventListener('abort', abandon);
  return release;
};

/** Rejects a call. Some rejections wait for a timer, because a caller that retries in a loop would otherwise block running calls. */
export const rejectCall = (places: Places, work: () => void): void => {
  if (++places.rejections % TURN_REJECTIONS === 0) setTimeout(work);
  else work();
};
