import { hasErrorCode, isPlatformError, type PlatformError } from '@platform-sdk/core';

/** The wallets that pay for a request contain too few credits. */
export interface InsufficientCreditsError extends PlatformError {
  /** The gateway's response. Absent when it had no body. */
  readonly body?: {
    /** The gateway's own sentence. Absent when the gateway does not send it. */
    readonly detail?: string;
    /** The details. Absent when the gateway does not send them. */
    readonly error?: {
      /** The gateway's code: `INSUFFICIENT_CREDITS`. Absent when the gateway does not send it. */
      readonly code?: string;
      /** Credits that the request needs. Absent when the gateway does not send it. */
      readonly required_amount?: number;
      /**
       * The wallets in the order of the checks: the project's, the organization's, its owner's. Absent when the gateway does not send it.
       */
      readonly checked_wallets?: readonly unknown[];
    };
  };
}

/** A request with a provider key of your own needs a subscription. */
export interface SubscriptionRequiredError extends PlatformError {
  /** The gateway's response. Absent when it had no body. */
  readonly body?: {
    /** The gateway's own sentence. Absent when the gateway does not send it. */
    readonly detail?: string;
    /** The details. Absent when the gateway does not send them. */
    readonly error?: {
      /** The id of the organization without an active subscription. Absent when the gateway does not send it. */
      readonly organization_id?: string;
      /** True when there is a subscription, but an inactive one. Absent when the gateway does not send it. */
      readonly subscription_found?: boolean;
    };
  };
}

/** There were too many requests. */
export interface RateLimitedError extends PlatformError {
  /** Seconds to wait before the next request. Absent when the gateway does not send `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

const says = ({ code = '', message }: PlatformError, words: RegExp): boolean => words.test(`${code} ${message}`);

/** All wallets together hold too little: `error.body?.error` has `required_amount` and `checked_wallets`. */
export const isInsufficientCreditsError = (error: unknown): error is InsufficientCreditsError =>
  isPlatformError(error) && (error.status === 402 || hasErrorCode(error, 'INSUFFICIENT_CREDITS'));

/** An own provider key was used without an active subscription: `error.body?.error` has `organization_id` and `subscription_found`. */
export const isSubscriptionRequiredError = (error: unknown): error is SubscriptionRequiredError =>
  isPlatformError(error) &&
  error.status === 403 &&
  (says(error, /subscription/i) || (error as SubscriptionRequiredError).body?.error?.subscription_found !== undefined);

/** The model does not exist, or is inactive. */
export const isUnknownModelError = (error: unknown): error is PlatformError =>
  isPlatformError(error) && (error.status === 400 || error.status === 404) && says(error, /model/i);

/** There were too many requests, whether the answer or the stream says so. */
export const isRateLimitedError = (error: unknown): error is RateLimitedError =>
  isPlatformError(error) &&
  (error.status === 429 || /^(429|rate_limit\w*)$/i.test(error.code ?? '') || hasErrorCode(error, 'rate_limit_exceeded'));

/** The model's provider failed, before the answer began or in the middle of it. */
export const isProviderError = (error: unknown): error is PlatformError =>
  isPlatformError(error) &&
  error.kind === 'http' &&
  ((error.status ?? 0) >= 500 || (error.status === 200 && !isRateLimitedError(error) && !isInsufficientCreditsError(error)));
