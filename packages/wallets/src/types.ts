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
  entity_name?: string | null;
  description?: string | null;
}

/** Which wallets to list: all that the caller sees, unless it says otherwise. */
export interface WalletFilter {
  entity_type?: EntityType;
}

/** Which wallet, and how it is read. */
export interface WalletQuery {
  addressHash: string;
  /** Any whole number, such as the time, asks the server even when an answer of the last five minutes is at hand. */
  cache_bust?: number;
}

/** A new wallet. */
export interface NewWallet {
  entity_type: EntityType;
  /** The id of the user, organization or project. */
  entity_id?: string;
  entity_name?: string;
  /** `general` by default. */
  purpose?: Purpose;
  currency?: string;
  /** The entity's identifiers, such as `{ organization_id }`. */
  metadata?: Record<string, unknown>;
}

/** New words for a wallet. */
export interface WalletUpdate {
  addressHash: string;
  entity_name?: string;
  description?: string;
}

/** A wallet, and which of its pages. */
export interface TransactionsQuery {
  addressHash: string;
  /** From 1, which is the default. */
  page?: number;
  /** 20 by default. */
  per_page?: number;
}

/** Which page. */
export interface PageQuery {
  /** From 1, which is the default. */
  page?: number;
  /** 20 by default. */
  per_page?: number;
}

/** Where a page stands in its list. */
export interface PageMeta {
  page?: number;
  per_page?: number;
  /** How many there are on all pages. */
  total_count?: number;
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  meta?: PageMeta;
}

/** A movement of funds, as the service records it. */
export interface Transaction extends Resource {
  transaction_type?: Open<TransactionType>;
  amount?: number;
  /** The address hash that gave; none when funds came from outside. */
  from_wallet?: string | null;
  /** The address hash that got; none when funds went outside. */
  to_wallet?: string | null;
  source_asset?: string | null;
  target_asset?: string | null;
  status?: string;
  metadata?: Record<string, unknown> | null;
  /** ISO 8601. */
  created_at?: string;
}

/** What is told to a transaction beside its amount. Other keys are free: a reference of your own makes it easy to find again. */
export interface TransactionMetadata {
  /** By asset. */
  token_prices?: Record<string, number>;
  [extra: string]: unknown;
}

/** Funds to move to another wallet, to convert into another asset, or both. */
export interface NewTransaction {
  /** An address hash. */
  from_wallet: string;
  /** An address hash: by default the source's, which makes it a conversion. */
  to_wallet?: string;
  /** How much of the source asset. */
  amount: number;
  source_asset: string;
  /** The source's by default. */
  target_asset?: string;
  /** Follows from the wallets and assets; needed by nobody, refused when it contradicts them. */
  transaction_type?: TransactionType;
  metadata?: TransactionMetadata;
}

/** Funds to take out of a wallet, or to put into one. */
export interface Posting {
  addressHash: string;
  amount: number;
  /** The wallet's by default. */
  currency?: string;
  description?: string;
  metadata?: Record<string, unknown>;
}

/** A request to transfer funds, which its sender verifies and its recipient accepts or rejects. */
export interface Transfer extends Resource {
  /** The sender's address hash. */
  from_wallet?: string;
  /** The recipient's address hash. */
  to_wallet?: string;
  amount?: number;
  currency?: string;
  description?: string | null;
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
  /** The sender's wallet's by default. */
  currency?: string;
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
