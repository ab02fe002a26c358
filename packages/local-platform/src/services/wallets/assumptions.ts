import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Existing wallets',
    choice: 'An organization has a wallet from its creation, a user from its first use, a project after one is created.',
  },
  {
    topic: 'Access to wallets',
    choice:
      'Users see and spend from their own. Members see those of their organizations and of the projects in them. Owners and admins spend, rename and create them. Users without access to a project have none to its wallets. For all others they do not exist.',
  },
  { topic: 'New wallets', choice: 'One per entity, purpose and currency; a second is 422 WALLET_EXISTS. Any currency is accepted.' },
  {
    topic: 'Amounts',
    choice:
      'At most 6 decimals, else 422 INVALID_AMOUNT. Balances are kept in whole millionths and are never below zero. Above 9007199254740991 they are 422 BALANCE_TOO_LARGE.',
  },
  {
    topic: 'Insufficient credits',
    choice:
      '402 in the form that the API specification shows elsewhere: `{detail, error:{code:"INSUFFICIENT_CREDITS", required_amount, checked_wallets:[{addressHash, currency, balance}]}}`.',
  },
  {
    topic: 'Assets',
    choice:
      "A wallet can hold any; its balance is the amount of its own currency. The exchange converts any asset into any other at `token_prices`, with 1 as the default, rounded down. The transaction's `metadata.target_amount` is the converted amount.",
  },
  {
    topic: 'Transactions',
    choice:
      'The latest first. Debits and credits have one wallet, one asset and no `transaction_type`: the API specification names types of movements between wallets only.',
  },
  { topic: 'Payments', choice: 'The response is the transaction. Any wallet can be the target.' },
  { topic: 'Admin-Access', choice: 'One fixed token, `local-admin-access`; without it 403 ADMIN_ACCESS_REQUIRED.' },
  {
    topic: 'Transfers',
    choice:
      'No funds are reserved: they move when the recipient accepts. Each step checks the balance. The sender receives a code at once. The recipient receives one after the sender has verified, and does not see the transfer before. In an organization or a project, every owner and admin receives it. Codes do not expire; a wrong one is 422 INVALID_CODE, a step out of order 422 INVALID_TRANSFER_STATE.',
  },
  {
    topic: 'Rejecting a transfer',
    choice: 'Takes no code: the API specification mentions one, but its table of operations shows no request.',
  },
  { topic: 'Pages of wallets', choice: 'At most 100 items each.' },
];
