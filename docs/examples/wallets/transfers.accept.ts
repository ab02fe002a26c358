// #region preamble
import { auth, local, transferId, wallets } from '../../scenes/transfer.ts';

const code = local.inbox.latest(local.account.email)?.code ?? '';
await wallets.transfers.verifySender({ transferId, verification_code: code });
await auth.login({
  username: 'grace@example.com',
  password: 'flow-matic',
});
// #endregion

const verification_code = local.inbox.latest('grace@example.com')?.code ?? '';
const accepted = await wallets.transfers.accept({ transferId, verification_code });
console.log(accepted?.status);
