import { callable, checkOptions, orNull } from '../schema/options.ts';
import { extended, string, type Schema } from '../schema/schema.ts';
import { cookieReaderOptions, cookieTokenStore, type CookieAttributes, type CookieReaderOptions } from '../session/cookie-store.ts';
import { digest } from '../session/recent-refreshes.ts';
import type { TokenStore, Tokens } from '../session/tokens.ts';
import type { Platform } from './platform.ts';

/** The cookies of a request, and the platform that refreshes their session. */
export interface RefreshCookieOptions extends CookieReaderOptions {
  /** Creates the platform of the request with this token store. `refreshCookie` disposes of the platform. */
  readonly platform: (store: TokenStore) => Platform;
  /** The `refreshKey` of the rejected tokens, such as from the URL of a redirect. Default: the session is refreshed if its access token expires soon. */
  readonly rejected?: string | null | undefined;
}

const refreshCookieOptions = extended<CookieReaderOptions, RefreshCookieOptions>(cookieReaderOptions, {
  platform: callable(),
  rejected: orNull(string) as Schema<string | null | undefined>,
});

/** A cookie to set on a response. */
export interface SessionCookie {
  readonly name: string;
  /** The encoded value. An empty value removes the cookie. */
  readonly value: string;
  readonly attributes: CookieAttributes;
}

/**
 * Refreshes the session of a request, such as in a middleware, before a page that cannot set cookies. Returns the cookies to set on the
 * response; the list is empty if the session did not change. Requests of one process with the same cookie share one refresh, even if they
 * arrive up to a minute later. If the service is down, nothing changes. If `rejected` identifies the current tokens, a failed refresh
 * throws, because the page would fail again.
 */
export const refreshCookie = async (options: RefreshCookieOptions): Promise<readonly SessionCookie[]> => {
  const { platform: create, rejected, ...reading } = checkOptions('refreshCookie', refreshCookieOptions, options);
  const changed = new Map<string, SessionCookie>();
  const write = (name: string, value: string, attributes: CookieAttributes): unknown => changed.set(name, { name, value, attributes });
  const platform = create(cookieTokenStore({ ...reading, write, canWrite: () => true }));
  const { session } = platform.context;
  try {
    const tokens = await session.get();
    if (tokens && rejected && rejected === (await keyOf(tokens))) await session.renew(tokens);
    else if (tokens) await session.refreshIfNeeded().catch(() => undefined);
    await session.saved();
  } finally {
    platform.dispose();
  }
  return [...changed.values()];
};

/**
 * Returns a short string that identifies the tokens of the session without containing them; empty if no user is signed in. If a page fails
 * with the code `REFRESH_NEEDED`, add this string to the URL of its redirect, and pass it to `refreshCookie` as `rejected`.
 */
export const refreshKey = async ({ session }: Platform): Promise<string> => {
  const tokens = await session.get();
  return tokens ? keyOf(tokens) : '';
};

const keyOf = async ({ refreshToken }: Tokens): Promise<string> => (await digest(refreshToken)).slice(0, 16);
