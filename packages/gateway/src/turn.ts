import type { ErrorDetails } from '@platform-sdk/core';
import { PlatformError, MAX_TIMER_MS } from '@platform-sdk/core/internal';
import type { WaitingLine } from './waiting-line.ts';

/** Describes a request that waits for its turn. */
export interface LimiterWaiting {
  /** The operation's name in errors, such as `gateway.chat`. */
  readonly operation: string;
  /** Aborting the signal ends the wait, or frees the slot of a request that has begun. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait for a turn. Default: unlimited. */
  readonly timeoutMs?: number | undefined;
  /** The longest pause to wait for, in milliseconds. A longer pause ends the wait immediately. Default: unlimited. */
  readonly maxPauseMs?: number | undefined;
}

/** The end of a request without a response. A request is `lost` if it may have arrived, and `not-sent` if it never left the machine. */
export type LimiterEnd = 'lost' | 'not-sent';

/**
 * Ends a request, and frees its slot after 60 seconds, because the gateway may have counted the request only at its end. The slot of a
 * `lost` request stays taken longer, because the request may still arrive. The slot of a `not-sent` request is free immediately.
 */
export type LimiterRelease = (end?: LimiterEnd) => void;

/** The parts of a limiter that a waiting call uses. */
export interface TurnParts {
  readonly line: WaitingLine;
  /** The maximum number of waiting requests. */
  readonly maxWaiting: number;
  /** The remaining milliseconds of the pause; 0 or less without a pause. */
  readonly pausedMs: () => number;
  /** Starts the next requests. */
  readonly advance: () => void;
  /** Called when the last waiting call has left the queue. */
  readonly rest: () => void;
  /** Rejects a call that cannot wait. */
  readonly rejectCall: (work: () => void) => void;
  /** Returns a function that frees a call's slot. */
  readonly releaseOf: (call: string, signal: AbortSignal | undefined) => LimiterRelease;
}

/** Waits in the queue for a request's turn. Returns a function that frees the request's slot. */
export const waitForTurn = (
  { operation, signal, timeoutMs = Infinity, maxPauseMs = Infinity }: LimiterWaiting,
  { line, maxWaiting, pausedMs, advance, rest, rejectCall, releaseOf }: TurnParts,
): Promise<LimiterRelease> =>
  new Promise((resolve, reject) => {
    let leaveLine = (): void => undefined;
    const stop = (): void => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', abort);
      leaveLine();
      if (line.size() === 0) rest();
    };
    const leave = (kind: 'aborted' | 'timeout' | 'network', message: string, more: ErrorDetails = {}, cause?: unknown): void => {
      stop();
      reject(new PlatformError(kind, message, { operation, outcome: 'not-sent', ...more }, { cause: cause ?? signal?.reason }));
    };
    const giveUp = (pauseMs: number): void => {
      const retryAfterSeconds = Math.ceil(pauseMs / 1000);
      leave('timeout', `The gateway takes no requests for ${retryAfterSeconds} s. Call again after that, or raise maxRetryAfterMs`, {
        code: 'RATE_LIMIT_EXCEEDED',
        retryAfterSeconds,
      });
    };
    const full = (): void =>
      leave('timeout', `${maxWaiting} calls wait for their turn already. Call again later, or raise maxWaiting`, {
        code: 'LIMITER_QUEUE_FULL',
      });
    const abort = (): void => leave('aborted', 'The call was aborted before its turn came');
    const fail = (error: unknown): void =>
      leave(
        'network',
        "The limiter's store failed, so requests cannot be counted, and none may begin. Call again when the store works",
        { code: 'LIMITER_STORE_FAILED' },
        error,
      );
    const enter = (call: string): void => {
      stop();
      resolve(releaseOf(call, signal));
    };
    const late = (): void => leave('timeout', `The call's turn did not come within ${Math.round(timeoutMs)} ms`);
    const limit = timeoutMs <= MAX_TIMER_MS ? setTimeout(late, timeoutMs) : undefined;
    if (signal?.aborted) return abort();
    const pauseMs = pausedMs();
    if (pauseMs > maxPauseMs) return rejectCall(() => giveUp(pauseMs));
    if (line.size() >= maxWaiting) return rejectCall(full);
    signal?.addEventListener('abort', abort);
    leaveLine = line.join({ begin: enter, giveUp, fail, maxPauseMs });
    if (line.size() === 1) advance();
  });
