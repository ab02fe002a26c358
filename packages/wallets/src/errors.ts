import { isPlatformError } from '@platform-sdk/core/internal';
import type { ReconcilableError } from './reconcile.ts';

export type { InsufficientCreditsError } from '@platform-sdk/core';
export { isInsufficientCreditsError } from '@platform-sdk/core/internal';

/** The outcome of a payment is unknown; `error.reconcile()` looks for it. */
export const isReconcilableError = (error: unknown): error is ReconcilableError => isPlatformError(error) && 'reconcile' in error;
