import { isPlatformError } from '@platform-sdk/core';
import { bounded } from '@platform-sdk/core/contract';
import { emptyWindow, endPlace, stateOf, takePlace } from './call-window.ts';
import type { LimiterState, LimiterStore } from './limiter-store.ts';
import { limitsOf, type LimiterInput, type LimiterOptions, type TierLimits, type GatewayTier } from './limits.ts';
import { LONGEST_TIMER_MS, waitForTurn, type LimiterRelease, type LimiterWaiting } from './turn.ts';
import { createWaitingLine } from './waiting-line.ts';

/** The numbers of requests that may begin now and that wait. */
export interface LimiterHeadroom {
  /** Requests that may begin within the current 60 seconds. */
  readonly requests: number;
  /** Requests that may begin in addition to the running ones. */
  readonly concurrency: number;
  /** Requests that wait for their turn here. */
  readonly waiting: number;
  /** Milliseconds until a pause requested by the gateway is over; 0 without one. */
  readonly pausedMs: number;
}

/** Delays requests on the client's side and starts them in the order of their calls. Clients that share a key can share one. */
export interface Limiter {
  /** Waits for a request's turn. Returns a function that frees its place. */
  acquire(waiting: LimiterWaiting): Promise<LimiterRelease>;
  /** Stops new requests for the given milliseconds. A shorter pause does not end a longer one. */
  pause(ms: number): void | Promise<void>;
  /** The current state, for displays and schedulers. */
  headroom(): LimiterHeadroom | Promise<LimiterHeadroom>;
}

/** A limiter that counts its own requests, so that its state is synchronous. */
export interface LocalLimiter extends Limiter {
  pause(ms: number): void;
  headroom(): LimiterHeadroom;
}

const MINUTE_MS = 60_000;
/** Clocks of two machines differ by less than this in a minute. */
const CLOCK_MS = 50;
const WINDOW_MS = MINUTE_MS + CLOCK_MS;
/** The time in which an abandoned request may still reach the gateway. */
const LATE_MS = 2000;
const STORE_MS = 10_000;
const POLL_MS = 1000;
/** Counts the calls of this limiter alone. */
const createLocalStore = () => {
  const window = emptyWindow();
  const now = (): number => performance.now();
  return {
    take: (limit: number, _: number, call: string, concurrency: number): number =>
      takePlace(window, now(), { call, limit, concurrency, lifeMs: Infinity }),
    end: (call: string, windowMs: number): void => endPlace(window, now(), call, windowMs),
    state: (): LimiterState => stateOf(window, now()),
  };
};

interface CreateLimiter {
  /** Creates a limiter that counts in a store, for a documented tier or for limits of your own. */
  (given: ({ readonly tier: GatewayTier } | TierLimits) & LimiterOptions & { readonly store: LimiterStore }): Limiter;
  /** Creates a limiter for a documented tier or for limits of your own. */
  (given: ({ readonly tier: GatewayTier } | TierLimits) & Omit<LimiterOptions, 'store'>): LocalLimiter;
}

