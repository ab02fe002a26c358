import { refuse } from '../../errors/refusal.ts';

const DECIMALS = 6;
const SCALE = 10n ** 6n;

/** The largest amount that a JSON number represents exactly, in millionths. */
export const MAX_UNITS: bigint = BigInt(Number.MAX_SAFE_INTEGER) * SCALE;

/** Converts an amount to millionths, so that balances stay exact. Throws if the amount has more than six decimals. */
export const toUnits = (amount: number): bigint => {
  const text = amount.toFixed(DECIMALS);
  const units = text.includes('e') ? -1n : BigInt(text.replace('.', ''));
  return toAmount(units) === amount ? units : refuse(422, 'INVALID_AMOUNT', 'The amount has more than 6 decimals.', { field: 'amount' });
};

/** Converts millionths to an amount. */
export const toAmount = (units: bigint): number => Number(`${units / SCALE}.${String(units % SCALE).padStart(DECIMALS, '0')}`);

/** Converts a price to an integer for comparison. Returns undefined unless the price is above zero and below a billion. */
export const toPrice = (price = 1): bigint | undefined => (price > 0 && price < 1e9 ? BigInt(Math.round(price * 1e12)) : undefined);
