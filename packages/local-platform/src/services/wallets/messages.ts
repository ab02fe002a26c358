import type { World } from '../../world/state.ts';
import type { Account } from '../../world/accounts.ts';
import type { TransferRecord } from './records.ts';

/** Sends the code of a transfer request to one user. */
export const sendCode = (world: World, { username: to, method }: Account, { resource }: TransferRecord, code: string): void =>
  world.inbox.send({
    channel: method === 'phone' ? 'sms' : 'email',
    to,
    kind: 'transfer',
    text: `Your code for the transfer of ${resource.amount} ${resource.currency} is ${code}.`,
    at: world.timestamp(),
    code,
    transferId: resource.id,
  });
