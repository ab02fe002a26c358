export { createWalletsClient, type TransfersClient, type WalletsClient, type WalletsClientOptions } from './client.ts';
export { isInsufficientCreditsError, isReconcilableError, type InsufficientCreditsError } from './errors.ts';
export type { FoundReferences, WalletFindByReferenceInput } from './find-by-reference.ts';
export type { JournalEntry, PaymentJournal } from './journal.ts';
export type { PaidOnce, PayOnceOptions } from './pay-once.ts';
export type { ReconcilableError, Reconciliation } from './reconcile.ts';
export type {
  Amount,
  Payable,
  PostingFields,
  Transaction,
  TransactionFields,
  TransactionMetadata,
  TransactionType,
  Transfer,
  TransferFields,
  TransferStatus,
  TransferVerification,
  Wallet,
  WalletCreateInput,
  WalletCreditInput,
  WalletDebitInput,
  WalletEntityType,
  WalletGetInput,
  WalletListInput,
  WalletPage,
  WalletPageMeta,
  WalletPayOnceInput,
  WalletPurpose,
  WalletTransactInput,
  WalletTransactionsInput,
  WalletTransferAcceptInput,
  WalletTransferCreateInput,
  WalletTransferListInput,
  WalletTransferRejectInput,
  WalletTransferVerifySenderInput,
  WalletUpdateInput,
} from './types.ts';
export { TRANSACTION_TYPES, WALLET_ENTITY_TYPES, WALLET_PURPOSES } from './values.ts';
