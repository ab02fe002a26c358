import { hasErrorCode, isPlatformError, type PlatformError } from '@platform-sdk/core';
import type { ReconcilableError } from './reconcile.ts';

/** A wallet contains less than is needed. The amounts are absent when the service does not send them. */
export interface InsufficientCreditsError extends PlatformError {
  /** The service's response. Absent when it had no body. */
  readonly body?: {
    /** The details. Absent when the service does not send them. */
    readonly error?: {
      /** Credits that the payment needs. Absent when the service does not send it. */
      readonly required_amount?: number;
      /** The wallets that were checked, in order. Absent when the service does not send it. */
      readonly checked_wallets?: readonly unknown[];
    };
  };
}

/** A wallet holds less than is needed: `error.body?.error` has `required_amount` and `checked_wallets`. */
export const isInsufficientCredits = (error: unknown): error is InsufficientCreditsError =>
  isPlatformError(error) && (error.status === 402 || hasErrorCode(error, 'INSUFFICIENT_CREDITS'));

/** It is not known whether a payment was made; `error.reconcile()` looks for it. */
export const isReconcilableError = (error: unknown): error is ReconcilableError => isPlatformError(error) && 'reconcile' in error;
