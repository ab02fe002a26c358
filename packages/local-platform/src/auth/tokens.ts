import type { UserSession } from '@platform-sdk/core';
import { authorizedBy } from '../authorization.ts';
import { refuse } from '../refusal.ts';
import type { World } from '../world.ts';
import { signingKey, signJwt } from './jwt.ts';
import { authRecords, emailOf, type Account, type SessionRecord, type TokenRecord } from './records.ts';

/** Issues the next pair of tokens of a session, or the first of a new one. */
export const issueTokens = async (
  world: World,
  account: Account,
  session: SessionRecord = { account, ended: false },
): Promise<UserSession> => {
  const { accessTokens, refreshTokens } = world.records(authRecords);
  const { accessTokenSeconds, refreshTokenSeconds } = world.settings;
  const now = world.clock.now();
  const iat = Math.floor(now / 1000);
  const exp = iat + accessTokenSeconds;
  const accessToken = await signJwt(await world.records(signingKey), { sub: account.id, jti: world.secret(), iat, exp });
  const refreshToken = `refresh-${world.secret()}`;
  accessTokens.set(accessToken, { session, expiresAt: exp * 1000 });
  refreshTokens.set(refreshToken, { session, expiresAt: now + refreshTokenSeconds * 1000 });
  const email = emailOf(account);
  const { id, firstName, lastName } = account;
  return { id, type: 'session', accessToken, refreshToken, ...(email !== undefined && { email }), firstName, lastName };
};

/** The access token that a request carries. Only tokens that were issued here are known, so a forged one is not. */
export const tokenOf = (request: Request, world: World): TokenRecord => {
  const found = world.records(authRecords).accessTokens.get(authorizedBy('Bearer', request) ?? '');
  if (!found || found.session.ended) return refuse(401, 'INVALID_TOKEN', 'The access token is missing, unknown or revoked.');
  return isOver(found, world) ? refuse(401, 'TOKEN_EXPIRED', 'The access token has expired.') : found;
};

export const userOf = (request: Request, world: World): Account => tokenOf(request, world).session.account;

export const isOver = ({ expiresAt }: { readonly expiresAt: number }, { clock }: World): boolean => clock.now() >= expiresAt;

/** Ends every session of an account. */
export const endSessions = (world: World, account: Account): void => {
  for (const { session } of world.records(authRecords).refreshTokens.values()) {
    if (session.account === account) session.ended = true;
  }
};
