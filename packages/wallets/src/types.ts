import type { Open, Resource } from '@platform-sdk/core';

/** What a wallet can belong to. */
export type EntityType = 'user' | 'organization' | 'project';

/** What a wallet is for: `operating` for organizations, `project_funds` for projects. */
export type Purpose = 'operating' | 'project_funds' | 'general';

/** What a transaction between wallets or assets does. */
export type TransactionType = 'asset_conversion' | 'wallet_transfer' | 'transfer_with_conversion';

/** How far a transfer request has come. */
export type TransferStatus = 'pending_sender_verification' | 'pending_recipient' | 'completed' | 'rejected';

/** A positive amount with at most 6 decimals: a number, or the same as a decimal text, such as `'0.30'`. */
export type Amount = number | string;

/** An input whose amount may also be a decimal text. */
export type Payable<Input extends { amount: number }> = Omit<Input, 'amount'> & { amount: Amount };

/** A balance held by a user, an organization or a project. */
export interface Wallet extends Resource {
  /** Identifies the wallet in paths. */
  addressHash: string;
  entityType: Open<EntityType>;
  /** The id of the user, organization or project. */
  entityId: string;
  purpose: Open<Purpose>;
  currency: Open<'CREDITS'>;
  balance: number;
  /** A name for display; null for none. */
  entity_name?: string | null;
  /** Words about the wallet; null for none. */
  description?: string | null;
}

/** Which wallets to list: all that the caller sees, unless it says otherwise. */
export interface WalletFilter {
  /** Lists wallets of this kind of owner alone. Default: all. */
  entity_type?: EntityType;
}

/** Which wallet, and how it is read. */
export interface WalletQuery {
  addressHash: string;
  /** Any whole number, such as the time, sends a request although a response of the last five minutes is cached. */
  cache_bust?: number;
}

/** A new wallet. */
export interface NewWallet {
  entity_type: EntityType;
  /** The id of the user, organization or project. Default: the caller, or as `metadata` says. */
  entity_id?: string;
  /** A name for display. Default: none. */
  entity_name?: string;
  /** What the wallet is for. Default: `general`. */
  purpose?: Purpose;
  /** The wallet's currency. Default: the service's own, `CREDITS`. */
  currency?: string;
  /** The entity's identifiers, such as `{ organization_id }`. Default: none. */
  metadata?: Record<string, unknown>;
}

/** New words for a wallet. */
export interface WalletUpdate {
  addressHash: string;
  /** A new name for display. Left out, it stays. */
  entity_name?: string;
  /** New words about the wallet. Left out, they stay. */
  description?: string;
}

/** A wallet, and which of its pages. */
export interface TransactionsQuery {
  addressHash: string;
  /** From 1. Default: 1. */
  page?: number;
  /** Items to a page. Default: 20. */
  per_page?: number;
}

/** Which page. */
export interface PageQuery {
  /** From 1. Default: 1. */
  page?: number;
  /** Items to a page. Default: 20. */
  per_page?: number;
}

/** Where a page stands in its list. */
export interface PageMeta {
  /** From 1. Absent when the service does not send it. */
  page?: number;
  /** Items to a page. Absent when the service does not send it. */
  per_page?: number;
  /** How many there are on all pages. */
  total_count?: number;
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** The page's place in the list. Absent when the service does not send it. */
  meta?: PageMeta;
}

/** A movement of funds, as the service records it. */
export interface Transaction extends Resource {
  /** What it did. Absent when the service does not send it. */
  transaction_type?: Open<TransactionType>;
  /** In the source asset. Absent when the service does not send it. */
  amount?: number;
  /** The address hash that gave; none when funds came from outside. */
  from_wallet?: string | null;
  /** The address hash that got; none when funds went outside. */
  to_wallet?: string | null;
  /** The asset that was taken. Absent when the service does not send it. */
  source_asset?: string | null;
  /** The asset that was given. Absent when the service does not send it. */
  target_asset?: string | null;
  /** The service's own word. Absent when the service does not send it. */
  status?: string;
  /** As it was sent with the transaction. Absent when the service does not send it. */
  metadata?: Record<string, unknown> | null;
  /** ISO 8601. */
  created_at?: string;
}

/** What is told to a transaction beside its amount. Other keys are free: a reference of your own makes it easy to find again. */
export interface TransactionMetadata {
  /** Prices by asset. Default: the service's own. */
  token_prices?: Record<string, number>;
  [extra: string]: unknown;
}

/** Funds to move to another wallet, to convert into another asset, or both. */
export interface NewTransaction {
  /** An address hash. */
  from_wallet: string;
  /** An address hash. Default: the source's, which makes it a conversion. */
  to_wallet?: string;
  /** How much of the source asset. */
  amount: number;
  source_asset: string;
  /** The asset to receive. Default: the source's. */
  target_asset?: string;
  /** Default: the type that follows from the wallets and assets. A type that contradicts them is rejected. */
  transaction_type?: TransactionType;
  /** Kept with the transaction: a reference of your own tells it from others. Default: none. */
  metadata?: TransactionMetadata;
}

/** Funds to take out of a wallet, or to put into one. */
export interface Posting {
  addressHash: string;
  amount: number;
  /** The asset of the amount. Default: the wallet's. */
  currency?: string;
  /** Words about the posting. Default: none. */
  description?: string;
  /** Kept with the transaction: a reference of your own tells it from others. Default: none. */
  metadata?: Record<string, unknown>;
}

/** A request to transfer funds, which its sender verifies and its recipient accepts or rejects. */
export interface Transfer extends Resource {
  /** The sender's address hash. */
  from_wallet?: string;
  /** The recipient's address hash. */
  to_wallet?: string;
  /** In `currency`. Absent when the service does not send it. */
  amount?: number;
  /** The asset to transfer. Absent when the service does not send it. */
  currency?: string;
  /** The sender's words; null for none. */
  description?: string | null;
  /** How far the request has come. Absent when the service does not send it. */
  status?: Open<TransferStatus>;
  /** ISO 8601. */
  created_at?: string;
  /** ISO 8601. */
  updated_at?: string;
}

/** A transfer to request. */
export interface NewTransfer {
  /** The sender's address hash. */
  from_wallet: string;
  /** The recipient's address hash. */
  to_wallet: string;
  amount: number;
  /** The asset of the amount. Default: that of the sender's wallet. */
  currency?: string;
  /** Words for the recipient. Default: none. */
  description?: string;
}

/** One transfer request. */
export interface InTransfer {
  transferId: string;
}

/** A transfer request, and the code that was sent for it. */
export interface TransferCode {
  transferId: string;
  verification_code: string;
}
