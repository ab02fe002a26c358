import { addressHash, wallets } from '../../scenes/signed-in.ts';

const wallet = await wallets.get({ addressHash });
console.log(wallet.balance);
