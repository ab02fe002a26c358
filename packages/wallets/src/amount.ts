import { PlatformError } from '@platform-sdk/core/internal';
import type { Amount } from './types.ts';

/** The maximum number of decimals. JavaScript would write a smaller amount with an exponent, such as `1e-7`. */
const DECIMALS = 6;
/** Below this limit, a number can represent every amount of 6 decimals. From this limit on, only whole amounts are accepted. */
const MAX = 1e9;
/** The maximum relative floating-point error of a few additions: 4 units of the last bit. */
const NOISE = 2 ** -50;

/**
 * Returns the number to send for an amount: `0.3` for `0.1 + 0.2` and for `'0.30'`. Throws for an amount that is not positive, is not exact,
 * or has more than 6 decimals. Only floating-point errors are removed.
 */
export const exactAmount = (operation: string, amount: Amount): number => {
  // Untyped input may contain `[5]` or `true`, which JavaScript would convert into a number.
  const isAmount = typeof amount === 'string' ? /^\d+(\.\d{1,6})?$/.test(amount) : typeof amount === 'number';
  const given = isAmount ? Number(amount) : NaN;
  const exact = Number(given.toFixed(DECIMALS));
  if (!(exact > 0 && Math.abs(given - exact) <= given * NOISE && (exact < MAX || Number.isSafeInteger(exact)))) {
    throw new PlatformError(
      'invalid-input',
      `${operation}: amount must be positive, with at most ${DECIMALS} decimals, and below ${MAX} if it has any`,
      {
        operation,
        field: 'amount',
        outcome: 'not-sent',
      },
    );
  }
  return exact;
};
