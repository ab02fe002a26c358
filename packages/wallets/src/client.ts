import type { CallOptions, Client, Platform, ServiceOptions } from '@platform-sdk/core';
import { object, optional, text } from '@platform-sdk/core/contract';
import {
  createClient,
  toPlatform,
  checkFields,
  checkInput,
  checkOptions,
  newUuid,
  withCombined,
  withOperationsOf,
  type FailuresOf,
} from '@platform-sdk/core/internal';
import { exactAmount } from './amount.ts';
import * as contract from './contract/index.ts';
import { findByReference, referencesInWallet, type FoundReferences, type WalletFindByReferenceInput } from './find-by-reference.ts';
import { createKnownTransactions } from './known-transactions.ts';
import { createPayer } from './payer.ts';
import { checkPayOnce, createOncePayer, type PaidOnce, type PayOnceOptions } from './pay-once.ts';
import type { Expected } from './reconcile.ts';
import { withDerivedFields } from './transaction-type.ts';
import type {
  Payable,
  PostingFields,
  Transaction,
  Transfer,
  WalletCreditInput,
  WalletDebitInput,
  WalletPayOnceInput,
  WalletTransactInput,
  WalletTransferCreateInput,
} from './types.ts';

/** Manages transfer requests. The sender creates and verifies a request, and the recipient accepts or rejects it. */
export interface TransfersClient extends Client<typeof contract.transfers> {
  /** Requests a transfer. No funds move yet: the sender receives a code and verifies the request with the code. The call is sent once and never retried. Returns undefined if the response does not contain the request. */
  readonly create: ((input: WalletTransferCreateInput, options?: CallOptions) => Promise<Transfer | undefined>) &
    FailuresOf<typeof contract.transfers.create>;
}

/**
 * Manages wallets, transactions and transfers of credits. Each payment and each step of a transfer is sent once and never retried. If the
 * outcome of a payment is unknown, call `reconcile()` of its error.
 */
export interface WalletsClient extends Client<typeof contract> {
  /** Moves funds to another wallet, converts them into another asset, or does both. The request is sent once and never retried. Returns undefined if the response does not contain the transaction. */
  readonly transact: ((input: WalletTransactInput, options?: CallOptions) => Promise<Transaction | undefined>) &
    FailuresOf<typeof contract.transact>;
  /** Takes funds out of a wallet. Users may debit their own wallets. The request is sent once and never retried. Returns undefined if the response does not contain the transaction. */
  readonly debit: ((input: WalletDebitInput, options?: CallOptions) => Promise<Transaction | undefined>) &
    FailuresOf<typeof contract.debit>;
  /** Puts funds into a wallet. Needs `adminAccess`, which must not be used in a browser. The request is sent once and never retried. Returns undefined if the response does not contain the transaction. */
  readonly credit: ((input: WalletCreditInput, options?: CallOptions) => Promise<Transaction | undefined>) &
    FailuresOf<typeof contract.credit>;
  /**
   * Moves funds exactly once, despite a 401, a 429, a lost connection, a lost response or a restart. After a lost response, the method
   * looks for the payment's reference in the wallet's transactions. The method sends the payment again only if the reference is still missing
   * after `settleMs`. After an error with the outcome `unknown`, call the method again with the same reference. Throws
   * `PAYMENT_AMBIGUOUS` if the service returns no references and an existing transaction fits the payment. Only one process at a time
   * may pay with a reference.
   */
  payOnce(input: WalletPayOnceInput, options: PayOnceOptions): Promise<PaidOnce>;
  /** Reads all of a wallet's transactions once, and returns the transactions with the given references. Throws if the list is incomplete. */
  findByReference(input: WalletFindByReferenceInput, options?: CallOptions): Promise<FoundReferences>;
  readonly transfers: TransfersClient;
}

/** The member of `metadata` that contains the reference of `payOnce`. */
const DEFAULT_REFERENCE = 'client_reference';

/** The options of a wallets client. */
export interface WalletsClientOptions {
  /**
   * The name of the member of `metadata` that identifies a payment, such as `client_reference`. If a payment lacks this member, the client
   * adds a UUID. Default: none; `reconcile()` then never returns `found`, and `payOnce` uses `client_reference`.
   */
  readonly reference?: string;
}

