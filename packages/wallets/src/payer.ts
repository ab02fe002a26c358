import type { Clock } from '@platform-sdk/core';
import { isPlatformError } from '@platform-sdk/core/internal';
import type { KnownTransactions } from './known-transactions.ts';
import { reconcile, type Attempt, type Expected, type List, type ReconcilableError, type Reference } from './reconcile.ts';
import type { Transaction } from './types.ts';

/** The parts that all payments of a client share. */
export interface PayerParts {
  readonly list: List;
  readonly clock: Clock;
  readonly known: KnownTransactions;
  /** The name of the member of `metadata` that contains the reference. Undefined for payments without a reference. */
  readonly reference: string | undefined;
}

/** Makes a payment with `send`. Returns undefined if the response does not contain the transaction. */
export type Pay = (
  addressHash: string,
  expected: Expected,
  metadata: Readonly<Record<string, unknown>> | undefined,
  send: () => Promise<Transaction | undefined>,
) => Promise<Transaction | undefined>;

/** Creates the function that makes payments. If the outcome of a payment is unknown, `reconcile()` is added to its error. */
export const createPayer = ({ list, clock, known, reference: name }: PayerParts): Pay => {
  /** True once a response has contained the reference of its payment. */
  let isEchoed = false;

  const makeReconcilable = (error: object, attempt: Omit<Attempt, 'isEchoed'>): void => {
    let own: string | undefined;
    // Two equal payments must not match the same transaction.
    const isOther = (id: string): boolean => id !== own && attempt.isOther(id);
    const value: ReconcilableError['reconcile'] = async (options) => {
      const found = await reconcile(list, { ...attempt, isOther, isEchoed: () => isEchoed }, options);
      if (found.result === 'found') known.take((own = found.transaction.id));
      return found;
    };
    Object.defineProperty(error, 'reconcile', { value });
  };

  return async (addressHash, expected, metadata, send) => {
    const at = clock.now();
    const started = clock.monotonic();
    const reference: Reference | undefined = name === undefined ? undefined : { name, value: metadata?.[name] };
    const isOther = known.since();
    // The larger value is correct: the monotonic clock stops while a machine sleeps, and the wall clock may be set back.
    const elapsed = (): number => Math.max(clock.monotonic() - started, clock.now() - at);
    try {
      const transaction = await send();
      if (transaction?.id) known.take(transaction.id);
      if (reference && transaction?.metadata?.[reference.name] === reference.value) isEchoed = true;
      return transaction;
    } catch (error) {
      if (isPlatformError(error) && (error.outcome === 'unknown' || error.outcome === 'likely-applied'))
        makeReconcilable(error, { addressHash, expected, reference, elapsed, at, isOther });
      throw error;
    }
  };
};
