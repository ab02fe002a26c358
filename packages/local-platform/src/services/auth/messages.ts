import type { World } from '../../world/state.ts';
import type { Account } from '../../world/accounts.ts';

/** Sends the account's activation code to its username. */
export const sendActivation = (world: World, { username: to, method, activationCode: code = '' }: Account): void =>
  world.inbox.send({
    channel: method === 'phone' ? 'sms' : 'email',
    to,
    kind: 'activation',
    text: `Your activation code is ${code}.`,
    at: world.timestamp(),
    code,
  });

export const sendReset = (world: World, to: string, token: string): void =>
  world.inbox.send({
    channel: 'email',
    to,
    kind: 'password-reset',
    text: `Your password reset token is ${token}.`,
    at: world.timestamp(),
    token,
  });
