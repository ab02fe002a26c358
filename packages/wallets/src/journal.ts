import type { Transaction } from './types.ts';

/** A begun payment, as a journal keeps it. */
export interface JournalEntry {
  /** The time of the latest attempt, in milliseconds since 1970. */
  readonly begunAt: number;
  /** The wallets, assets and amount. They recognize a reference that is used for another payment. */
  readonly payment: Readonly<Record<string, unknown>>;
  /** True once the payment was made. */
  readonly isPaid: boolean;
  /** True if the latest attempt moved no funds. Absent while it may be under way. */
  readonly isRejected?: boolean | undefined;
  /** The transaction of a payment that was made. Absent if the service returned none. */
  readonly transaction?: Transaction | undefined;
}

/** Keeps begun payments over a restart, by their reference. `fileJournal` keeps them in a file. */
export interface PaymentJournal {
  get(reference: string): Promise<JournalEntry | undefined>;
  /** Resolves once the entry would survive a crash. */
  set(reference: string, entry: JournalEntry): Promise<void>;
}

/** Keeps the payments that may be under way. The list of transactions contains those that were made. */
export const createMemoryJournal = (): PaymentJournal => {
  const entries = new Map<string, JournalEntry>();
  return {
    get: async (reference) => entries.get(reference),
    async set(reference, entry) {
      if (entry.isPaid || entry.isRejected) entries.delete(reference);
      else entries.set(reference, entry);
    },
  };
};
