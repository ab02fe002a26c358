import type { CallOptions, Pages, PlatformError } from '@platform-sdk/core';
import type { Page, Transaction, TransactionsQuery } from './types.ts';

/** The result of looking for a lost payment among the wallet's transactions. */
export type Reconciliation =
  /** This transaction carries the payment's reference. */
  | { readonly result: 'found'; readonly transaction: Transaction }
  /** Not there now. A service that is still at work may add it later. */
  | { readonly result: 'not-found' }
  /** These may be it: nothing tells one from an alike payment of another client, or from the rest of a list that is too long. */
  | { readonly result: 'ambiguous'; readonly transactions: Transaction[] };

/** The failure of a payment that the service may have made. */
export interface ReconcilableError extends PlatformError {
  /** Looks for the payment in the wallet's transactions since the attempt. */
  reconcile(options?: CallOptions): Promise<Reconciliation>;
}

/** The transaction that a payment makes: null for a field that it would not have, undefined for any value. */
export interface Expected {
  readonly amount: number;
  readonly from_wallet: string | null;
  readonly to_wallet: string | null;
  /** Undefined when the caller set none. */
  readonly source_asset?: string | undefined;
  /** Undefined when the caller set none. */
  readonly target_asset?: string | undefined;
  /** Undefined for debits and credits. */
  readonly transaction_type?: string | undefined;
}

/** The member of `metadata` that no other payment has. */
export interface Reference {
  readonly name: string;
  readonly value: unknown;
}

/** A payment whose response was lost. */
export interface Attempt {
  readonly addressHash: string;
  readonly expected: Expected;
  readonly reference: Reference | undefined;
  /** Whether the service is known to return references. */
  readonly isEchoed: () => boolean;
  /** Milliseconds since it began. */
  readonly elapsed: () => number;
  /** When it began, by our own clock. */
  readonly at: number;
  /** Returns true for a transaction of another payment. */
  readonly isOther: (id: string) => boolean;
}

type List = (input: TransactionsQuery, options: CallOptions) => Pages<Transaction, Page<Transaction>>;

const MOST_PAGES = 50;
/** `Date` and `created_at` may be whole seconds, and of two machines. */
const SERVER_SLACK_MS = 5000;
/** How wrong our own clock may be. */
const OWN_SLACK_MS = 300_000;
const ROUNDING = 5e-7;
const TYPES: readonly unknown[] = ['asset_conversion', 'wallet_transfer', 'transfer_with_conversion'];

/** Looks for a payment in the wallet's transactions since the attempt. */
export const reconcile = async (
  list: List,
  { addressHash, expected, reference, isEchoed, elapsed, at, isOther }: Attempt,
  options: CallOptions = {},
): Promise<Reconciliation> => {
  let answeredAt = NaN;
  const heard: CallOptions = {
    ...options,
    onResponse: (response) => {
      // The server's own clock, less what has passed by ours, is when the attempt began: however wrong our clock is.
      if (Number.isNaN(answeredAt)) answeredAt = Date.parse(response.headers.get('date') ?? '') - elapsed();
      // The platform catches what it throws or rejects with.
      return options.onResponse?.(response);
    },
  };

  const named = new Map<string, Transaction>();
  const alike = new Map<string, Transaction>();
  let newest: number | undefined;
  let last = Infinity;
  let sorted = true;
  let seen = 0;
  for await (const { data } of list({ addressHash }, heard).pages()) {
    const earliest = Number.isNaN(answeredAt) ? at - OWN_SLACK_MS : answeredAt - SERVER_SLACK_MS;
    for (const transaction of data) {
      // Two without an id are two.
      const id = transaction.id || `${alike.size + named.size}`;
      const created = Date.parse(transaction.created_at ?? '');
      sorted &&= created <= last;
      last = created;
      newest ??= created;
      if (!fits(expected, transaction) || isOther(id)) continue;
      const told = reference && transaction.metadata?.[reference.name];
      if (reference && told === reference.value) named.set(id, transaction);
      else if (created < earliest || (reference && ((told ?? undefined) !== undefined || isEchoed()))) continue;
      else alike.set(id, transaction);
    }
    // The newest come first, and these are older than the attempt.
    if (sorted && last < earliest && last < (newest ?? last)) break;
    if (++seen === MOST_PAGES) break;
  }

  const [transaction, ...others] = named.values();
  if (transaction && others.length === 0) return { result: 'found', transaction };
  const transactions = [...(transaction ? named : alike).values()];
  return transactions.length > 0 || seen === MOST_PAGES ? { result: 'ambiguous', transactions } : { result: 'not-found' };
};

/** Whether a transaction may be what was expected: what it says otherwise leaves no doubt. */
const fits = (expected: Expected, transaction: Transaction): boolean => {
  const { transaction_type: wantedType, ...fields } = expected;
  const { transaction_type: type } = transaction;
  if (TYPES.includes(type) && type !== wantedType) return false;
  return (Object.keys(fields) as (keyof typeof fields)[]).every((name) => {
    const wanted = fields[name] ?? null;
    const said = transaction[name] ?? null;
    return wanted === null || said === null || isSame(wanted, said);
  });
};

/** Addresses in either case, amounts with any sign. */
const isSame = (one: string | number, other: string | number): boolean =>
  typeof one === 'number' ? Math.abs(Math.abs(Number(other)) - one) < ROUNDING : one.toLowerCase() === String(other).toLowerCase();
