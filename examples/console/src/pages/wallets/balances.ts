import type { Transaction } from '@platform-sdk/wallets';

/** A balance, and the time from which it applies. */
export interface Balance {
  readonly at: string;
  readonly amount: number;
}

/** Rounds an amount to 6 decimals, the maximum for amounts and their sums. */
const rounded = (amount: number): number => Number(amount.toFixed(6));

/** Returns the amount that the target received. After a conversion, the metadata contains this amount. */
const received = ({ amount = 0, metadata }: Transaction): number => Number(metadata?.['target_amount'] ?? amount);

/** Returns how a transaction changed the credits of a wallet. */
const changeOf = (addressHash: string, transaction: Transaction): number => {
  const { amount = 0, from_wallet, to_wallet, source_asset, target_asset } = transaction;
  const left = from_wallet === addressHash && (source_asset ?? 'CREDITS') === 'CREDITS' ? amount : 0;
  const came = to_wallet === addressHash && (target_asset ?? 'CREDITS') === 'CREDITS' ? received(transaction) : 0;
  return came - left;
};

/** Returns the balance after each transaction, from the oldest to the newest. Ignores transactions without a time. */
export const balancesOf = (addressHash: string, balance: number, transactions: readonly Transaction[]): readonly Balance[] => {
  const dated = transactions
    .filter(({ created_at }) => created_at !== undefined)
    .toSorted((one, other) => ((one.created_at ?? '') < (other.created_at ?? '') ? 1 : -1));
  let amount = balance;
  const before = dated.map((transaction): Balance => {
    const after = { at: transaction.created_at ?? '', amount };
    amount = rounded(amount - changeOf(addressHash, transaction));
    return after;
  });
  return before.toReversed();
};
