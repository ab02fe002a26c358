import type { CallOptions } from '@platform-sdk/core';
import { PlatformError } from '@platform-sdk/core/internal';
import { array, nonEmptyString, object, string } from '@platform-sdk/core/contract';
import type { List } from './reconcile.ts';
import { createSeenRows } from './seen-rows.ts';
import type { Transaction } from './types.ts';

/** A wallet, and the references to look for in its transactions. */
export interface WalletFindByReferenceInput {
  /** The address hash of the paying wallet. */
  addressHash: string;
  references: string[];
}

export const referencesInWallet = object<WalletFindByReferenceInput>({ addressHash: string, references: array(nonEmptyString) });

/** The transactions of a wallet by their reference. */
export interface FoundReferences {
  /** The transactions of each reference. More than one transaction means that a payment was made twice. */
  readonly found: ReadonlyMap<string, readonly Transaction[]>;
  /** The references without a transaction. */
  readonly missing: readonly string[];
  /** True if any transaction contains a reference, which shows that the service returns `metadata`. */
  readonly returnsReferences: boolean;
  /** The transactions without a reference. If `returnsReferences` is false, a missing payment may be one of these transactions. */
  readonly withoutReference: readonly Transaction[];
}

/** The usual maximum page size of services. */
const PER_PAGE = 100;
const MAX_PAGES = 1000;

/** Reads all of a wallet's transactions once. Throws if a part of the list is missing. */
export const findByReference = async (
  list: List,
  name: string,
  { addressHash, references }: WalletFindByReferenceInput,
  options: CallOptions,
): Promise<FoundReferences> => {
  const wanted = new Set(references);
  const found = new Map<string, Transaction[]>();
  const withoutReference: Transaction[] = [];
  let returnsReferences = false;
  const seen = createSeenRows(MAX_PAGES);
  for await (const page of list({ addressHash, per_page: PER_PAGE }, options).pages()) {
    for (const row of page.data as readonly unknown[]) {
      const transaction = seen.row(row);
      if (!transaction) continue;
      const value = (Object(transaction.metadata) as Readonly<Record<string, unknown>>)[name] ?? undefined;
      if (value === undefined) withoutReference.push(transaction);
      else returnsReferences = true;
      // A service may return a number for a reference that was sent as a string.
      const reference = typeof value === 'number' ? `${value}` : value;
      if (typeof reference === 'string' && wanted.has(reference)) add(found, reference, transaction);
    }
    if (seen.page(page, -Infinity)) break;
  }
  if (!seen.isWhole())
    throw new PlatformError('invalid-response', 'The list of transactions is incomplete, so a missing payment may have been made', {
      operation: 'wallets.findByReference',
      code: 'INCOMPLETE_LIST',
    });
  return { found, missing: references.filter((reference) => !found.has(reference)), returnsReferences, withoutReference };
};

/** Adds a transaction unless it was added before. A new transaction may move an older transaction to the next page, so the list may contain a transaction twice. */
const add = (found: Map<string, Transaction[]>, reference: string, transaction: Transaction): void => {
  const others = found.get(reference) ?? [];
  if (!others.some(({ id }) => id && id === transaction.id)) found.set(reference, [...others, transaction]);
};
