import type * as contract from '@platform-sdk/auth/contract';
import { addressKey, isEmail, isPhone } from '../../text/contact-addresses.ts';
import { countCall } from '../../world/count-calls.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call, Rules } from '../../routing/service.ts';
import { checkCode } from '../../world/check-code.ts';
import { accountOfSession, isExpired, sessionRecords, tokenOf } from '../../world/sessions.ts';
import type { World } from '../../world/state.ts';
import { sendActivation, sendReset } from './messages.ts';
import { accountOf, accountRecords, createAccount, type Account } from '../../world/accounts.ts';
import { resetRecords } from './resets.ts';
import { endSessions, issueTokens } from './tokens.ts';

const RESET_LIFE_MS = 3_600_000;
/** Expired resets are removed before the number of stored resets reaches a multiple of this number. */
const PRUNE_EVERY = 1000;

const waiting = (world: World, userId: string): Account => {
  const account = world.records(accountRecords).accounts.get(userId) ?? refuse(404, 'NOT_FOUND', 'There is no such user.');
  return account.activationCode === undefined ? refuse(422, 'ALREADY_ACTIVATED', 'The account is activated already.') : account;
};

const activateBy =
  (method: Account['method']) =>
  async ({ userId, code }: { userId: string; code: string }, { world }: Call) => {
    const account = waiting(world, userId);
    checkCode(world, `activation ${userId}`, 'code', code, account.method === method ? account.activationCode : undefined);
    account.activationCode = undefined;
    return issueTokens(world, account);
  };

export const rules: Rules<typeof contract> = {
  login({ username, password }, { world }) {
    countCall(world, 'login', addressKey(username));
    const account = accountOf(world, username);
    if (account?.password !== password) return refuse(401, 'INVALID_CREDENTIALS', 'The username or the password is wrong.');
    if (account.activationCode !== undefined) refuse(403, 'ACTIVATION_REQUIRED', 'The account has to be activated first.');
    return issueTokens(world, account);
  },

  async register({ username, password, method = 'email' }, { world }) {
    countCall(world, 'registration', addressKey(username));
    if (!(method === 'phone' ? isPhone : isEmail)(username))
      refuse(422, 'INVALID_USERNAME', `The username is not a valid ${method}.`, { field: 'username' });
    const known = accountOf(world, username);
    // The client may have lost the response to an earlier registration, which contained the id that an activation needs.
    const isRepeated = known?.activationCode !== undefined && known.password === password && known.method === method;
    if (known && !isRepeated) refuse(422, 'USERNAME_TAKEN', 'There is an account with this username already.', { field: 'username' });
    if (!known && !world.settings.requireActivation)
      return { status: 'session', session: await issueTokens(world, createAccount(world, { username, password, method })) };
    const account = known ?? createAccount(world, { username, password, method });
    account.activationCode = world.code();
    sendActivation(world, account);
    const message = `An activation code was sent by ${method === 'phone' ? 'SMS' : 'e-mail'}.`;
    return { status: 'activation-required', userId: account.id, message };
  },

  activateByEmail: activateBy('email'),

  activateByPhone: activateBy('phone'),

  resendActivation({ userId }, { world }) {
    countCall(world, 'registration', userId);
    const account = waiting(world, userId);
    account.activationCode = world.code();
    sendActivation(world, account);
  },

  logout(_, { world, request }) {
    tokenOf(request, world).session.ended = true;
  },

  refresh({ refresh_token }, { world }) {
    const { refreshTokens } = world.records(sessionRecords);
    const found = refreshTokens.get(refresh_token);
    const { refreshTokensSingleUse, refreshTokenReuse } = world.settings;
    // The token may be stolen. The service cannot distinguish the user from the thief, so it ends the session.
    if (found?.isUsed && refreshTokenReuse === 'end-session') found.session.ended = true;
    if (!found || found.isUsed || found.session.ended || isExpired(found, world))
      return refuse(401, 'INVALID_REFRESH_TOKEN', 'The refresh token is unknown, used or expired.');
    found.isUsed = refreshTokensSingleUse;
    return issueTokens(world, accountOfSession(found.session, world), found.session);
  },

  tokenInfo(_, { world, request }) {
    const { session, expiresAt } = tokenOf(request, world);
    return { id: session.accountId, type: 'token', expiresIn: Math.ceil((expiresAt - world.clock.now()) / 1000) };
  },

  validateEmail({ email }, { world }) {
    countCall(world, 'validation', addressKey(email));
    return { valid: isEmail(email), exists: accountOf(world, email) !== undefined };
  },

  validatePhone({ phoneNumber, countryCode }, { world }) {
    const number = `+${countryCode} ${phoneNumber.replace(/^0/, '')}`;
    countCall(world, 'validation', addressKey(number));
    return { valid: isPhone(number), exists: accountOf(world, number) !== undefined };
  },

  requestPasswordReset({ email }, { world }) {
    countCall(world, 'passwordReset', addressKey(email));
    const account = accountOf(world, email);
    if (account?.method !== 'email') return;
    const token = `reset-${world.secret()}`;
    const resets = world.records(resetRecords);
    if (resets.size % PRUNE_EVERY === PRUNE_EVERY - 1) for (const [old, reset] of resets) if (isExpired(reset, world)) resets.delete(old);
    resets.set(token, { accountId: account.id, expiresAt: world.clock.now() + RESET_LIFE_MS });
    sendReset(world, account.username, token);
  },

  resetPassword({ token, password }, { world }) {
    const resets = world.records(resetRecords);
    const found = resets.get(token);
    if (!found || isExpired(found, world))
      return refuse(422, 'INVALID_RESET_TOKEN', 'The reset token is unknown, used or expired.', { field: 'token' });
    resets.delete(token);
    const account = world.records(accountRecords).accounts.get(found.accountId);
    if (!account) return;
    account.password = password;
    endSessions(world, account);
  },

  changePassword({ current_password, new_password }, { user }) {
    if (user.password !== current_password)
      refuse(422, 'INVALID_PASSWORD', 'The current password is wrong.', { field: 'current_password' });
    user.password = new_password;
  },
};
