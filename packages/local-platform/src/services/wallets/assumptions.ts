import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Existing wallets',
    choice: 'An organization gets a wallet at its creation, a user at the first use. The wallet of a project must be created.',
  },
  {
    topic: 'Access to wallets',
    choice:
      'Users see and spend from their own wallets. Members see the wallets of their organizations and projects. Owners and admins can spend from them, rename them and create new wallets. Without access to a project, its wallets are hidden. Hidden wallets are 404.',
  },
  {
    topic: 'New wallets',
    choice: 'Each entity can have one wallet per purpose and currency; a second is 422 WALLET_EXISTS. Any currency is accepted.',
  },
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
      "A wallet can hold any asset. Its balance is the amount in its own currency. The exchange converts between all assets at `token_prices` (default: 1), rounded down. The transaction's `metadata.target_amount` is the converted amount.",
  },
  {
    topic: 'Transactions',
    choice:
      'The latest first. Debits and credits have one wallet, one asset and no `transaction_type`, because the API specification defines types only for movements between wallets.',
  },
  { topic: 'Payments', choice: 'The response is the transaction. Any wallet can be the target.' },
  { topic: 'Admin-Access', choice: 'A fixed token, `local-admin-access`. Calls without it get 403 ADMIN_ACCESS_REQUIRED.' },
  {
    topic: 'Transfers',
    choice:
      'Funds are not reserved, but move when the recipient accepts. Each step checks the balance. The sender receives a code at once. After the sender has verified, the recipient sees the transfer and receives a code too. For wallets of organizations and projects, every owner and admin receives the code. Codes do not expire. A wrong code is 422 INVALID_CODE; a step out of order is 422 INVALID_TRANSFER_STATE.',
  },
  {
    topic: 'Rejecting a transfer',
    choice: 'Takes no code. The API specification mentions a code, but its table of operations shows no request body.',
  },
  { topic: 'Pages of wallets', choice: 'At most 100 items each.' },
];
