import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError, type Platform } from '@platform-sdk/core';
import type { Environment } from './environment.ts';

/** A user whose access token was confirmed by the platform. */
export interface SignedInUser {
  /** The id of the account, which the platform returned for the token. */
  readonly id: string;
  /** A platform that acts as this user. */
  readonly platform: Platform;
}

/** The time after which a confirmed token is checked again. Requests other than GET always check it, because they may cost money. */
const TRUSTED_MS = 30_000;

/** Returns a function that checks the user's access token in a request. Without this check, anybody could use the server's keys. */
export const createUserCheck = ({ options }: Environment): ((request: Request) => Promise<SignedInUser | undefined>) => {
  const confirmed = new Map<string, { readonly user: SignedInUser; readonly until: number }>();
  return async ({ headers, method }) => {
    const accessToken = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];
    if (accessToken === undefined) return undefined;
    const now = Date.now();
    for (const [token, { until }] of confirmed) if (until < now) confirmed.delete(token);
    const known = confirmed.get(accessToken);
    if (known && method === 'GET') return known.user;
    const { apiKey, baseUrls, tracing } = options;
    const own = { ...(apiKey && { apiKey }), ...(baseUrls && { baseUrls }), ...(tracing && { tracing }) };
    const platform = createPlatform({ ...own, accessToken: () => accessToken });
    let id: string | undefined;
    try {
      ({ id } = await createAuthClient(platform).tokenInfo());
    } catch (error) {
      if (isPlatformError(error) && (error.status === 401 || error.kind === 'session')) return undefined;
      throw error;
    }
    if (!id) throw new Error('The platform returned no user id for an access token.');
    const user = { id, platform };
    confirmed.set(accessToken, { user, until: now + TRUSTED_MS });
    return user;
  };
};