const walletsClientOptions = object<WalletsClientOptions>({
  reference: optional(text({ pattern: /^(?!token_prices$)./, message: 'must name a member of metadata' })),
});

/** Creates the client of the wallets service. */
export const createWalletsClient = (platformOrOptions: Platform | ServiceOptions, settings: WalletsClientOptions = {}): WalletsClient => {
  const { reference: name } = checkOptions('createWalletsClient', walletsClientOptions, settings);
  const platform = toPlatform(platformOrOptions, 'wallets');
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
  const pay = createPayer({ list: client.transactions, clock: platform.context.clock, known, reference: name });

  const withReference = (metadata: Readonly<Record<string, unknown>> | undefined) => {
    if (name !== undefined) return { metadata: { ...metadata, [name]: metadata?.[name] ?? newUuid() } };
    return metadata === undefined ? {} : { metadata };
  };

  const post = async (
    direction: 'debit' | 'credit',
    input: Payable<PostingFields>,
    options?: CallOptions,
  ): Promise<Transaction | undefined> => {
    const operation = `wallets.${direction}`;
    checkFields(operation, direction === 'debit' ? contract.debit : contract.credit, input);
    const { addressHash, currency, metadata, ...rest } = { ...input };
    const amount = exactAmount(operation, rest.amount);
    const expected: Expected =
      direction === 'debit'
        ? { amount, from_wallet: addressHash, to_wallet: null, source_asset: currency }
        : { amount, from_wallet: null, to_wallet: addressHash, target_asset: currency };
    const posting = { ...input, amount, ...withReference(metadata) };
    return pay(addressHash, expected, posting.metadata, () => client[direction](posting, options));
  };

  const toPayment = (operation: string, input: WalletTransactInput) => {
    checkFields(operation, contract.transact, input);
    const asked = { ...input };
    return {
      ...asked,
      amount: exactAmount(operation, asked.amount),
      ...withDerivedFields(asked, operation),
      ...withReference(asked.metadata),
    };
  };

  const transact: WalletsClient['transact'] = async (input, options) => {
    const payment = toPayment('wallets.transact', input);
    const { metadata, ...expected } = payment;
    return pay(payment.from_wallet, expected, metadata, () => client.transact(payment, options));
  };

  const member = name ?? DEFAULT_REFERENCE;
  const find: WalletsClient['findByReference'] = async (input, options = {}) => {
    checkInput('wallets.findByReference', { input: referencesInWallet }, input);
    return findByReference(client.transactions, member, input, options);
  };

  const payOnce = createOncePayer(platform.context.clock, (message) =>
    platform.context.log?.({ type: 'warning', code: 'JOURNAL_NOT_WRITTEN', message }),
  );

  const once: WalletsClient['payOnce'] = async (input, options) => {
    checkFields('wallets.payOnce', contract.transact, input);
    checkPayOnce(options);
    const { reference, journal: _, settleMs: __, ...call } = options;
    const metadata = { ...input.metadata, [member]: reference };
    const { metadata: _sent, ...expected } = toPayment('wallets.payOnce', { ...input, metadata });
    const { from_wallet: addressHash } = expected;
    return payOnce(
      {
        expected,
        find: () => find({ addressHash, references: [reference] }, call),
        send: () => transact({ ...expected, metadata }, call),
      },
      options,
    );
  };

  return withOperationsOf(client, {
    ...client,
    transact,
    payOnce: withCombined('wallets.payOnce', once, platform, [client.transactions, client.transact]),
    findByReference: withCombined('wallets.findByReference', find, platform, [client.transactions]),
    debit: (input, options) => post('debit', input, options),
    credit: (input, options) => post('credit', input, options),
    transfers: {
      ...client.transfers,
      async create(input, options) {
        checkFields('wallets.transfers.create', contract.transfers.create, input);
        return client.transfers.create({ ...input, amount: exactAmount('wallets.transfers.create', { ...input }.amount) }, options);
      },
    },
  });
};
