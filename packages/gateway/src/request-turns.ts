import type { CallOptions, Platform, PlatformError } from '@platform-sdk/core';
import { isPlatformError, MAX_RETRY_AFTER_MS } from '@platform-sdk/core/internal';
import { isRateLimitedError } from './errors.ts';
import type { Limiter } from './limiter.ts';
import type { LimiterEnd, LimiterRelease } from './turn.ts';

/** A client's platform, and the limiter that starts its requests. */
export interface Turns {
  readonly platform: Platform;
  readonly limiter: Limiter | undefined;
}

/** Sends a request within the remaining time. Calls `release` when the request has ended. */
type Work<Result> = (release: LimiterRelease, remainingMs?: number) => Promise<Result>;

/** The pause of a limiter after a 429 without `Retry-After`. */
const PAUSE_MS = 1000;

/** Disables retries of rejected calls: instead, they wait in the limiter's queue again. */
export const withoutRetries = <Options extends CallOptions>({ limiter }: Turns, options: Options): Options =>
  limiter && options.retry !== false ? { ...options, retry: { ...options.retry, retryOn429: false } } : options;

/** Pauses the queue after an error if needed, and returns the duration. A failing limiter does not hide the error. */
export const pauseAfter = async ({ platform, limiter }: Turns, error: unknown): Promise<number | undefined> => {
  if (!isRateLimitedError(error)) return undefined;
  const ms = (error.retryAfterSeconds ?? 0) * 1000 || PAUSE_MS;
  try {
    await limiter?.pause(ms);
  } catch {
    platform.context.log?.({ type: 'warning', code: 'LIMITER_NOT_PAUSED', message: 'The limiter could not be paused.' });
  }
  return ms;
};

/** Waits for a request's turn. After a 429 it waits for another turn, if `retry` allows that. */
export const inTurn = async <Result>(
  turns: Turns,
  operation: string,
  { signal, retry }: CallOptions,
  timeoutMs: number | undefined,
  work: Work<Result>,
): Promise<Result> => {
  const { limiter, platform } = turns;
  if (!limiter) return work(() => undefined, timeoutMs);
  const { options, budget } = platform.context;
  const { retryOn429 = false, limit = 2, maxRetryAfterMs: maxPauseMs = MAX_RETRY_AFTER_MS } = { ...options.retry, ...retry };
  const started = performance.now();
  const remainingMs = (): number | undefined => timeoutMs && Math.max(0, timeoutMs - (performance.now() - started));
  const acquire = (): Promise<LimiterRelease> => limiter.acquire({ operation, signal, timeoutMs: remainingMs(), maxPauseMs });
  for (let again = retryOn429 && retry !== false ? limit : 0; ; again--) {
    const release = await (options.tracing?.wait?.({ operation }, acquire) ?? acquire());
    try {
      return await work(release, remainingMs());
    } catch (error) {
      // The pause begins at once, although a store may be slow to record it.
      const pausing = pauseAfter(turns, error);
      release(endOf(error));
      if (again <= 0 || !isRejected(error, await pausing, maxPauseMs) || !budget.spend()) throw error;
    }
  }
};

/** Without a response, the gateway may count the request later. It never counts a request that did not leave the machine. */
const endOf = (error: unknown): LimiterEnd | undefined => {
  if (!isPlatformError(error) || error.status !== undefined) return undefined;
  return error.outcome === 'not-sent' ? 'not-sent' : 'lost';
};

/** Only status 429 rejects the request. Other responses may report a rate limit after a billed reply. */
const isRejected = (error: unknown, pauseMs: number | undefined, maxPauseMs: number): boolean =>
  pauseMs !== undefined && pauseMs <= maxPauseMs && (error as PlatformError).status === 429;
