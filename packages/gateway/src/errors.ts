import { hasErrorCode, isPlatformError, type PlatformError } from '@platform-sdk/core';

/** The wallets that pay for a request hold too little. */
export interface InsufficientCreditsError extends PlatformError {
  readonly body?: {
    readonly detail?: string;
    readonly error?: {
      readonly code?: string;
      readonly required_amount?: number;
      /** In the order in which they were looked at: the project's, the organization's, its owner's. */
      readonly checked_wallets?: readonly unknown[];
    };
  };
}

/** A request with a provider key of one's own needs a subscription. */
export interface SubscriptionRequiredError extends PlatformError {
  readonly body?: {
    readonly detail?: string;
    readonly error?: {
      readonly organization_id?: string;
      /** Whether there is one at all; it is not active. */
      readonly subscription_found?: boolean;
    };
  };
}

/** There were too many requests: `retryAfterSeconds` says when to come back, if the gateway did. */
export interface RateLimitedError extends PlatformError {
  readonly retryAfterSeconds?: number;
}

const says = ({ code = '', message }: PlatformError, words: RegExp): boolean => words.test(`${code} ${message}`);

/** All wallets together hold too little: `error.body?.error` has `required_amount` and `checked_wallets`. */
export const isInsufficientCredits = (error: unknown): error is InsufficientCreditsError =>
  isPlatformError(error) && (error.status === 402 || hasErrorCode(error, 'INSUFFICIENT_CREDITS'));

/** An own provider key was used without an active subscription: `error.body?.error` has `organization_id` and `subscription_found`. */
export const isSubscriptionRequired = (error: unknown): error is SubscriptionRequiredError =>
  isPlatformError(error) &&
  error.status === 403 &&
  (says(error, /subscription/i) || (error as SubscriptionRequiredError).body?.error?.subscription_found !== undefined);

/** The model does not exist, or is inactive. */
export const isUnknownModel = (error: unknown): error is PlatformError =>
  isPlatformError(error) && (error.status === 400 || error.status === 404) && says(error, /model/i);

/** There were too many requests, whether the answer or the stream says so. */
export const isRateLimited = (error: unknown): error is RateLimitedError =>
  isPlatformError(error) &&
  (error.status === 429 || /^(429|rate_limit\w*)$/i.test(error.code ?? '') || hasErrorCode(error, 'rate_limit_exceeded'));

/** The model's provider failed, before the answer began or in the middle of it. */
export const isProviderError = (error: unknown): error is PlatformError =>
  isPlatformError(error) &&
  error.kind === 'http' &&
  ((error.status ?? 0) >= 500 || (error.status === 200 && !isRateLimited(error) && !isInsufficientCredits(error)));
