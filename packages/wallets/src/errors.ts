import { isPlatformError } from '@platform-sdk/core/internal';
import type { ReconcilableError } from './reconcile.ts';

export type { InsufficientCreditsError } from '@platform-sdk/core';
export { isInsufficientCreditsError } from '@platform-sdk/core/internal';

/** Returns true if the outcome of a payment is unknown. `error.reconcile()` then looks for the payment. */
export const isReconcilableError = (error: unknown): error is ReconcilableError => isPlatformError(error) && 'reconcile' in error;
