import { PlatformError } from '@platform-sdk/core/internal';
import type { TransactionFields } from './types.ts';

type Stated = Required<Pick<TransactionFields, 'to_wallet' | 'target_asset' | 'transaction_type'>>;

/** Fills in optional fields. Rejects a type that contradicts the wallets and assets. */
export const stated = (input: Omit<TransactionFields, 'amount'>, operation: string): Stated => {
  const { from_wallet, to_wallet = from_wallet, source_asset, target_asset = source_asset } = input;
  const converts = source_asset !== target_asset;
  const transaction_type = from_wallet === to_wallet ? 'asset_conversion' : converts ? 'transfer_with_conversion' : 'wallet_transfer';
  const refuse = (field: string, message: string): never => {
    throw new PlatformError('invalid-input', `${operation}: ${field} ${message}`, { operation, field, outcome: 'not-sent' });
  };
  if ((input.transaction_type ?? transaction_type) !== transaction_type)
    refuse('transaction_type', `must be ${transaction_type} between these wallets and assets`);
  return { to_wallet, target_asset, transaction_type };
};
