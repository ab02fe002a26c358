import type { Transaction } from '@platform-sdk/wallets';
import { refuse } from '../../errors/refusal.ts';
import type { World } from '../../world/state.ts';
import { MAX_UNITS, toAmount, toPrice, toUnits } from './amounts.ts';
import { ledgerRecords, type Holder, type WalletRecord } from './records.ts';
import { deepFreeze } from '../../state/freeze.ts';

/** Returns a holder's amount of an asset, in millionths. */
export const held = ({ holdings }: Holder, asset: string): bigint => holdings.get(asset) ?? 0n;

/** Moves funds between two holders. Only this function changes holdings. Throws if a JSON number cannot represent the new balance exactly. */
const move = (from: Holder, to: Holder, asset: string, units: bigint): void => {
  if (from !== to && held(to, asset) + units > MAX_UNITS)
    refuse(422, 'BALANCE_TOO_LARGE', `The balance would exceed ${Number.MAX_SAFE_INTEGER}.`, { field: 'amount' });
  from.holdings.set(asset, held(from, asset) - units);
  to.holdings.set(asset, held(to, asset) + units);
};

/** The metadata and the time of a transaction. */
export type Words = Pick<Transaction, 'metadata'> & { readonly at?: string | undefined };

/** The metadata, time and type of a movement between wallets. The API specification defines no type for debits and credits. */
type TypedWords = Words & { readonly transaction_type: string };

const record = (world: World, transaction: Omit<Transaction, 'id'>, at = world.timestamp()): Transaction => {
  const id = world.id();
  const recorded = deepFreeze({ id, status: 'completed', ...transaction, created_at: at });
  world.records(ledgerRecords).transactions.set(id, recorded);
  return recorded;
};

const described = ({ metadata }: Words): Pick<Transaction, 'metadata'> => (metadata ? { metadata } : {});

/** Adds funds to a wallet. */
export const credit = (world: World, to: WalletRecord, asset: string, amount: number, words: Words): Transaction => {
  move(world.records(ledgerRecords).outside, to, asset, toUnits(amount));
  return record(world, { amount, to_wallet: to.addressHash, target_asset: asset, ...described(words) }, words.at);
};

/** Removes funds from a wallet. The caller checks the balance. */
export const debit = (world: World, from: WalletRecord, asset: string, amount: number, words: Words): Transaction => {
  move(from, world.records(ledgerRecords).outside, asset, toUnits(amount));
  return record(world, { amount, from_wallet: from.addressHash, source_asset: asset, ...described(words) }, words.at);
};

/** A movement of funds. The caller checks the balance. Source and target may be the same wallet. */
export interface Exchange {
  readonly from: WalletRecord;
  readonly to: WalletRecord;
  readonly amount: number;
  readonly source_asset: string;
  readonly target_asset: string;
  readonly prices?: Readonly<Record<string, number>> | undefined;
}

/** Moves funds between wallets, assets or both. The exchange keeps the remainder of a conversion. */
export const transact = (
  world: World,
  { from, to, amount, source_asset, target_asset, prices }: Exchange,
  words: TypedWords,
): Transaction => {
  const { exchange } = world.records(ledgerRecords);
  const units = toUnits(amount);
  let metadata = words.metadata;
  if (source_asset === target_asset) move(from, to, source_asset, units);
  else {
    const [one, other] = [toPrice(prices?.[source_asset]), toPrice(prices?.[target_asset])];
    if (!one || !other) return refuse(422, 'INVALID_PRICE', 'Prices must be above zero.', { field: 'metadata.token_prices' });
    const bought = (units * one) / other;
    if (bought === 0n)
      refuse(422, 'AMOUNT_TOO_SMALL', 'The amount is worth less than a millionth of the target asset.', { field: 'amount' });
    move(from, exchange, source_asset, units);
    move(exchange, to, target_asset, bought);
    metadata = { ...metadata, target_amount: toAmount(bought) };
  }
  const { transaction_type } = words;
  const wallets = { from_wallet: from.addressHash, to_wallet: to.addressHash };
  return record(world, { transaction_type, amount, ...wallets, source_asset, target_asset, ...(metadata && { metadata }) });
};
