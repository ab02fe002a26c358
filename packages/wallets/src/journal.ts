import type { Transaction } from './types.ts';

/** The journal's record of a payment. */
export interface JournalEntry {
  /** The time of the latest attempt, or of the confirmation that the payment was made, in milliseconds since 1970. */
  readonly begunAt: number;
  /** The wallets, assets, amount and type. They show whether the reference was already used for another payment. */
  readonly payment: Readonly<Record<string, unknown>>;
  /** True once the payment was made. */
  readonly isPaid: boolean;
  /** True if the latest attempt moved no funds. Undefined while its outcome is unknown, and for a completed payment. */
  readonly isRejected?: boolean | undefined;
  /** The transaction of a completed payment. Undefined if the service did not return the transaction. */
  readonly transaction?: Transaction | undefined;
}

/** Stores payments by their reference, so that they survive a restart. `fileJournal` stores them in a file. */
export interface PaymentJournal {
  get(reference: string): Promise<JournalEntry | undefined>;
  /** Stores the entry. Resolves when the entry survives a crash. */
  set(reference: string, entry: JournalEntry): Promise<void>;
}

/** Creates a journal in memory. It keeps only payments with an unknown outcome, because the list of transactions contains the others. */
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
