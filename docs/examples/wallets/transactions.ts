import { addressHash, wallets } from '../../scenes/signed-in.ts';

for await (const { created_at, amount } of wallets.transactions({
  addressHash,
  per_page: 20,
}))
  console.log(created_at, amount);
