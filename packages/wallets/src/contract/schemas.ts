import { unknown, nullable, number, enumOf, openEnum, optional, record, resource, string, type Schema } from '@platform-sdk/core/contract';
import type { Transaction, TransactionMetadata, Transfer, Wallet } from '../types.ts';
import { TRANSACTION_TYPES, WALLET_ENTITY_TYPES, WALLET_PURPOSES } from '../values.ts';

/** The schema of an amount. The minimum is the smallest amount with 6 decimals. The client corrects or rejects floating-point errors. */
export const amount = number({ minimum: 0.000001, maximum: Number.MAX_SAFE_INTEGER });
export const entityType = enumOf(...WALLET_ENTITY_TYPES);
export const purpose = enumOf(...WALLET_PURPOSES);
export const transactionType = enumOf(...TRANSACTION_TYPES);
export const extras = record(unknown);
export const transactionMetadata: Schema<TransactionMetadata> = {
  ...extras,
  properties: { token_prices: optional(record(number({ minimum: 0 }))) },
};

/** The schema of credits in a response. JSON parsing may round numbers outside these bounds, so these numbers are reported. */
const credits = number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const maybe = optional(string);
const maybeNull = optional(nullable(string));

export const wallet = resource<Wallet>('wallet', {
  addressHash: string,
  entityType: openEnum(...WALLET_ENTITY_TYPES),
  entityId: string,
  purpose: openEnum(...WALLET_PURPOSES),
  currency: openEnum('CREDITS'),
  balance: credits,
  entity_name: maybeNull,
  description: maybeNull,
});

export const transaction = resource<Transaction>('transaction', {
  transaction_type: optional(openEnum(...TRANSACTION_TYPES)),
  amount: optional(credits),
  from_wallet: maybeNull,
  to_wallet: maybeNull,
  source_asset: maybeNull,
  target_asset: maybeNull,
  status: maybe,
  metadata: optional(nullable(extras)),
  created_at: maybe,
});

export const transfer = resource<Transfer>('wallet_transfer', {
  from_wallet: maybe,
  to_wallet: maybe,
  amount: optional(credits),
  currency: maybe,
  description: maybeNull,
  status: optional(openEnum('pending_sender_verification', 'pending_recipient', 'completed', 'rejected')),
  created_at: maybe,
  updated_at: maybe,
});
