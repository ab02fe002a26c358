import { addressHash, wallets } from '../../scenes/administrator.ts';

const transaction = await wallets.credit({
  addressHash,
  amount: 50,
  description: 'Refund',
});
console.log(transaction?.target_asset, transaction?.amount);
