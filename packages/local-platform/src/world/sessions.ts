import { refuse } from '../errors/refusal.ts';
import { authorizedBy } from '../requests/authorization.ts';
import { accountRecords, type Account } from './accounts.ts';
import type { World } from './state.ts';
import { createTable } from './table.ts';
import { store } from '../state/store.ts';

/** The session of one sign-in. When it ends, all its tokens become invalid, including refreshed tokens. */
export interface SessionRecord {
  readonly accountId: string;
  ended: boolean;
}

export interface TokenRecord {
  readonly session: SessionRecord;
  /** The expiration time, in milliseconds. */
  readonly expiresAt: number;
  /** True if the refresh token was already used. */
  isUsed?: boolean;
}

/** Invalid tokens are removed at this number of tokens, and each time the number has doubled. */
const PRUNE_AT = 10_000;

export const sessionRecords = store('sessions', () => ({
  accessTokens: new Map<string, TokenRecord>(),
  refreshTokens: createTable<TokenRecord, 'account'>({ account: ({ session }) => [session.accountId] }),
  /** The number of tokens at which invalid tokens are removed next. */
  pruneAt: PRUNE_AT,
}));

/** Returns the access token of a request. Only issued tokens are accepted, so forged tokens fail. */
export const tokenOf = (request: Request, world: World): TokenRecord => {
  const found = world.records(sessionRecords).accessTokens.get(authorizedBy('Bearer', request) ?? '');
  if (!found || found.session.ended) return refuse(401, 'INVALID_TOKEN', 'The access token is missing, unknown or revoked.');
  return isExpired(found, world) ? refuse(401, 'TOKEN_EXPIRED', 'The access token has expired.') : found;
};

export const userOf = (request: Request, world: World): Account => accountOfSession(tokenOf(request, world).session, world);

export const accountOfSession = ({ accountId }: SessionRecord, world: World): Account =>
  world.records(accountRecords).accounts.get(accountId) ?? refuse(401, 'INVALID_TOKEN', 'The account of the access token is missing.');

export const isExpired = ({ expiresAt }: { readonly expiresAt: number }, { clock }: World): boolean => clock.now() >= expiresAt;

/** Removes invalid tokens if many tokens are stored. */
export const pruneTokens = (world: World): void => {
  const records = world.records(sessionRecords);
  const { accessTokens, refreshTokens } = records;
  if (accessTokens.size + refreshTokens.size < records.pruneAt) return;
  for (const tokens of [accessTokens, refreshTokens])
    for (const [token, record] of tokens) if (record.session.ended || isExpired(record, world)) tokens.delete(token);
  records.pruneAt = Math.max(PRUNE_AT, 2 * (accessTokens.size + refreshTokens.size));
};
