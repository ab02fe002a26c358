import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Wallets that are there',
    choice:
      'An organization has its own from its creation, a user theirs once it is first looked for; a project has none until one is created.',
  },
  {
    topic: 'Whose wallets',
    choice:
      'Users see and spend from their own. Members see those of their organizations and of the projects in them; owners and admins spend, rename and create them. Who is denied a project, or removed from it, has nothing to do with its wallets. To all others they do not exist.',
  },
  { topic: 'New wallets', choice: 'One per entity, purpose and currency; a second is 422 WALLET_EXISTS. Any currency will do.' },
  {
    topic: 'Amounts',
    choice: 'At most 6 decimals, else 422 INVALID_AMOUNT. Balances are kept in whole millionths and are never below zero.',
  },
  {
    topic: 'Insufficient credits',
    choice:
      '402 in the form that the documents show elsewhere: `{detail, error:{code:"INSUFFICIENT_CREDITS", required_amount, checked_wallets:[{addressHash, currency, balance}]}}`.',
  },
  {
    topic: 'Assets',
    choice:
      'A wallet can hold any; its balance is what it holds of its currency. The exchange gives any asset for any other at `token_prices`, 1 where there is none, rounded down; `metadata.target_amount` of the transaction says how much.',
  },
  {
    topic: 'Transactions',
    choice: 'The latest first. Debits and credits are of the types `debit` and `credit`, with one wallet and one asset.',
  },
  { topic: 'Payments', choice: 'They answer the transaction. Paid is whoever is addressed: any wallet can be the target.' },
  { topic: 'Admin-Access', choice: 'One fixed token, `local-admin-access`; without it 403 ADMIN_ACCESS_REQUIRED.' },
  {
    topic: 'Transfers',
    choice:
      'No funds are held back: they move when the recipient accepts, and each step checks that there are enough. The sender is sent a code at once, the recipient (of an organization or a project every owner and admin) once the sender has verified; before that the recipient does not see it. Codes do not expire; a wrong one is 422 INVALID_CODE, a step out of order 422 INVALID_TRANSFER_STATE.',
  },
  { topic: 'Rejecting a transfer', choice: 'Takes no code: the document speaks of one, and its table of operations shows no request.' },
  { topic: 'Pages of wallets', choice: 'At most 100 items each.' },
];
