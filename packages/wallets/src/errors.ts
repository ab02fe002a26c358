import { isPlatformError } from '@platform-sdk/core';
import type { ReconcilableError } from './reconcile.ts';

export { isInsufficientCreditsError, type InsufficientCreditsError } from '@platform-sdk/core';

/** The outcome of a payment is unknown; `error.reconcile()` looks for it. */
export const isReconcilableError = (error: unknown): error is ReconcilableError => isPlatformError(error) && 'reconcile' in error;
