export { createWalletsClient, type TransfersClient, type WalletsClient, type WalletsClientOptions } from './client.ts';
export { isInsufficientCredits, isReconcilableError, type InsufficientCreditsError } from './errors.ts';
export type { ReconcilableError, Reconciliation } from './reconcile.ts';
export type {
  Amount,
  WalletEntityType,
  WalletTransferRejectInput,
  TransactionFields,
  TransferFields,
  WalletCreateInput,
  WalletPage,
  WalletPageMeta,
  WalletTransferListInput,
  Payable,
  PostingFields,
  WalletPurpose,
  Transaction,
  TransactionMetadata,
  WalletTransactionsInput,
  TransactionType,
  Transfer,
  TransferVerification,
  TransferStatus,
  Wallet,
  WalletListInput,
  WalletGetInput,
  WalletUpdateInput,
} from './types.ts';
