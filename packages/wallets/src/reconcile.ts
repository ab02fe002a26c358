import type { CallOptions, Pages, PlatformError } from '@platform-sdk/core';
import { createSeenRows, timeOf } from './seen-rows.ts';
import type { WalletPage, Transaction, WalletTransactionsInput } from './types.ts';

/** The result of looking for a lost payment among the wallet's transactions. */
export type Reconciliation =
  /** This transaction has the payment's reference. */
  | { readonly result: 'found'; readonly transaction: Transaction }
  /** The complete list contains no matching transaction. A slow service may still add the payment later. */
  | { readonly result: 'not-found' }
  /** One of these transactions may be the payment. The array may be empty if some of the wallet's transactions are missing or unreadable. */
  | { readonly result: 'ambiguous'; readonly transactions: Transaction[] };

/** The failure of a payment that the service may have made. */
export interface ReconcilableError extends PlatformError {
  /** Looks for the payment in the wallet's transactions since the attempt. */
  reconcile(options?: CallOptions): Promise<Reconciliation>;
}

/** The transaction that a payment creates. A null or undefined field matches any value. */
export interface Expected {
  readonly amount: number;
  readonly from_wallet: string | null;
  readonly to_wallet: string | null;
  /** Undefined if the caller did not set the asset. */
  readonly source_asset?: string | undefined;
  readonly target_asset?: string | undefined;
  /** Undefined for debits and credits. */
  readonly transaction_type?: string | undefined;
}

/** The member of `metadata` that is unique to the payment. */
export interface Reference {
  readonly name: string;
  readonly value: unknown;
}

/** A payment whose response was lost. */
export interface Attempt {
  readonly addressHash: string;
  readonly expected: Expected;
  readonly reference: Reference | undefined;
  /** Returns true if an earlier response contained its payment's reference. */
  readonly isEchoed: () => boolean;
  /** Returns the milliseconds since the start of the attempt. */
  readonly elapsed: () => number;
  /** The start of the attempt by the local clock. */
  readonly at: number;
  /** Returns true for a transaction that was listed before the attempt, and for a transaction of another payment. */
  readonly isOther: (id: string) => boolean;
}

/** Lists the transactions of a wallet. */
export type List = (input: WalletTransactionsInput, options: CallOptions) => Pages<Transaction, WalletPage<Transaction>>;

const MAX_PAGES = 50;
/** The tolerance for server times. `Date` and `created_at` may be rounded to seconds, and come from two machines. */
const SERVER_SLACK_MS = 5000;
/** The largest expected error of the local clock. */
const OWN_SLACK_MS = 300_000;
const ROUNDING = 5e-7;
const TYPES: readonly unknown[] = ['asset_conversion', 'wallet_transfer', 'transfer_with_conversion'];

export const reconcile = async (
  list: List,
  { addressHash, expected, reference, isEchoed, elapsed, at, isOther }: Attempt,
  options: CallOptions = {},
): Promise<Reconciliation> => {
  let answeredAt = NaN;
  const observed: CallOptions = {
    ...options,
    onResponse: (response) => {
      // The server's `Date` minus the elapsed time is the start of the attempt by the server's clock.
      if (Number.isNaN(answeredAt)) answeredAt = Date.parse(response.headers.get('date') ?? '') - elapsed();
      // The platform handles errors of this callback, so they are not caught here.
      return options.onResponse?.(response);
    },
  };

  const named = new Map<unknown, Transaction>();
  const alike = new Map<unknown, Transaction>();
  const seen = createSeenRows(MAX_PAGES);
  for await (const page of list({ addressHash }, observed).pages()) {
    const earliest = Number.isNaN(answeredAt) ? at - OWN_SLACK_MS : answeredAt - SERVER_SLACK_MS;
    for (const row of page.data as readonly unknown[]) {
      const transaction = seen.row(row);
      if (!transaction) continue;
      // Each transaction without an id counts separately.
      const key = transaction.id || transaction;
      if (transaction.id && isOther(transaction.id)) continue;
      const carried = referenceOf(transaction, reference);
      const isFitting = fits(expected, transaction);
      if (carried === 'own' && isFitting) named.set(key, transaction);
      // A transaction with the payment's own reference may be the payment, even if other fields differ.
      else if (carried === 'own') alike.set(key, transaction);
      else if (!isFitting || timeOf(transaction) < earliest || carried === 'other' || (carried === 'none' && isEchoed())) continue;
      else alike.set(key, transaction);
    }
    if (seen.page(page, earliest)) break;
  }

  const [transaction, ...others] = named.values();
  if (transaction && others.length === 0) return { result: 'found', transaction };
  const transactions = [...(transaction ? named : alike).values()];
  return transactions.length > 0 || !seen.isWhole() ? { result: 'ambiguous', transactions } : { result: 'not-found' };
};

/** Returns a string or a number in comparable form, or an empty string for any other value. */
const comparable = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}`.trim().toLowerCase() : '';

/**
 * Returns the kind of reference in the transaction: `own` for the payment's reference, and `other` for a different reference. An
 * `unreadable` reference may be the payment's reference.
 */
const referenceOf = ({ metadata }: Transaction, reference: Reference | undefined): 'own' | 'other' | 'none' | 'unreadable' => {
  if (!reference) return 'unreadable';
  if (metadata === undefined || metadata === null) return 'none';
  if (typeof metadata !== 'object' || Array.isArray(metadata)) return 'unreadable';
  const value = metadata[reference.name] ?? undefined;
  if (value === undefined) return 'none';
  if (value === reference.value) return 'own';
  const [one, other] = [comparable(value), comparable(reference.value)];
  return one === '' || other === '' || one === other ? 'unreadable' : 'other';
};

/** Returns false if the transaction certainly differs from the expected transaction. Unreadable fields match. */
export const fits = (expected: Expected, transaction: Transaction): boolean => {
  const { transaction_type: wantedType, ...fields } = expected;
  const { transaction_type: type } = transaction;
  if (TYPES.includes(type) && type !== wantedType) return false;
  return (Object.keys(fields) as (keyof typeof fields)[]).every((name) => {
    const wanted = fields[name] ?? null;
    return wanted === null || mayBe(wanted, transaction[name]);
  });
};

/** Returns true if a value may equal the wanted value. Ignores the case of addresses and the sign of amounts; unreadable values may match. */
const mayBe = (wanted: string | number, value: unknown): boolean => {
  if (typeof wanted === 'string') return typeof value !== 'string' || value.trim() === '' || wanted.toLowerCase() === value.toLowerCase();
  const isText = typeof value === 'string' && value.trim() !== '';
  const amount = typeof value === 'number' || isText ? Math.abs(Number(value)) : NaN;
  return !Number.isFinite(amount) || Math.abs(amount - wanted) < ROUNDING;
};
