import type { TransferStatus } from '@platform-sdk/wallets';
import type { transfers as contract } from '@platform-sdk/wallets/contract';
import { refuse } from '../../../errors/refusal.ts';
import { checkCode } from '../../../world/check-code.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import { sees, source, spendersOf, spends, target, walletsSeenBy } from '../access.ts';
import { toUnits } from '../amounts.ts';
import { transact } from '../ledger.ts';
import { sendCode } from '../messages.ts';
import { transferRecords, walletRecords, type TransferRecord, type WalletRecord } from '../records.ts';
import { insufficient, pageOf } from '../resources.ts';

/** A transfer request, with its two wallets. */
interface Found {
  readonly transfer: TransferRecord;
  readonly from: WalletRecord;
  readonly to: WalletRecord;
}

/** Returns a request with its wallets if the caller may see the request. Recipients may only see verified requests. */
const foundIn = ({ world, user }: Call, transfer: TransferRecord | undefined): Found | undefined => {
  const wallets = world.records(walletRecords);
  const { from_wallet = '', to_wallet = '', status } = transfer?.resource ?? {};
  const [from, to] = [wallets.get(from_wallet), wallets.get(to_wallet)];
  if (!transfer || !from || !to) return undefined;
  const isRecipient = status !== 'pending_sender_verification' && sees(world, user.id, to);
  return isRecipient || sees(world, user.id, from) ? { transfer, from, to } : undefined;
};

/** Returns the requests that the caller may see, oldest first. */
const visible = (call: Call): TransferRecord['resource'][] => {
  const transfers = call.world.records(transferRecords);
  const found = walletsSeenBy(call).flatMap(({ addressHash }) =>
    transfers
      .by('wallet', addressHash)
      .filter(({ resource: { from_wallet, status } }) => from_wallet === addressHash || status !== 'pending_sender_verification'),
  );
  return transfers.inOrder(found).map(({ resource }) => resource);
};

/** Returns a request if it is in the right state and the caller may take this step. Otherwise throws. */
const awaiting = (call: Call, transferId: string, status: TransferStatus): Found => {
  const found = foundIn(call, call.world.records(transferRecords).get(transferId));
  if (!found) return refuse(404, 'NOT_FOUND', 'There is no such transfer request.');
  if (!spends(call.world, call.user.id, status === 'pending_recipient' ? found.to : found.from))
    refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Only the other side can take this step.');
  if (found.transfer.resource.status !== status)
    refuse(422, 'INVALID_TRANSFER_STATE', `The transfer request is ${found.transfer.resource.status}.`);
  return found;
};

/** Moves a request to its next state. */
const advance = ({ world }: Call, { resource }: TransferRecord, status: TransferStatus): TransferRecord['resource'] =>
  Object.assign(resource, { status, updated_at: world.timestamp() });

export const transfers: Rules<typeof contract> = {
  list: (query, call) => pageOf(visible(call), query),

  create({ from_wallet, to_wallet, amount, currency: asked, description }, call) {
    const { world, user } = call;
    const [from, to] = [source(call, from_wallet), target(call, to_wallet)];
    if (from === to) refuse(422, 'SAME_WALLET', 'The two wallets are the same.', { field: 'to_wallet' });
    const currency = asked ?? from.currency;
    toUnits(amount);
    const short = insufficient(call, from, currency, amount);
    if (short) return short;
    const at = world.timestamp();
    const words = {
      ...(description !== undefined && { description }),
      status: 'pending_sender_verification',
      created_at: at,
      updated_at: at,
    };
    const transfer: TransferRecord = {
      resource: { id: world.id(), from_wallet, to_wallet, amount, currency, ...words },
      senderCode: world.code(),
    };
    world.records(transferRecords).set(transfer.resource.id, transfer);
    sendCode(world, user, transfer, transfer.senderCode);
    return transfer.resource;
  },

  pending(_, call) {
    return visible(call).flatMap((resource) => {
      const { status, from_wallet, to_wallet } = resource;
      const address = status === 'pending_sender_verification' ? from_wallet : status === 'pending_recipient' ? to_wallet : '';
      const waitsFor = call.world.records(walletRecords).get(address);
      return waitsFor && spends(call.world, call.user.id, waitsFor) ? { ...resource } : [];
    });
  },

  verifySender({ transferId, verification_code }, call) {
    const { transfer, from, to } = awaiting(call, transferId, 'pending_sender_verification');
    checkCode(call.world, `sender ${transferId}`, 'verification_code', verification_code, transfer.senderCode);
    const { currency, amount } = transfer.resource;
    const short = insufficient(call, from, currency, amount);
    if (short) return short;
    const code = (transfer.recipientCode = call.world.code());
    for (const recipient of spendersOf(call.world, to)) sendCode(call.world, recipient, transfer, code);
    return advance(call, transfer, 'pending_recipient');
  },

  accept({ transferId, verification_code }, call) {
    const { transfer, from, to } = awaiting(call, transferId, 'pending_recipient');
    checkCode(call.world, `recipient ${transferId}`, 'verification_code', verification_code, transfer.recipientCode);
    const { currency: asset, amount } = transfer.resource;
    const short = insufficient(call, from, asset, amount);
    if (short) return short;
    const words = { transaction_type: 'wallet_transfer', metadata: { transfer_id: transferId } };
    transact(call.world, { from, to, amount, source_asset: asset, target_asset: asset }, words);
    return advance(call, transfer, 'completed');
  },

  reject: ({ transferId }, call) => advance(call, awaiting(call, transferId, 'pending_recipient').transfer, 'rejected'),
};
