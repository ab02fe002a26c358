import { adminAccess, document, filled, object, operation, optional, string, under } from '@platform-sdk/core/contract';
import type { NewTransaction, Posting } from '../types.ts';
import { amount, extras, transaction, transactionMetadata, transactionType } from './schemas.ts';
import { transactionNames } from './undocumented.ts';

// No document shows an answer: one without a body must not make a payment fail.
const output = optional(document(transaction));

const posting = object<Posting>({
  addressHash: string,
  amount,
  currency: optional(filled),
  description: optional(string),
  metadata: optional(extras),
});

/** Moves funds to another wallet, converts them into another asset, or both. Sent once, whatever `retry` says. Returns the transaction when the service answers with one. */
export const transact = operation({
  method: 'POST',
  path: '/wallets/transact',
  credentials: 'user',
  input: object<NewTransaction>({
    from_wallet: filled,
    to_wallet: optional(filled),
    amount,
    source_asset: filled,
    target_asset: optional(filled),
    transaction_type: optional(transactionType),
    metadata: optional(transactionMetadata),
  }),
  body: under('transaction'),
  output,
  retry: 'once',
  invalidates: ['/wallets'],
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

/** Takes funds out of a wallet; users may debit their own. Sent once, whatever `retry` says. Returns the transaction when the service answers with one. */
export const debit = operation({
  method: 'POST',
  path: '/wallets/{addressHash}/debits',
  credentials: 'user',
  input: posting,
  body: under('debit'),
  output,
  retry: 'once',
  invalidates: ['/wallets'],
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

/** Puts funds into a wallet. Needs `adminAccess`, which no browser should hold. Sent once, whatever `retry` says. Returns the transaction when the service answers with one. */
export const credit = operation({
  method: 'POST',
  path: '/wallets/{addressHash}/credits',
  credentials: 'admin',
  attach: adminAccess,
  input: posting,
  body: under('credit'),
  output,
  retry: 'once',
  invalidates: ['/wallets'],
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
