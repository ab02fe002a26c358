// #region preamble
import { auth, local, transferId, wallets } from '../../scenes/transfer.ts';

const code = local.inbox.latest(local.account.email)?.code ?? '';
await wallets.transfers.verifySender({ transferId, verification_code: code });
await auth.login({
  username: 'grace@example.com',
  password: 'flow-matic',
});
// #endregion

for (const { id, amount } of await wallets.transfers.pending())
  console.log(id, amount);
