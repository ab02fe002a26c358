import { local, transferId, wallets } from '../../scenes/transfer.ts';

const verification_code = local.inbox.latest(local.account.email)?.code ?? '';
const verified = await wallets.transfers.verifySender({
  transferId,
  verification_code,
});
console.log(verified?.status);
