import {
  createClient,
  isPlatformError,
  toPlatform,
  type CallOptions,
  type Client,
  type Platform,
  type ServiceOptions,
} from '@platform-sdk/core';
import { checkFields, inputError, withOperationsOf } from '@platform-sdk/core/contract';
import { exactAmount } from './amount.ts';
import * as contract from './contract/index.ts';
import { reconcile, type Attempt, type Expected, type ReconcilableError, type Reference } from './reconcile.ts';
import { stated } from './transaction-type.ts';
import type { NewTransaction, NewTransfer, Payable, Posting, Transaction, Transfer } from './types.ts';

/** Transfer requests: created and verified by the sender, accepted or rejected by the recipient. */
export interface TransfersClient extends Client<typeof contract.transfers> {
  /** Requests a transfer. No funds move yet: the sender is sent a code, with which they verify it. Sent once, whatever `retry` says. Returns the request when the service responds with it. */
  create(input: Payable<NewTransfer>, options?: CallOptions): Promise<Transfer | undefined>;
}

/**
 * Wallets, transactions and transfers of credits. A payment and each step of a transfer is sent once, whatever `retry` says. When it is
 * unknown whether a payment was made, its error can `reconcile()`.
 */
export interface WalletsClient extends Client<typeof contract> {
  /** Moves funds to another wallet, converts them into another asset, or both. Sent once, whatever `retry` says. Returns the transaction when the service answers with one. */
  transact(input: Payable<NewTransaction>, options?: CallOptions): Promise<Transaction | undefined>;
  /** Takes funds out of a wallet; users may debit their own. Sent once, whatever `retry` says. Returns the transaction when the service answers with one. */
  debit(input: Payable<Posting>, options?: CallOptions): Promise<Transaction | undefined>;
  /** Puts funds into a wallet. Needs `adminAccess`, which no browser should hold. Sent once, whatever `retry` says. Returns the transaction when the service answers with one. */
  credit(input: Payable<Posting>, options?: CallOptions): Promise<Transaction | undefined>;
  readonly transfers: TransfersClient;
}

/** The options of a wallets client. */
export interface WalletsSettings {
  /**
   * A member of `metadata` that tells a payment from all others, such as `client_reference`. A payment without it gets a UUID there.
   * Default: none; `reconcile()` then never returns `found`.
   */
  readonly reference?: string;
}

/** How many ids of transactions are remembered. */
const MOST_KNOWN = 5000;

