import { from_wallet, to_wallet, wallets } from '../../scenes/transfer.ts';

const transfer = await wallets.transfers.create({
  from_wallet,
  to_wallet,
  amount: 12.5,
  description: 'For the compiler',
});
console.log(transfer?.status); // the sender receives a code
