import { isPlatformError, PlatformError, type CallOptions, type Clock } from '@platform-sdk/core';
import { amount, callOptions, nonEmptyString, extended, objectWith, optional, without } from '@platform-sdk/core/contract';
import { checkOptions, inputError, pause } from '@platform-sdk/core/internal';
import type { FoundReferences } from './find-by-reference.ts';
import { createMemoryJournal, type JournalEntry, type PaymentJournal } from './journal.ts';
import { fits, type Expected } from './reconcile.ts';
import type { Transaction } from './types.ts';

/** The options of `payOnce`. Call options apply to each request. */
export interface PayOnceOptions extends Omit<CallOptions, 'retry' | 'forceRefresh'> {
  /** Identifies the payment among all payments of its wallet, such as the id of an order. The reference is sent in `metadata`. */
  readonly reference: string;
  /** Stores payments so that they survive a restart. Default: only in memory; `payOnce` then reads the wallet's transactions before it pays. */
  readonly journal?: PaymentJournal;
  /**
   * The time in milliseconds that the service may take to list a payment whose response was lost. The payment is not retried earlier.
   * Default: 60,000.
   */
  readonly settleMs?: number;
}

type OwnCallOptions = Omit<CallOptions, 'retry' | 'forceRefresh'>;

const payOnceOptions = extended<OwnCallOptions, PayOnceOptions>(without(callOptions, 'retry', 'forceRefresh'), {
  reference: nonEmptyString,
  journal: optional(objectWith<PaymentJournal>('get', 'set')),
  settleMs: optional(amount),
});

/** A payment that was made exactly once. */
export interface PaidOnce {
  /**
   * Describes how the payment was made:
   *
   * - `paid`: the service confirmed the payment.
   * - `recovered`: the response was lost, but the list of transactions contains the payment.
   * - `paid-before`: an earlier call had made the payment.
   */
  readonly result: 'paid' | 'recovered' | 'paid-before';
  /** The transaction, if the service returned it. */
  readonly transaction: Transaction | undefined;
}

/** One payment, with the functions that find and send it. */
export interface OncePayment {
  readonly expected: Expected;
  /** Finds the payment's reference in the list of the wallet's transactions. */
  readonly find: () => Promise<FoundReferences>;
  readonly send: () => Promise<Transaction | undefined>;
}

const OPERATION = 'wallets.payOnce';
const SETTLE_MS = 60_000;
const MAX_SENDS = 6;
const MAX_RETRY_AFTER_MS = 30_000;

export const checkPayOnce = (options: Partial<PayOnceOptions> = {}): void =>
  void checkOptions(OPERATION, payOnceOptions, options as PayOnceOptions, OPERATION);

/** Creates the function that makes each payment of a client exactly once. */
export const createOncePayer = (clock: Clock, warn: (message: string) => void) => {
  const memory = createMemoryJournal();
  /** Running payments by their reference. */
  const paying = new Map<string, Promise<PaidOnce>>();

  return async (payment: OncePayment, options: PayOnceOptions): Promise<PaidOnce> => {
    const { reference } = options;
    const run = (): Promise<PaidOnce> => payOnce(payment, options, memory, clock, warn);
    // A second call with the same reference starts after the first call, and finds its payment.
    const paid = (paying.get(reference) ?? Promise.resolve()).then(run, run);
    paying.set(reference, paid);
    try {
      return await paid;
    } finally {
      if (paying.get(reference) === paid) paying.delete(reference);
    }
  };
};

/**
 * Pays, unless the payment was already made. Sends the payment again after a 401, after a 429, and if nothing was sent. After an unknown
 * outcome, sends it again only if the list still lacks the payment after `settleMs`.
 */
