// #region preamble
import { wallets } from '../../scenes/signed-in.ts';

const from_wallet =
  (await wallets.list({ entity_type: 'user' })).at(0)?.addressHash ?? '';
const to_wallet =
  (await wallets.list({ entity_type: 'organization' })).at(0)?.addressHash ?? '';
// #endregion

const transaction = await wallets.transact({
  from_wallet,
  to_wallet,
  amount: 12.5,
  source_asset: 'CREDITS',
});
console.log(transaction?.status, transaction?.amount);
