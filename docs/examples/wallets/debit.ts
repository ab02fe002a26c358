import { addressHash, wallets } from '../../scenes/signed-in.ts';

const transaction = await wallets.debit({
  addressHash,
  amount: 2.5,
  description: 'Printing',
});
console.log(transaction?.source_asset, transaction?.amount);
