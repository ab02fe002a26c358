import type { LiteralUnion, Resource } from '@platform-sdk/core';
import type { TRANSACTION_TYPES, WALLET_ENTITY_TYPES, WALLET_PURPOSES } from './values.ts';

/** The kind of a wallet's owner. */
export type WalletEntityType = (typeof WALLET_ENTITY_TYPES)[number];

/** The purpose of a wallet: `operating` for organizations, `project_funds` for projects, or `general`. */
export type WalletPurpose = (typeof WALLET_PURPOSES)[number];

/** The kind of a transaction between wallets or assets. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The state of a transfer request. */
export type TransferStatus = 'pending_sender_verification' | 'pending_recipient' | 'completed' | 'rejected';

/** A positive amount with at most 6 decimals: a number, or a string such as `'0.30'`. */
export type Amount = number | string;

/** An input whose amount may also be a string such as `'0.30'`. */
export type Payable<Input extends { amount: number }> = Omit<Input, 'amount'> & { amount: Amount };

/** The wallet of a user, an organization or a project. */
export interface Wallet extends Resource {
  /** The address hash, which identifies the wallet. */
  addressHash: string;
  entityType: LiteralUnion<WalletEntityType>;
  /** The id of the user, organization or project. */
  entityId: string;
  purpose: LiteralUnion<WalletPurpose>;
  currency: LiteralUnion<'CREDITS'>;
  balance: number;
  /** A name for display; null without a name. */
  entity_name?: string | null;
  /** A description; null without a description. */
  description?: string | null;
}

/** A filter for the wallets that the caller can see. */
export interface WalletListInput {
  /** Lists only wallets with this kind of owner. Default: all. */
  entity_type?: WalletEntityType;
}

/** The wallet to read, and whether to use the cache. */
export interface WalletGetInput {
  addressHash: string;
  /**
   * Any integer, such as the current time. If it is set, the call bypasses the cache. Default: a response from the last five minutes is
   * reused.
   */
  cache_bust?: number;
}

/** A new wallet. */
export interface WalletCreateInput {
  entity_type: WalletEntityType;
  /** The id of the user, organization or project. Default: the id in `metadata`, or the caller for a user's wallet. */
  entity_id?: string;
  /** A name for display. Default: none. */
  entity_name?: string;
  /** The purpose of the wallet. Default: `general`. */
  purpose?: WalletPurpose;
  /** The wallet's currency. Default: `CREDITS`. */
  currency?: string;
  /** The entity's identifiers, such as `{ organization_id }`. Default: none. */
  metadata?: Record<string, unknown>;
}

/** A new name or description of a wallet. */
export interface WalletUpdateInput {
  addressHash: string;
  /** A new name for display. Default: unchanged. */
  entity_name?: string;
  /** A new description. Default: unchanged. */
  description?: string;
}

/** A wallet, and a page of its transactions. */
export interface WalletTransactionsInput {
  addressHash: string;
  /** The page, from 1. Default: 1. */
  page?: number;
  /** Transactions per page. Default: 20. */
  per_page?: number;
}

/** The page of transfer requests to read. */
export interface WalletTransferListInput {
  /** The page, from 1. Default: 1. */
  page?: number;
  /** Items per page. Default: 20. */
  per_page?: number;
}

/** The position of a page in its list. */
export interface WalletPageMeta {
  /** The page, from 1. */
  page?: number;
  /** Items per page. */
  per_page?: number;
  /** The number of items on all pages. */
  total_count?: number;
}

/** One page of a list. */
export interface WalletPage<Item> {
  data: Item[];
  /** The position of the page in its list. */
  meta?: WalletPageMeta;
}

/** A movement of funds, as the service records it. */
export interface Transaction extends Resource {
  /** The kind of transaction. */
  transaction_type?: LiteralUnion<TransactionType>;
  /** The amount, in the source asset. */
  amount?: number;
  /** The address hash of the source wallet. Null or undefined if the funds came from outside. */
  from_wallet?: string | null;
  /** The address hash of the target wallet. Null or undefined if the funds went outside. */
  to_wallet?: string | null;
  /** The asset that left the source. */
  source_asset?: string | null;
  /** The asset that the target received. */
  target_asset?: string | null;
  /** The state of the transaction. The API specification documents no values. */
  status?: string;
  /** The metadata that was sent with the transaction. */
  metadata?: Record<string, unknown> | null;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
}

/** Data of a transaction. You may add keys, such as a reference that identifies the transaction. */
export interface TransactionMetadata {
  /** Prices by asset. Default: the prices of the service. */
  token_prices?: Record<string, number>;
  [extra: string]: unknown;
}

/** Funds to move to another wallet, to convert into another asset, or both. */
export interface TransactionFields {
  /** The address hash of the source wallet. */
  from_wallet: string;
  /** The target's address hash. Default: the source wallet, which makes this a conversion. */
  to_wallet?: string;
  /** The amount, in the source asset. */
  amount: number;
  source_asset: string;
  /** The asset that the target receives. Default: the source asset. */
  target_asset?: string;
  /** The kind of transaction, which must fit the wallets and assets. Default: derived from the wallets and assets. */
  transaction_type?: TransactionType;
  /** Data to store with the transaction, such as your own reference. Default: none. */
  metadata?: TransactionMetadata;
}

/** Funds to take out of a wallet, or to put into a wallet. */
export interface PostingFields {
  addressHash: string;
  amount: number;
  /** The asset of the amount. Default: the wallet's asset. */
  currency?: string;
  /** A description. Default: none. */
  description?: string;
  /** Data to store with the transaction, such as your own reference. Default: none. */
  metadata?: Record<string, unknown>;
}

/** A request to transfer funds. The sender verifies the request, and the recipient accepts or rejects it. */
export interface Transfer extends Resource {
  /** The sender's address hash. */
  from_wallet?: string;
  /** The recipient's address hash. */
  to_wallet?: string;
  /** The amount in `currency`. */
  amount?: number;
  /** The asset to transfer. */
  currency?: string;
  /** The sender's message; null without a message. */
  description?: string | null;
  /** The state of the request. */
  status?: LiteralUnion<TransferStatus>;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
  /** The time of the latest change, in ISO 8601. */
  updated_at?: string;
}

/** A transfer to request. */
export interface TransferFields {
  /** The sender's address hash. */
  from_wallet: string;
  /** The recipient's address hash. */
  to_wallet: string;
  amount: number;
  /** The asset of the amount. Default: the asset of the sender's wallet. */
  currency?: string;
  /** A message to the recipient. Default: none. */
  description?: string;
}

/** Identifies a transfer request. */
export interface WalletTransferRejectInput {
  transferId: string;
}

/** A transfer request, and the code that the service sent to the sender or the recipient. */
export interface TransferVerification {
  transferId: string;
  verification_code: string;
}

/** The input of `wallets.transact`. */
export type WalletTransactInput = Payable<TransactionFields>;

/** The input of `wallets.payOnce`. */
export type WalletPayOnceInput = WalletTransactInput;

/** The input of `wallets.debit`. */
export type WalletDebitInput = Payable<PostingFields>;

/** The input of `wallets.credit`. */
export type WalletCreditInput = Payable<PostingFields>;

/** The input of `wallets.transfers.create`. */
export type WalletTransferCreateInput = Payable<TransferFields>;

/** The input of `wallets.transfers.verifySender`. */
export type WalletTransferVerifySenderInput = TransferVerification;

/** The input of `wallets.transfers.accept`. */
export type WalletTransferAcceptInput = TransferVerification;