/** Creates a limiter for a documented tier or for limits of your own. */
export const createLimiter = ((given: LimiterInput): Limiter => {
  const { requestsPerMinute, concurrency, maxWaiting } = limitsOf({ ...given });
  const shared = ({ ...given } as LimiterOptions).store;
  const local = createLocalStore();

  const line = createWaitingLine();
  const running = new Set<string>();
  /** Makes the calls of this limiter distinct from those of others. */
  const own = shared ? `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}` : '';
  let calls = 0;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keeper: ReturnType<typeof setInterval> | undefined;
  let isTaking = false;

  /** Ignores a failing store if nothing depends on its result. */
  const tried = <Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> =>
    bounded(Promise.resolve().then(work), STORE_MS, undefined).catch(() => undefined);

  const end = (call: string, windowMs: number): void => {
    running.delete(call);
    if (running.size === 0) {
      clearInterval(keeper);
      keeper = undefined;
    }
    if (!shared) local.end(call, windowMs);
    else void tried(() => shared.end?.(call, windowMs));
  };

  const began = (call: string): void => {
    running.add(call);
    // Other processes count these calls only with a store.
    if (shared?.keep && !keeper) keeper = setInterval(() => void tried(() => shared.keep?.([...running], WINDOW_MS)), WINDOW_MS / 5);
  };

  const begin = (call: string): void => {
    const waiter = line.first();
    began(call);
    if (waiter) waiter.begin(call);
    // All waiting calls were cancelled before the place was free.
    else end(call, WINDOW_MS);
  };

  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(advance, Math.min(Math.ceil(ms), LONGEST_TIMER_MS));
  };

  /** Starts all calls that may begin, and sets a timer for the next free place. */
  const advance = (): void => {
    while (!isTaking && line.first() && running.size < concurrency) {
      const pauseMs = pausedUntil - performance.now();
      if (pauseMs > 0) return wait(pauseMs);
      const call = `${own}${++calls}`;
      if (shared) return void takeShared(shared, call);
      const ms = local.take(requestsPerMinute, WINDOW_MS, call, concurrency);
      // Running calls hold all places: the end of one starts the next.
      if (ms > 0) return running.size >= requestsPerMinute ? undefined : wait(ms);
      begin(call);
    }
  };

  /** Takes one place of a store at a time, so that the order stays. */
  const takeShared = async (from: LimiterStore, call: string): Promise<void> => {
    isTaking = true;
    try {
      const ms = await bounded(
        Promise.resolve().then(() => from.take(requestsPerMinute, WINDOW_MS, call, concurrency)),
        STORE_MS,
        undefined,
      );
      isTaking = false;
      if (ms === 0) begin(call);
      else if (line.first()) return wait(ms > 0 ? ms : POLL_MS);
    } catch (error) {
      isTaking = false;
      // The place may have been taken, and without a count no call may begin.
      void tried(() => from.end?.(call, WINDOW_MS));
      line.first()?.fail(error);
      // With a silent store each waiting call would wait for the whole timeout, one after the other.
      if (isPlatformError(error) && error.kind === 'timeout') for (let next = line.first(); next; next = line.first()) next.fail(error);
    }
    advance();
  };

  /** Frees a place once, by a call or by the signal. */
  const releaseOf = (call: string, signal: AbortSignal | undefined): LimiterRelease => {
    let isHeld = true;
    const release = (isLost = false): void => {
      signal?.removeEventListener('abort', abandon);
      if (!isHeld) return;
      isHeld = false;
      end(call, WINDOW_MS + (isLost ? LATE_MS : 0));
      advance();
    };
    const abandon = (): void => release(true);
    // Only its signal closes a stream that is never read.
    signal?.addEventListener('abort', abandon);
    return release;
  };

  return {
    acquire: (waiting) =>
      waitForTurn(waiting, {
        line,
        maxWaiting,
        pausedMs: () => pausedUntil - performance.now(),
        advance,
        rest: () => clearTimeout(timer),
        releaseOf,
      }),
    pause(ms) {
      if (!(ms > 0)) return undefined;
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      const pauseMs = pausedUntil - performance.now();
      for (const waiter of line.impatient(pauseMs)) waiter.giveUp(pauseMs);
      advance();
      return shared && tried(() => shared.pause(ms)).then(() => undefined);
    },
    headroom() {
      const toHeadroom = ({ taken, running: count, pausedMs }: LimiterState): LimiterHeadroom => ({
        requests: Math.max(0, requestsPerMinute - taken),
        concurrency: Math.max(0, concurrency - count),
        waiting: line.size(),
        pausedMs: Math.max(pausedMs, pausedUntil - performance.now()),
      });
      const here: LimiterState = { ...local.state(), ...(shared && { taken: running.size, running: running.size }) };
      if (!shared?.state) return toHeadroom(here);
      return tried(() => shared.state?.(WINDOW_MS)).then((state) => toHeadroom(state ?? here));
    },
  };
}) as CreateLimiter;
