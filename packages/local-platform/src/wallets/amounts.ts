import { refuse } from '../errors/refusal.ts';

const DECIMALS = 6;
const SCALE = 10n ** 6n;

/** An amount in millionths: as whole numbers, balances add up to the last of them. One with more decimals is refused. */
export const toUnits = (amount: number): bigint => {
  const text = amount.toFixed(DECIMALS);
  const units = text.includes('e') ? -1n : BigInt(text.replace('.', ''));
  return toAmount(units) === amount ? units : refuse(422, 'INVALID_AMOUNT', 'The amount has more than 6 decimals.', { field: 'amount' });
};

/** Millionths as an amount. */
export const toAmount = (units: bigint): number => Number(`${units / SCALE}.${String(units % SCALE).padStart(DECIMALS, '0')}`);

/** A price as a whole number, to compare it with another; undefined for one that is not above zero. */
export const toPrice = (price = 1): bigint | undefined => (price > 0 && price < 1e9 ? BigInt(Math.round(price * 1e12)) : undefined);
