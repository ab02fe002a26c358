import { addressHash, wallets } from '../../scenes/signed-in.ts';

const wallet = await wallets.update({
  addressHash,
  description: 'For the compiler',
});
console.log(wallet.description);
