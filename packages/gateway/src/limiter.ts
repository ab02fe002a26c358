import { PlatformError, type ErrorDetails } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/contract';

/** The documented tiers. */
export type Tier = 'free' | 'pro' | 'enterprise';

/** How many requests the gateway takes. */
export interface Limits {
  /** Begun within any 60 seconds. */
  readonly requestsPerMinute: number;
  /** Under way at the same time; a stream is until it ends or is left. */
  readonly concurrency: number;
}

/** What may begin now, and what has to wait. */
export interface Headroom {
  readonly requests: number;
  readonly concurrency: number;
  /** How many wait. */
  readonly waiting: number;
  /** Until a pause that the gateway asked for is over. */
  readonly pausedMs: number;
}

/** How one request waits for its turn. */
export interface Waiting {
  readonly operation: string;
  readonly signal?: AbortSignal | undefined;
  /** Unlimited by default. */
  readonly timeoutMs?: number | undefined;
  /** A longer pause ends the wait at once; unlimited by default. */
  readonly maxPauseMs?: number | undefined;
}

/** Holds requests back on the client's side, first come, first served. Clients that share a key can share one. */
export interface Limiter {
  /** Waits for a request's turn; gives what ends it. */
  acquire(waiting: Waiting): Promise<() => void>;
  /** Lets nobody begin for so long. */
  pause(ms: number): void;
  headroom(): Headroom;
}

const TIERS: Readonly<Record<Tier, Limits>> = {
  free: { requestsPerMinute: 60, concurrency: 5 },
  pro: { requestsPerMinute: 1000, concurrency: 50 },
  enterprise: { requestsPerMinute: 5000, concurrency: 200 },
};
const MINUTE_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Creates a limiter for a documented tier or for limits of your own. */
export const createLimiter = (given: { readonly tier: Tier } | Limits): Limiter => {
  const { requestsPerMinute, concurrency } = 'tier' in given ? TIERS[given.tier] : given;
  if (!(requestsPerMinute >= 1 && concurrency >= 1)) throw inputError('A limiter needs requestsPerMinute and concurrency of at least 1');

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