const payOnce = async (
  { expected, find, send }: OncePayment,
  { reference, journal: durable, settleMs = SETTLE_MS, signal }: PayOnceOptions,
  memory: PaymentJournal,
  clock: Clock,
  warn: (message: string) => void,
): Promise<PaidOnce> => {
  const journal = durable ?? memory;
  const payment = { ...expected };

  /** Looks for the payment once. Throws if another payment uses the reference, or if the list is ambiguous. */
  const look = async (): Promise<Transaction | undefined> => {
    const { found, returnsReferences, withoutReference } = await find();
    const [transaction] = found.get(reference) ?? [];
    if (transaction && !fits(expected, transaction)) throw otherPayment(reference);
    const alike = transaction || returnsReferences ? [] : withoutReference.filter((each) => fits(expected, each));
    if (alike.length > 0) throw ambiguous(reference, alike);
    return transaction;
  };

  /** Looks for a payment repeatedly for `settleMs`, because the service may list it late. */
  const lookUntilSettled = async (): Promise<Transaction | undefined> => {
    const endsAt = clock.now() + settleMs;
    for (let turn = 1; ; turn++) {
      const leftMs = endsAt - clock.now();
      const transaction = await look();
      if (transaction || leftMs <= 0) return transaction;
      await pause(Math.min(pauseAfter(turn), leftMs), signal);
    }
  };

  const finish = async (result: PaidOnce['result'], transaction: Transaction | undefined): Promise<PaidOnce> => {
    // The payment was made, so a failure of the journal must not fail the call. Without this entry, the next call searches for the payment
    // in the list of transactions.
    await journal
      .set(reference, { begunAt: clock.now(), payment, isPaid: true, transaction })
      .catch(() => warn(`The journal could not record that the payment ${reference} was made`));
    return { result, transaction };
  };

  const known = await journal.get(reference);
  if (known && !isSame(known.payment, payment)) throw otherPayment(reference);
  if (known?.isPaid) return { result: 'paid-before', transaction: known.transaction };
  // Only a durable journal contains the payments of earlier processes. Otherwise, the list of transactions must be searched.
  const isNew = durable !== undefined && !known;
  const earlier = known && !known.isRejected ? await lookUntilSettled() : isNew ? undefined : await look();
  if (earlier) return finish('paid-before', earlier);

  for (let sends = 1; ; sends++) {
    const begunAt = clock.now();
    await journal.set(reference, { begunAt, payment, isPaid: false });
    try {
      return await finish('paid', await send());
    } catch (error) {
      const delayMs = delayAfter(error, sends);
      if (!isUndecided(error)) await journal.set(reference, { begunAt, payment, isPaid: false, isRejected: true });
      if (delayMs === undefined) throw error;
      if (isUndecided(error)) {
        const transaction = await lookUntilSettled().catch(() => {
          // If the list cannot be read, the outcome stays unknown, so the call throws the error of the payment.
          throw error;
        });
        if (transaction) return finish('recovered', transaction);
      } else await pause(delayMs, signal);
      if (sends === MAX_SENDS) throw error;
    }
  }
};

/** Returns true if the service may have made the payment. */
const isUndecided = (error: unknown): boolean =>
  isPlatformError(error) && (error.outcome === 'unknown' || error.outcome === 'likely-applied');

/** Returns the delay before the next attempt, in milliseconds. Returns undefined if no attempt follows. */
const delayAfter = (error: unknown, sends: number): number | undefined => {
  if (!isPlatformError(error) || error.kind === 'aborted') return undefined;
  const { kind, status, outcome, retryAfterSeconds } = error;
  if (isUndecided(error)) return 0;
  // The call has refreshed the session already, so one more attempt is enough.
  if (status === 401) return sends === 1 ? 0 : undefined;
  if (status === 429) {
    const delayMs = retryAfterSeconds === undefined ? pauseAfter(sends) : retryAfterSeconds * 1000;
    return delayMs <= MAX_RETRY_AFTER_MS ? delayMs : undefined;
  }
  return outcome === 'not-sent' && (kind === 'network' || kind === 'timeout') ? pauseAfter(sends) : undefined;
};

/** Returns the milliseconds to wait: 500, 1,000, 2,000, 4,000 and then 8,000. */
const pauseAfter = (turn: number): number => 500 * 2 ** Math.min(turn - 1, 4);

/** Compares payments. A field that is undefined equals a missing field, because JSON drops it. */
const isSame = (one: JournalEntry['payment'], other: JournalEntry['payment']): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

const otherPayment = (reference: string): PlatformError =>
  inputError(
    `wallets.payOnce: another payment has the reference ${reference}. Give each payment its own reference`,
    'reference',
    OPERATION,
  );

const ambiguous = (reference: string, alike: readonly Transaction[]): PlatformError =>
  new PlatformError(
    'invalid-response',
    `The payment ${reference} may be one of ${alike.length} transactions without a reference (${alike.map(({ id }) => id).join(', ')}). Compare them by hand`,
    { operation: OPERATION, code: 'PAYMENT_AMBIGUOUS', outcome: 'unknown' },
  );
