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

/** The model does not exist, or is inactive. */
export interface UnknownModelError extends PlatformError {
  readonly status: 400 | 404;
}

/** The model's provider failed. */
export interface ProviderError extends PlatformError {
  readonly kind: 'http';
}

/** Codes that only repeat the status. */
const GENERAL = /^(?:\d{3}|bad_?request|invalid_request_error)?$/i;

/**
 * An own provider key was used without an active subscription: `error.body?.error` has `organization_id` and `subscription_found`. Other
 * responses with 403 lack both.
 */
export const isSubscriptionRequiredError = (error: unknown): error is SubscriptionRequiredError => {
  if (!isPlatformError(error) || error.status !== 403) return false;
  const { organization_id: organization, subscription_found: isFound } = (error as SubscriptionRequiredError).body?.error ?? {};
  return organization !== undefined || isFound !== undefined || /subscription/i.test(error.code ?? '');
};

/**
 * The model does not exist, or is inactive. The API specification has a 400 for this failure alone. A 400 with the code of another failure,
 * such as `context_length_exceeded`, is none.
 */
export const isUnknownModelError = (error: unknown): error is UnknownModelError => {
  if (!isPlatformError(error)) return false;
  const { status, code = '', operation = '', detail } = error;
  const isNamed = /model/i.test(code);
  return (
    (status === 400 && (isNamed || (GENERAL.test(code) && operation.startsWith('gateway.') && detail !== undefined))) ||
    (status === 404 && isNamed)
  );
};

/** The model's provider failed, before the response or within it. */
export const isProviderError = (error: unknown): error is ProviderError =>
  isPlatformError(error) &&
  error.kind === 'http' &&
  ((error.status ?? 0) >= 500 || (error.status === 200 && !isRateLimitedError(error) && !isInsufficientCreditsError(error)));
