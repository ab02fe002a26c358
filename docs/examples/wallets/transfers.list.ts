// #region preamble
import { from_wallet, to_wallet, wallets } from '../../scenes/transfer.ts';

await wallets.transfers.create({ from_wallet, to_wallet, amount: 12.5 });
// #endregion

for await (const { amount, status } of wallets.transfers.list({ per_page: 20 }))
  console.log(amount, status);
