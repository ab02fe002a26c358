import { PlatformError } from '@platform-sdk/core/internal';
import type { TransactionFields } from './types.ts';

type DerivedFields = Required<Pick<TransactionFields, 'to_wallet' | 'target_asset' | 'transaction_type'>>;

/** Returns the target wallet, the target asset and the type, with defaults. Throws if the given type contradicts the wallets and assets. */
export const withDerivedFields = (input: Omit<TransactionFields, 'amount'>, operation: string): DerivedFields => {
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
