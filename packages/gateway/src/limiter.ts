import type { LimiterState, LimiterStore } from './limiter-store.ts';
import { limitsOf, type LimiterInput, type LimiterOptions, type TierLimits, type GatewayTier } from './limits.ts';
import { advance, createPlaces, pausedMs, rejectCall, releaseOf, tried, WINDOW_MS, type Places } from './places.ts';
import { waitForTurn, type LimiterRelease, type LimiterWaiting } from './turn.ts';

/** The number of requests that may begin now, and the number of waiting requests. */
export interface LimiterHeadroom {
  /** Requests that may begin within the current 60 seconds. */
  readonly requests: number;
  /** Requests that may begin in addition to the running requests. */
  readonly concurrency: number;
  /** Requests that wait in this limiter. */
  readonly waiting: number;
  /** The remaining milliseconds of a pause that the gateway requested; 0 without a pause. */
  readonly pausedMs: number;
}

/** Delays requests in the client and starts them in the order of their calls. Clients that share a key can share a limiter. */
export interface Limiter {
  /** Waits for a request's turn. Returns a function that frees the request's slot. */
  acquire(waiting: LimiterWaiting): Promise<LimiterRelease>;
  /** Delays new requests by the given milliseconds. A shorter pause does not end a longer pause. */
  pause(ms: number): void | Promise<void>;
  /** Returns the current state, for displays and schedulers. */
  headroom(): LimiterHeadroom | Promise<LimiterHeadroom>;
}

/** A limiter that counts only its own requests, so its state is available synchronously. */
export interface LocalLimiter extends Limiter {
  pause(ms: number): void;
  headroom(): LimiterHeadroom;
}

interface CreateLimiter {
  /** Creates a limiter that counts in a store, for a documented tier or for your own limits. */
  (given: ({ readonly tier: GatewayTier } | TierLimits) & LimiterOptions & { readonly store: LimiterStore }): Limiter;
  /** Creates a limiter for a documented tier or for your own limits. */
  (given: ({ readonly tier: GatewayTier } | TierLimits) & Omit<LimiterOptions, 'store'>): LocalLimiter;
}

/** Creates a limiter for a documented tier or for your own limits. */
export const createLimiter = ((given: LimiterInput): Limiter => {
  const { maxWaiting, ...limits } = limitsOf(given);
  const places = createPlaces(limits, (given as LimiterOptions).store);
  const { line } = places;
  return {
    acquire: (waiting) =>
      waitForTurn(waiting, {
        line,
        maxWaiting,
        pausedMs: () => pausedMs(places),
        advance: () => advance(places),
        rest: () => clearTimeout(places.timer),
        rejectCall: (work) => rejectCall(places, work),
        releaseOf: (call, signal) => releaseOf(places, call, signal),
      }),
    pause: (ms) => (ms > 0 ? pause(places, ms) : undefined),
    headroom: () => headroom(places),
  };
}) as CreateLimiter;

const pause = (places: Places, ms: number): void | Promise<void> => {
  const { line, shared } = places;
  places.pausedUntil = Math.max(places.pausedUntil, performance.now() + ms);
  const pauseMs = pausedMs(places);
  for (const waiter of line.impatient(pauseMs)) waiter.giveUp(pauseMs);
  advance(places);
  return shared && tried(() => shared.pause(ms)).then(() => undefined);
};

const headroom = (places: Places): LimiterHeadroom | Promise<LimiterHeadroom> => {
  const { requestsPerMinute, concurrency, shared, local, running, line } = places;
  const toHeadroom = (state: LimiterState): LimiterHeadroom => ({
    requests: Math.max(0, requestsPerMinute - state.taken),
    concurrency: Math.max(0, concurrency - state.running),
    waiting: line.size(),
    pausedMs: Math.max(state.pausedMs, pausedMs(places)),
  });
  const here: LimiterState = { ...local.state(), ...(shared && { taken: running.size, running: running.size }) };
  if (!shared?.state) return toHeadroom(here);
  return tried(() => shared.state?.(WINDOW_MS)).then((state) => toHeadroom(state ?? here));
};
