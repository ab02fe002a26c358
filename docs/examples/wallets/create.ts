import { wallets } from '../../scenes/signed-in.ts';

const wallet = await wallets.create({
  entity_type: 'project',
  entity_id: '1',
  purpose: 'project_funds',
});
console.log(wallet.addressHash, wallet.balance);
