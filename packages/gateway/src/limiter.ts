import { PlatformError, type ErrorDetails } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/contract';

/** The documented tiers. */
export type Tier = 'free' | 'pro' | 'enterprise';

/** How many requests the gateway accepts. */
export interface Limits {
  /** Requests begun within any 60 seconds. At least 1. */
  readonly requestsPerMinute: number;
  /** Requests under way at the same time. A stream is under way until it ends or its loop is left. At least 1. */
  readonly concurrency: number;
}

/** How many requests may begin now, and how many wait. */
export interface Headroom {
  /** Requests that may begin within the current 60 seconds. */
  readonly requests: number;
  /** Requests that may begin beside those under way. */
  readonly concurrency: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Milliseconds until the end of a pause that the gateway demanded; 0 without one. */
  readonly pausedMs: number;
}

/** How one request waits for its turn. */
export interface Waiting {
  /** The name that errors carry, such as `gateway.chat`. */
  readonly operation: string;
  /** Ends the wait, and later frees the request's place. Default: only a timeout or the returned function does. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for a turn. Default: unlimited. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds. A longer pause ends the wait at once. Default: unlimited. */
  readonly maxPauseMs?: number | undefined;
}

/** Holds requests back on the client's side, first come, first served. Clients that share a key can share one. */
export interface Limiter {
  /** Waits for a request's turn. Returns a function that frees its place. */
  acquire(waiting: Waiting): Promise<() => void>;
  /** Lets no request begin for so many milliseconds. A shorter pause does not end a longer one. */
  pause(ms: number): void;
  /** The current state, for displays and schedulers. */
  headroom(): Headroom;
}

const TIERS: Readonly<Record<Tier, Limits>> = {
  free: { requestsPerMinute: 60, concurrency: 5 },
  pro: { requestsPerMinute: 1000, concurrency: 50 },
  enterprise: { requestsPerMinute: 5000, concurrency: 200 },
};
const MINUTE_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const limitsOf = ({ tier, ...limits }: { readonly tier?: Tier } & Partial<Limits>): Limits => {
  if (tier !== undefined && !Object.hasOwn(TIERS, tier))
    throw inputError(`createLimiter: tier must be one of ${Object.keys(TIERS).join(', ')}`, 'tier');
  const { requestsPerMinute = NaN, concurrency = NaN } = tier === undefined ? limits : TIERS[tier];
  for (const [name, limit] of Object.entries({ requestsPerMinute, concurrency }))
    if (!(limit >= 1)) throw inputError(`createLimiter: ${name} must be a number of at least 1`, name);
  return { requestsPerMinute, concurrency };
};

/** Creates a limiter for a documented tier or for limits of your own. */
export const createLimiter = (given: { readonly tier: Tier } | Limits): Limiter => {
  const { requestsPerMinute, concurrency } = limitsOf({ ...given });

  const queue = new Map<() => void, () => void>();
  /** When the requests of the last minute began, oldest first. */
  const begun: number[] = [];
  let active = 0;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const left = (now: number): number => {
    while (begun.length > 0 && now - (begun[0] as number) >= MINUTE_MS) begun.shift();
    return requestsPerMinute - begun.length;
  };

  /** Lets begin whoever may, and looks again when time opens the next place. */
  const advance = (): void => {
    clearTimeout(timer);
    const now = performance.now();
    for (const begin of queue.keys()) {
      if (active >= concurrency) return;
      const opensAt = Math.max(pausedUntil, left(now) >= 1 ? 0 : (begun[0] as number) + MINUTE_MS);
      if (opensAt > now) {
        timer = setTimeout(advance, Math.min(Math.ceil(opensAt - now), LONGEST_TIMER_MS));
        return;
      }
      queue.delete(begin);
      active++;
      begun.push(now);
      begin();
    }
  };

  return {
    acquire: ({ operation, signal, timeoutMs, maxPauseMs = Infinity }) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          clearTimeout(limit);
          signal?.removeEventListener('abort', abort);
        };
        const leave = (kind: 'aborted' | 'timeout', message: string, more: ErrorDetails = {}): void => {
          stop();
          queue.delete(begin);
          if (queue.size === 0) clearTimeout(timer);
          reject(new PlatformError(kind, message, { operation, outcome: 'not-sent', ...more }, { cause: signal?.reason }));
        };
        const check = (): void => {
          const pauseMs = pausedUntil - performance.now();
          if (pauseMs <= maxPauseMs) return;
          const retryAfterSeconds = Math.ceil(pauseMs / 1000);
          leave('timeout', `The gateway takes no requests for ${retryAfterSeconds} s`, { code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds });
        };
        const abort = (): void => leave('aborted', 'The call was aborted before its turn came');
        const begin = (): void => {
          stop();
          const release = (): void => {
            signal?.removeEventListener('abort', release);
            if (!held) return;
            held = false;
            active--;
            advance();
          };
          let held = true;
          // A stream that nobody reads is closed by its signal alone.
          signal?.addEventListener('abort', release);
          resolve(release);
        };
        const late = (): void => leave('timeout', `The call's turn did not come within ${timeoutMs} ms`);
        const limit = timeoutMs !== undefined && timeoutMs <= LONGEST_TIMER_MS ? setTimeout(late, timeoutMs) : undefined;
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort);
        queue.set(begin, check);
        check();
        advance();
      }),
    pause(ms) {
      if (!(ms > 0)) return;
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      for (const check of queue.values()) check();
      advance();
    },
    headroom() {
      const now = performance.now();
      return {
        requests: left(now),
        concurrency: concurrency - active,
        waiting: queue.size,
        pausedMs: Math.max(0, pausedUntil - now),
      };
    },
  };
};
