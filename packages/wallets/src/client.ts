import {
  createClient,
  isPlatformError,
  toPlatform,
  type CallOptions,
  type Client,
  type Platform,
  type ServiceOptions,
} from '@platform-sdk/core';
import { checkFields } from '@platform-sdk/core/contract';
import { exactAmount } from './amount.ts';
import * as contract from './contract/index.ts';
import { reconcile, type Attempt, type Expected, type ReconcilableError } from './reconcile.ts';
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

const MOST_ANSWERED = 1000;

/** Creates the client of the wallets service. */
export const createWalletsClient = (given: Platform | ServiceOptions): WalletsClient => {
  const platform = toPlatform(given, 'wallets');
  const client = createClient({ name: 'wallets', base: 'wallets' }, contract, platform);
  const { clock } = platform.context;
  const answered = new Set<string>();

  const remember = (id: string): void => {
    answered.add(id);
    const [oldest = ''] = answered;
    if (answered.size > MOST_ANSWERED) answered.delete(oldest);
  };

  /** Makes a payment; when its answer is lost, its error can look for it. */
  const pay = async (
    addressHash: string,
    expected: Expected,
    payment: Promise<Transaction | undefined>,
  ): Promise<Transaction | undefined> => {
    const at = clock.now();
    const started = clock.monotonic();
    // A machine that slept may have stopped the one, whoever set the other back has shortened it.
    const elapsed = (): number => Math.max(clock.monotonic() - started, clock.now() - at);
    try {
      const transaction = await payment;
      if (transaction?.id) remember(transaction.id);
      return transaction;
    } catch (error) {
      if (isPlatformError(error) && (error.outcome === 'unknown' || error.outcome === 'likely-applied')) {
        // Of two payments that are alike, the one transaction there is must not pass for both.
        let own: string | undefined;
        const attempt: Attempt = { addressHash, expected, elapsed, at, isOther: (id) => id !== own && answered.has(id) };
        const value: ReconcilableError['reconcile'] = async (options) => {
          const answer = await reconcile(client.transactions, attempt, options);
          if (answer.result === 'found') remember((own = answer.transaction.id));
          return answer;
        };
        Object.defineProperty(error, 'reconcile', { value });
      }
      throw error;
    }
  };

  return {
    ...client,
    async transact(input, options) {
      const operation = 'wallets.transact';
      checkFields(operation, contract.transact, input);
      const asked = { ...input };
      const payment = { ...asked, amount: exactAmount(operation, asked.amount), ...stated(asked, operation) };
      const { metadata: _, ...expected } = payment;
      return pay(asked.from_wallet, expected, client.transact(payment, options));
    },
    async debit(input, options) {
      checkFields('wallets.debit', contract.debit, input);
      const { addressHash, currency: source_asset, amount: asked } = { ...input };
      const amount = exactAmount('wallets.debit', asked);
      const expected = { amount, from_wallet: addressHash, to_wallet: null, source_asset };
      return pay(addressHash, expected, client.debit({ ...input, amount }, options));
    },
    async credit(input, options) {
      checkFields('wallets.credit', contract.credit, input);
      const { addressHash, currency: target_asset, amount: asked } = { ...input };
      const amount = exactAmount('wallets.credit', asked);
      const expected = { amount, from_wallet: null, to_wallet: addressHash, target_asset };
      return pay(addressHash, expected, client.credit({ ...input, amount }, options));
    },
    transfers: {
      ...client.transfers,
      async create(input, options) {
        checkFields('wallets.transfers.create', contract.transfers.create, input);
        return client.transfers.create({ ...input, amount: exactAmount('wallets.transfers.create', { ...input }.amount) }, options);
      },
    },
  };
};