/** Creates the client of the wallets service. */
export const createWalletsClient = (given: Platform | ServiceOptions, { reference: name }: WalletsSettings = {}): WalletsClient => {
  const platform = toPlatform(given, 'wallets');
  if (name !== undefined && (typeof name !== 'string' || name === '' || name === 'token_prices'))
    throw inputError('createWalletsClient: reference must name a member of metadata', 'reference');
  const known = createKnownTransactions();
  const { transactions } = contract;
  const { paging } = transactions;
  const watchedPages = (...[load, input]: Parameters<typeof paging>): ReturnType<typeof paging> =>
    paging(async (page, check) => {
      const answer = await load(page, check);
      for (const transaction of answer.data as (Transaction | null)[]) known.see(transaction?.id);
      return answer;
    }, input);
  const watched: typeof contract = {
    ...contract,
    transactions: {
      ...transactions,
      paging: Object.assign(watchedPages, { next: paging.next }),
    },
  };
  const client = createClient({ name: 'wallets', base: 'wallets' }, watched, platform);
  const { clock } = platform.context;
  let isEchoed = false;

  /** Metadata with a reference in it, where payments have one. */
  const withReference = (metadata: Readonly<Record<string, unknown>> | undefined) =>
    name === undefined ? (metadata === undefined ? {} : { metadata }) : { metadata: { ...metadata, [name]: metadata?.[name] ?? uuid() } };

  /** Makes a payment; when its answer is lost, its error can look for it. */
  const pay = async (
    addressHash: string,
    expected: Expected,
    metadata: Readonly<Record<string, unknown>> | undefined,
    send: () => Promise<Transaction | undefined>,
  ): Promise<Transaction | undefined> => {
    const at = clock.now();
    const started = clock.monotonic();
    const reference: Reference | undefined = name === undefined ? undefined : { name, value: metadata?.[name] };
    const isOther = known.since();
    // A machine that slept may have stopped the one, whoever set the other back has shortened it.
    const elapsed = (): number => Math.max(clock.monotonic() - started, clock.now() - at);
    try {
      const transaction = await send();
      if (transaction?.id) known.take(transaction.id);
      if (reference && transaction?.metadata?.[reference.name] === reference.value) isEchoed = true;
      return transaction;
    } catch (error) {
      if (isPlatformError(error) && (error.outcome === 'unknown' || error.outcome === 'likely-applied')) {
        // Of two payments that are alike, the one transaction there is must not pass for both.
        let own: string | undefined;
        const isOthers = (id: string): boolean => id !== own && isOther(id);
        const attempt: Attempt = { addressHash, expected, reference, isEchoed: () => isEchoed, elapsed, at, isOther: isOthers };
        const value: ReconcilableError['reconcile'] = async (options) => {
          const answer = await reconcile(client.transactions, attempt, options);
          if (answer.result === 'found') known.take((own = answer.transaction.id));
          return answer;
        };
        Object.defineProperty(error, 'reconcile', { value });
      }
      throw error;
    }
  };

  return withOperationsOf(client, {
    ...client,
    async transact(input, options) {
      const operation = 'wallets.transact';
      checkFields(operation, contract.transact, input);
      const asked = { ...input };
      const amount = exactAmount(operation, asked.amount);
      const payment = { ...asked, amount, ...stated(asked, operation), ...withReference(asked.metadata) };
      const { metadata, ...expected } = payment;
      return pay(asked.from_wallet, expected, metadata, () => client.transact(payment, options));
    },
    async debit(input, options) {
      checkFields('wallets.debit', contract.debit, input);
      const { addressHash, currency: source_asset, amount: asked, metadata } = { ...input };
      const amount = exactAmount('wallets.debit', asked);
      const expected = { amount, from_wallet: addressHash, to_wallet: null, source_asset };
      const posting = { ...input, amount, ...withReference(metadata) };
      return pay(addressHash, expected, posting.metadata, () => client.debit(posting, options));
    },
    async credit(input, options) {
      checkFields('wallets.credit', contract.credit, input);
      const { addressHash, currency: target_asset, amount: asked, metadata } = { ...input };
      const amount = exactAmount('wallets.credit', asked);
      const expected = { amount, from_wallet: null, to_wallet: addressHash, target_asset };
      const posting = { ...input, amount, ...withReference(metadata) };
      return pay(addressHash, expected, posting.metadata, () => client.credit(posting, options));
    },
    transfers: {
      ...client.transfers,
      async create(input, options) {
        checkFields('wallets.transfers.create', contract.transfers.create, input);
        return client.transfers.create({ ...input, amount: exactAmount('wallets.transfers.create', { ...input }.amount) }, options);
      },
    },
  });
};

/** The ids of transactions, and what is known of them. */
const createKnownTransactions = () => {
  /** By id, how many attempts had begun when it was first seen; 0 for one that belongs to a payment. */
  const known = new Map<string, number>();
  let attempts = 0;
  const keep = (id: string, value: number): void => {
    known.set(id, value);
    const [oldest = ''] = known.keys();
    if (known.size > MOST_KNOWN) known.delete(oldest);
  };
  return {
    /** A list holds the transaction. */
    see: (id: string | undefined): void => {
      if (id && !known.has(id)) keep(id, attempts + 1);
    },
    /** A payment's response holds it: it is no other payment's. */
    take: (id: string): void => keep(id, 0),
    /** Begins an attempt. Returns whether a transaction was there before it, or is another payment's. */
    since: (): ((id: string) => boolean) => {
      const number = ++attempts;
      return (id) => (known.get(id) ?? Infinity) <= number;
    },
  };
};

/** Also in pages over plain HTTP, which have no `randomUUID`. */
const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 15) | 64;
  bytes[8] = ((bytes[8] as number) & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
