export { createWalletsClient, type TransfersClient, type WalletsClient, type WalletsSettings } from './client.ts';
export { isInsufficientCredits, isReconcilable, type InsufficientCreditsError } from './errors.ts';
export type { ReconcilableError, Reconciliation } from './reconcile.ts';
export type {
  Amount,
  EntityType,
  InTransfer,
  NewTransaction,
  NewTransfer,
  NewWallet,
  Page,
  PageMeta,
  PageQuery,
  Payable,
  Posting,
  Purpose,
  Transaction,
  TransactionMetadata,
  TransactionsQuery,
  TransactionType,
  Transfer,
  TransferCode,
  TransferStatus,
  Wallet,
  WalletFilter,
  WalletQuery,
  WalletUpdate,
} from './types.ts';
