import type * as contract from '@platform-sdk/wallets/contract';
import type { PostingFields } from '@platform-sdk/wallets';
import { refuse } from '../../../errors/refusal.ts';
import type { Rules } from '../../../routing/service.ts';
import { source, spent, target } from '../access.ts';
import { credit, debit, transact, type Words } from '../ledger.ts';
import { walletRecords } from '../records.ts';
import { insufficient } from '../resources.ts';

const wordsOf = ({ description, metadata }: PostingFields): Words => ({
  ...((description !== undefined || metadata) && { metadata: { ...metadata, ...(description !== undefined && { description }) } }),
});

export const payments: Rules<Pick<typeof contract, 'transact' | 'debit' | 'credit'>> = {
  transact(input, call) {
    const { from_wallet, to_wallet = from_wallet, amount, source_asset, target_asset = source_asset, metadata } = input;
    const [from, to] = [source(call, from_wallet), target(call, to_wallet)];
    const type = from === to ? 'asset_conversion' : source_asset === target_asset ? 'wallet_transfer' : 'transfer_with_conversion';
    if (from === to && source_asset === target_asset)
      refuse(422, 'NOTHING_TO_DO', 'The payment changes nothing: both wallets and both assets are the same.', { field: 'target_asset' });
    if ((input.transaction_type ?? type) !== type)
      refuse(422, 'INVALID_TRANSACTION_TYPE', `For these wallets and assets, the transaction type must be ${type}.`, {
        field: 'transaction_type',
      });
    const movement = { from, to, amount, source_asset, target_asset, prices: metadata?.token_prices };
    const words = { transaction_type: type, ...(metadata && { metadata }) };
    return insufficient(call, from, source_asset, amount) ?? transact(call.world, movement, words);
  },

  debit(input, call) {
    const { addressHash, amount } = input;
    const wallet = spent(call, addressHash);
    const { currency = wallet.currency } = input;
    return insufficient(call, wallet, currency, amount) ?? debit(call.world, wallet, currency, amount, wordsOf(input));
  },

  credit(input, { world }) {
    const { addressHash, amount } = input;
    const wallet = world.records(walletRecords).get(addressHash) ?? refuse(404, 'NOT_FOUND', 'There is no such wallet.');
    const { currency = wallet.currency } = input;
    return credit(world, wallet, currency, amount, wordsOf(input));
  },
};
