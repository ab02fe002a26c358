import { isInsufficientCreditsError, isPlatformError, isRateLimitedError, type PlatformError } from '@platform-sdk/core';

export { isInsufficientCreditsError, isRateLimitedError, type InsufficientCreditsError, type RateLimitedError } from '@platform-sdk/core';

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
      /** True for an existing but inactive subscription. Absent when the gateway does not send it. */
      readonly subscription_found?: boolean;
    };
  };
}

const says = ({ code = '', message }: PlatformError, words: RegExp): boolean => words.test(`${code} ${message}`);

/** An own provider key was used without an active subscription: `error.body?.error` has `organization_id` and `subscription_found`. */
export const isSubscriptionRequiredError = (error: unknown): error is SubscriptionRequiredError =>
  isPlatformError(error) &&
  error.status === 403 &&
  (says(error, /subscription/i) || (error as SubscriptionRequiredError).body?.error?.subscription_found !== undefined);

/** The model does not exist, or is inactive. */
export const isUnknownModelError = (error: unknown): error is PlatformError =>
  isPlatformError(error) && (error.status === 400 || error.status === 404) && says(error, /model/i);

/** The model's provider failed, before the response or within it. */
export const isProviderError = (error: unknown): error is PlatformError =>
  isPlatformError(error) &&
  error.kind === 'http' &&
  ((error.status ?? 0) >= 500 || (error.status === 200 && !isRateLimitedError(error) && !isInsufficientCreditsError(error)));
