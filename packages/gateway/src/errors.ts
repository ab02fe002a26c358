import type { PlatformError } from '@platform-sdk/core';
import { isInsufficientCreditsError, isPlatformError, isRateLimitedError } from '@platform-sdk/core/internal';

export type { InsufficientCreditsError, RateLimitedError } from '@platform-sdk/core';
export { isInsufficientCreditsError, isRateLimitedError } from '@platform-sdk/core/internal';

/** A request used your own provider key, which requires an active subscription. */
export interface SubscriptionRequiredError extends PlatformError {
  /** The body of the gateway's response. */
  readonly body?: {
    /** The gateway's message. */
    readonly detail?: string;
    /** The details. */
    readonly error?: {
      /** The id of the organization without an active subscription. */
      readonly organization_id?: string;
      /** True if the subscription exists but is inactive. */
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

/** Matches codes that only repeat the HTTP status. */
const GENERAL = /^(?:\d{3}|bad_?request|invalid_request_error)?$/i;

/**
 * Returns true if your own provider key was used without an active subscription. This is a 403 whose `error.body.error` contains
 * `organization_id` or `subscription_found`, or whose code contains `subscription`.
 */
export const isSubscriptionRequiredError = (error: unknown): error is SubscriptionRequiredError => {
  if (!isPlatformError(error) || error.status !== 403) return false;
  const { organization_id: organization, subscription_found: isFound } = (error as SubscriptionRequiredError).body?.error ?? {};
  return organization !== undefined || isFound !== undefined || /subscription/i.test(error.code ?? '');
};

/**
 * Returns true if the model does not exist, or is inactive. This is a 400 or 404 whose code contains `model`, or a 400 of the gateway
 * without a specific code. A 400 with another code, such as `context_length_exceeded`, does not count.
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

/** Returns true if the model's provider failed, before or during the response. */
export const isProviderError = (error: unknown): error is ProviderError =>
  isPlatformError(error) &&
  error.kind === 'http' &&
  ((error.status ?? 0) >= 500 || (error.status === 200 && !isRateLimitedError(error) && !isInsufficientCreditsError(error)));
