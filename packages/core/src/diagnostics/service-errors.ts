import { hasErrorCode, type CodedError } from './error-code.ts';
import { isPlatformError, type PlatformError } from './errors.ts';

/** The wallets that pay for a call do not contain enough credits. */
export interface InsufficientCreditsError extends PlatformError {
  /** The body of the response. Absent if the body was empty. */
  readonly body?: {
    /** The service's own message. Absent if the service does not send this value. */
    readonly detail?: string;
    /** The details of the failure. Absent if the service does not send this value. */
    readonly error?: {
      /** The service's code: `INSUFFICIENT_CREDITS`. Absent if the service sends no code. */
      readonly code?: string;
      /** The number of credits that the call needs. Absent if the service sends no amount. */
      readonly required_amount?: number;
      /**
       * The wallets in the order of the check: such as the project's, the organization's, its owner's. Absent if the service sends no
       * list.
       */
      readonly checked_wallets?: readonly unknown[];
    };
  };
}

/** Too many requests arrived. */
export interface RateLimitedError extends CodedError {
  /** Seconds to wait before the next request. Absent without `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Returns true if the wallets do not contain enough credits: `error.body?.error` has `required_amount` and `checked_wallets`. */
export const isInsufficientCreditsError = (error: unknown): error is InsufficientCreditsError =>
  isPlatformError(error) && (error.status === 402 || hasErrorCode(error, 'INSUFFICIENT_CREDITS'));

/** Returns true if there were too many requests, as reported by a response or by an event of a stream. */
export const isRateLimitedError = (error: unknown): error is RateLimitedError =>
  isPlatformError(error) &&
  error.kind !== 'aborted' &&
  (error.status === 429 ||
    /^(429|rate_limit\w*)$/i.test(error.code ?? '') ||
    ['rate_limit_exceeded', 'RATE_LIMITED'].some((code) => hasErrorCode(error, code)));
