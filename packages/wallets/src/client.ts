import { createClient, toPlatform, type CallOptions, type Client, type Platform, type ServiceOptions } from '@platform-sdk/core';
import { checkFields, checkNames, inputError, newUuid, withOperationsOf } from '@platform-sdk/core/contract';
import { exactAmount } from './amount.ts';
import * as contract from './contract/index.ts';
import { createKnownTransactions } from './known-transactions.ts';
import { createPayer } from './payer.ts';
import type { Expected } from './reconcile.ts';
import { stated } from './transaction-type.ts';
import type {
  Payable,
  PostingFields,
  Transaction,
  Transfer,
  WalletCreditInput,
  WalletDebitInput,
  WalletTransactInput,
  WalletTransferCreateInput,
} from './types.ts';

/** Transfer requests: created and verified by the sender, accepted or rejected by the recipient. */
export interface TransfersClient extends Client<typeof contract.transfers> {
  /** Requests a transfer. No funds move yet: the sender receives a code and verifies the request with it. Sent once, never retried. Returns the request when the service responds with it. */
  create(input: WalletTransferCreateInput, options?: CallOptions): Promise<Transfer | undefined>;
}

/**
 * Wallets, transactions and transfers of credits. A payment and each step of a transfer is sent once and never retried. If the outcome of
 * a payment is unknown, its error can `reconcile()`.
 */
export interface WalletsClient extends Client<typeof contract> {
  /** Moves funds to another wallet, converts them into another asset, or both. Sent once, never retried. Returns the transaction when the service responds with one. */
  transact(input: WalletTransactInput, options?: CallOptions): Promise<Transaction | undefined>;
  /** Takes funds out of a wallet; users may debit their own. Sent once, never retried. Returns the transaction when the service responds with one. */
  debit(input: WalletDebitInput, options?: CallOptions): Promise<Transaction | undefined>;
  /** Puts funds into a wallet. Needs `adminAccess`, which no browser should hold. Sent once, never retried. Returns the transaction when the service responds with one. */
  credit(input: WalletCreditInput, options?: CallOptions): Promise<Transaction | undefined>;
  readonly transfers: TransfersClient;
}

/** The options of a wallets client. */
export interface WalletsClientOptions {
  /**
   * A member of `metadata` that identifies a payment, such as `client_reference`. A payment without it gets a UUID there.
   * Default: none; `reconcile()` then never returns `found`.
   */
  readonly reference?: string;
}

/** Creates the client of the wallets service. */
export const createWalletsClient = (platformOrOptions: Platform | ServiceOptions, settings: WalletsClientOptions = {}): WalletsClient => {
  const { reference: name } = checkNames('createWalletsClient', settings, { reference: 1 });
  const platform = toPlatform(platformOrOptions, 'wallets');
  const { baseUrls } = platform.context.options;
  // Without an address of their own, wallets have that of organizations: a misspelt one would have no effect.
  for (const each in baseUrls)
    if (/^w/i.test(each) && each !== 'wallets') throw inputError(`baseUrls.${each} is unknown: did you mean wallets?`, `baseUrls.${each}`);
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
  const pay = createPayer({ list: client.transactions, clock: platform.context.clock, known, reference: name });

  /** Returns metadata with a reference, if the client has one configured. */
  const withReference = (metadata: Readonly<Record<string, unknown>> | undefined) => {
    if (name !== undefined) return { metadata: { ...metadata, [name]: metadata?.[name] ?? newUuid() } };
    return metadata === undefined ? {} : { metadata };
  };

  /** Takes funds out of a wallet, or puts them into one. */
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
