import {
  collection,
  document,
  nonEmptyString,
  integer,
  object,
  operation,
  optional,
  string,
  wrappedIn,
  type PagedOperation,
} from '@platform-sdk/core/contract';
import type {
  WalletCreateInput,
  WalletPage,
  Transaction,
  WalletTransactionsInput,
  WalletListInput,
  WalletGetInput,
  WalletUpdateInput,
} from '../types.ts';
import { pageFields, pageOf, pages } from './pages.ts';
import { entityType, extras, purpose, transaction, wallet } from './schemas.ts';
import { pageNames, transactionNames, walletNames } from './undocumented.ts';

/** Lists the wallets of users, organizations, projects and agents that the caller can see. */
export const list = operation({
  method: 'GET',
  path: '/wallets',
  credentials: 'user',
  input: object<WalletListInput>({ entity_type: optional(entityType) }),
  output: collection(wallet),
  retry: 'safe',
  undocumented: walletNames,
});

/** Returns one wallet. Cached for five minutes. `cache_bust` bypasses the cache, and a payment by this client removes the wallet from the cache. */
export const get = operation({
  method: 'GET',
  path: '/wallets/{addressHash}',
  credentials: 'user',
  input: object<WalletGetInput>({ addressHash: string, cache_bust: optional(integer()) }),
  output: document(wallet),
  retry: 'safe',
  // The schema reports a missing address, so this check ignores it.
  checkAgainstInput: ({ addressHash }, { addressHash: asked }) =>
    String((addressHash as string | null | undefined) ?? asked).toLowerCase() === asked.toLowerCase()
      ? undefined
      : `it is wallet ${addressHash}, not ${asked}`,
  cacheSeconds: 300,
  cacheBypassField: 'cache_bust',
  errors: [404],
  undocumented: walletNames,
});

/** Creates a wallet for a user, an organization or a project. */
export const create = operation({
  method: 'POST',
  path: '/wallets/create_entity_wallet',
  credentials: 'user',
  input: object<WalletCreateInput>({
    entity_type: entityType,
    entity_id: optional(nonEmptyString),
    entity_name: optional(string),
    purpose: optional(purpose),
    currency: optional(nonEmptyString),
    metadata: optional(extras),
  }),
  body: wrappedIn('entity_wallet'),
  output: document(wallet),
  retry: 'non-idempotent',
  // A project list shows which projects have a wallet. The input might not name the organization, so all lists are invalidated.
  invalidates: ['/wallets$', '/organizations'],
  undocumented: {
    entity_wallet: 'published',
    'entity_wallet.entity_type': 'published',
    'entity_wallet.entity_id': 'published',
    'entity_wallet.entity_name': 'published',
    'entity_wallet.purpose': 'published',
    'entity_wallet.currency': 'published',
    'entity_wallet.metadata': 'published',
    ...walletNames,
  },
});

/** Changes a wallet's name and description. */
export const update = operation({
  method: 'PUT',
  path: '/wallets/{addressHash}',
  credentials: 'user',
  input: object<WalletUpdateInput>({ addressHash: string, entity_name: optional(string), description: optional(string) }),
  body: wrappedIn('wallet'),
  output: document(wallet),
  retry: 'idempotent',
  invalidates: ['/wallets$', '/wallets/{addressHash}'],
  errors: [404],
  undocumented: walletNames,
});

/** Lists a wallet's transactions, page by page. */
export const transactions: PagedOperation<WalletTransactionsInput, WalletPage<Transaction>, Transaction, 404> = {
  ...operation({
    method: 'GET',
    path: '/wallets/{addressHash}/transactions',
    credentials: 'user',
    input: object<WalletTransactionsInput>({ addressHash: string, ...pageFields }),
    output: pageOf(transaction),
    retry: 'safe',
    errors: [404],
    undocumented: { ...pageNames, ...transactionNames },
  }),
  paging: pages(),
};
