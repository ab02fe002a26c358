import type { Transaction, WalletPage } from './types.ts';

/** Tracks which rows of a list were read. */
export interface SeenRows {
  /** Records a row, and returns it as a transaction. Returns undefined for a row that is not an object. */
  row(row: unknown): Transaction | undefined;
  /** Records the end of a page. Returns true if no further page is needed: the rest of the list cannot contain the payment, or `maxPages` is reached. */
  page(page: WalletPage<Transaction>, earliest: number): boolean;
  /** Returns true if every row that could be the payment was read. */
  isWhole(): boolean;
}

/** Creates the state for reading at most `maxPages` pages of a list. */
export const createSeenRows = (maxPages: number): SeenRows => {
  const ids = new Set<unknown>();
  let pages = 0;
  /** The total number of rows, as the pages report it. */
  let total: number | undefined;
  let newest: number | undefined;
  let last = Infinity;
  let isSorted = true;
  let isReadable = true;
  /** True if the latest page was empty, or if a sorted list has reached rows that are older than the attempt. */
  let isAtEnd = false;
  return {
    row(row) {
      if (typeof row !== 'object' || row === null || Array.isArray(row)) {
        isReadable = false;
        return undefined;
      }
      const transaction = row as Transaction;
      const created = timeOf(transaction);
      isSorted &&= created <= last;
      last = created;
      newest ??= created;
      // A row may be seen twice, because a new row can move it to the next page.
      ids.add(transaction.id || transaction);
      return transaction;
    },
    page({ data, meta }, earliest) {
      const count: unknown = meta?.total_count ?? undefined;
      if (count !== undefined) total = Math.max(total ?? 0, count === '' ? NaN : Number(count));
      // The list is sorted from new to old, and these rows are older than the attempt.
      const isOlder = isSorted && last < earliest && last < (newest ?? last);
      if (isOlder) total = undefined;
      isAtEnd = isOlder || data.length === 0;
      return isOlder || ++pages === maxPages;
    },
    isWhole: () => isReadable && (total === undefined ? isAtEnd : ids.size >= total),
  };
};

/** Matches a time with seconds and a time zone. Other formats could be misread by hours. */
const TIME = /\d:\d\d:\d\d(?:\.\d+)?\s*(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;

/** Returns the time of a transaction, or NaN if it is unreadable. */
export const timeOf = ({ created_at }: Transaction): number => {
  const text: unknown = created_at;
  return typeof text === 'string' && TIME.test(text) ? Date.parse(text) : NaN;
};
