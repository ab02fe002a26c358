import type { UserSession } from '@platform-sdk/core';
import { emailOf, type Account } from '../../world/accounts.ts';
import { pruneTokens, sessionRecords, type SessionRecord } from '../../world/sessions.ts';
import type { World } from '../../world/state.ts';
import { signingKey, signJwt } from './jwt.ts';

/** Issues a new access token and a new refresh token. Creates a session if none is passed. */
export const issueTokens = async (
  world: World,
  account: Account,
  session: SessionRecord = { accountId: account.id, ended: false },
): Promise<UserSession> => {
  const { accessTokenSeconds, refreshTokenSeconds } = world.settings;
  const now = world.clock.now();
  const iat = Math.floor(now / 1000);
  const exp = iat + accessTokenSeconds;
  const accessToken = await signJwt(await world.records(signingKey), { sub: account.id, jti: world.secret(), iat, exp });
  const refreshToken = `refresh-${world.secret()}`;
  // Removes expired tokens only after `await`, because the state may have been replaced meanwhile.
  pruneTokens(world);
  const { accessTokens, refreshTokens } = world.records(sessionRecords);
  accessTokens.set(accessToken, { session, expiresAt: exp * 1000 });
  refreshTokens.set(refreshToken, { session, expiresAt: now + refreshTokenSeconds * 1000 });
  const email = emailOf(account);
  const { id, firstName, lastName } = account;
  return { id, type: 'session', accessToken, refreshToken, ...(email !== undefined && { email }), firstName, lastName };
};

export const endSessions = (world: World, account: Account): void => {
  for (const { session } of world.records(sessionRecords).refreshTokens.by('account', account.id)) session.ended = true;
};
