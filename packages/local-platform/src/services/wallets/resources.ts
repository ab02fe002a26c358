import type { WalletPage, WalletTransferListInput, Wallet } from '@platform-sdk/wallets';
import { toAmount, toUnits } from './amounts.ts';
import { sees } from './access.ts';
import { held } from './ledger.ts';
import type { Call } from '../../routing/service.ts';
import type { WalletRecord } from './records.ts';

/** Returns a wallet as responses show it. The balance is the amount in the wallet's own currency. */
export const walletResource = ({ holdings, ...wallet }: WalletRecord): Wallet => ({
  ...wallet,
  balance: toAmount(held({ holdings }, wallet.currency)),
});

const MAX_PER_PAGE = 100;

/** Returns one page of items that are sorted oldest first. The page begins with the latest item. */
export const pageOf = <Item>(items: readonly Item[], { page = 1, per_page: asked = 20 }: WalletTransferListInput): WalletPage<Item> => {
  const per_page = Math.min(asked, MAX_PER_PAGE);
  const end = Math.max(0, items.length - (page - 1) * per_page);
  const data = items.slice(Math.max(0, end - per_page), end).toReversed();
  return { data, meta: { page, per_page, total_count: items.length } };
};

/** Returns the documented 402 response if a wallet does not hold enough. Otherwise returns undefined. */
export const insufficient = ({ world, user }: Call, wallet: WalletRecord, asset: string, amount: number): Response | undefined => {
  const balance = held(wallet, asset);
  if (balance >= toUnits(amount)) return undefined;
  const checked = { addressHash: wallet.addressHash, currency: asset };
  // Recipients must not see the sender's balance.
  const checked_wallets = [sees(world, user.id, wallet) ? { ...checked, balance: toAmount(balance) } : checked];
  const error = { code: 'INSUFFICIENT_CREDITS', required_amount: amount, checked_wallets };
  return Response.json({ detail: 'The wallet does not hold enough credits.', error }, { status: 402 });
};
