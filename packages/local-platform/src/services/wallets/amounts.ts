import { refuse } from '../../errors/refusal.ts';

const DECIMALS = 6;
const SCALE = 10n ** 6n;

/** The greatest amount that a number of JSON states exactly, in millionths. */
export const MAX_UNITS: bigint = BigInt(Number.MAX_SAFE_INTEGER) * SCALE;

/** Returns an amount in millionths. Whole numbers keep balances exact. Rejects an amount with more decimals. */
export const toUnits = (amount: number): bigint => {
  const text = amount.toFixed(DECIMALS);
  const units = text.includes('e') ? -1n : BigInt(text.replace('.', ''));
  return toAmount(units) === amount ? units : refuse(422, 'INVALID_AMOUNT', 'The amount has more than 6 decimals.', { field: 'amount' });
};

/** Millionths as an amount. */
export const toAmount = (units: bigint): number => Number(`${units / SCALE}.${String(units % SCALE).padStart(DECIMALS, '0')}`);

/** Returns a price as a whole number for comparison. Returns undefined for a price of zero or less. */
export const toPrice = (price = 1): bigint | undefined => (price > 0 && price < 1e9 ? BigInt(Math.round(price * 1e12)) : undefined);
