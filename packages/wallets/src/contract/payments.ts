import { adminAccess, document, nonEmptyString, object, operation, optional, string, wrappedIn } from '@platform-sdk/core/contract';
import type { TransactionFields, PostingFields } from '../types.ts';
import { amount, extras, transaction, transactionMetadata, transactionType } from './schemas.ts';
import { transactionNames } from './undocumented.ts';

// The API specification documents no response, so a payment with an empty response succeeds.
const output = optional(document(transaction));

const posting = object<PostingFields>({
  addressHash: string,
  amount,
  currency: optional(nonEmptyString),
  description: optional(string),
  metadata: optional(extras),
});

/** Moves funds to another wallet, converts them into another asset, or does both. The request is sent once and never retried. Returns undefined if the response does not contain the transaction. */
export const transact = operation({
  method: 'POST',
  path: '/wallets/transact',
  credentials: 'user',
  input: object<TransactionFields>({
    from_wallet: nonEmptyString,
    to_wallet: optional(nonEmptyString),
    amount,
    source_asset: nonEmptyString,
    target_asset: optional(nonEmptyString),
    transaction_type: optional(transactionType),
    metadata: optional(transactionMetadata),
  }),
  body: wrappedIn('transaction'),
  output,
  retry: 'single-attempt',
  invalidates: ['/wallets$', '/wallets/{from_wallet}', '/wallets/{to_wallet}'],
  errors: [402],
  undocumented: {
    'transaction.from_wallet': 'assumed',
    'transaction.to_wallet': 'assumed',
    'transaction.amount': 'assumed',
    'transaction.source_asset': 'assumed',
    'transaction.target_asset': 'assumed',
    'transaction.transaction_type': 'assumed',
    ...transactionNames,
  },
});

/** Takes funds out of a wallet. Users may debit their own wallets. The request is sent once and never retried. Returns undefined if the response does not contain the transaction. */
export const debit = operation({
  method: 'POST',
  path: '/wallets/{addressHash}/debits',
  credentials: 'user',
  input: posting,
  body: wrappedIn('debit'),
  output,
  retry: 'single-attempt',
  invalidates: ['/wallets$', '/wallets/{addressHash}'],
  errors: [402, 403, 404],
  undocumented: {
    debit: 'assumed',
    'debit.amount': 'assumed',
    'debit.currency': 'assumed',
    'debit.description': 'assumed',
    'debit.metadata': 'assumed',
    ...transactionNames,
  },
});

/** Puts funds into a wallet. Needs `adminAccess`, which must not be used in a browser. The request is sent once and never retried. Returns undefined if the response does not contain the transaction. */
export const credit = operation({
  method: 'POST',
  path: '/wallets/{addressHash}/credits',
  credentials: 'admin',
  authenticate: adminAccess,
  input: posting,
  body: wrappedIn('credit'),
  output,
  retry: 'single-attempt',
  invalidates: ['/wallets$', '/wallets/{addressHash}'],
  errors: [403, 404],
  undocumented: {
    credit: 'assumed',
    'credit.amount': 'assumed',
    'credit.currency': 'assumed',
    'credit.description': 'assumed',
    'credit.metadata': 'assumed',
    ...transactionNames,
  },
});
