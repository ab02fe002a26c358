import { wallets } from '../../scenes/signed-in.ts';

for (const { addressHash, entityType, balance } of await wallets.list())
  console.log(addressHash, entityType, balance);
