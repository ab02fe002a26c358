import { checkNames } from '../diagnostics/check-names.ts';
import { PlatformError } from '../diagnostics/errors.ts';
import { generationOf } from './generation.ts';
import { shareSession, type SharingStore } from './shared-session.ts';
import type { TokenStore } from './tokens.ts';

/** Reads and writes the cookie of one request, on a server. */
export interface CookieTokenStoreOptions {
  /** Returns the value of the request's cookie; undefined or null when there is none. */
  readonly read: () => string | null | undefined;
  /** Sets the cookie on the response. Throws if the response has begun already: the session is then kept for this request alone. */
  readonly write: (value: string) => unknown;
}

/** Browsers drop a longer cookie, its name and attributes included. */
const MAX_LENGTH = 3800;

/**
 * Keeps the session in a cookie, for rendering on a server: create this store and its platform for each request. Set the cookie `HttpOnly`,
 * `Secure` and `SameSite=Lax`. A platform that is used for another request throws a `session` error.
 */
export const cookieTokenStore = (options: CookieTokenStoreOptions): TokenStore => {
  const { read, write } = checkNames('cookieTokenStore', options, { read: 1, write: 1 });
  /** The cookie of the request that the store was made for. */
  let first: string | undefined;
  let isRead = false;
  let written: string | undefined;

  const text = (): string | undefined => read() ?? undefined;

  const check = (): string | undefined => {
    const now = text();
    if (!isRead) first = now;
    isRead = true;
    // Some frameworks show a written cookie immediately, others only with the next request.
    if (now === first || (written !== undefined && now === written)) return now;
    throw new PlatformError(
      'session',
      'One platform was used for two requests: create the platform and its cookie store for each request',
      {
        code: 'SHARED_PLATFORM',
        outcome: 'not-sent',
      },
    );
  };

  const content = (): unknown => {
    const now = written ?? check();
    if (now === undefined) return undefined;
    try {
      // Most frameworks decode it. A token may contain a percent sign.
      return JSON.parse(now[0] === '{' ? now : decodeURIComponent(now)) as unknown;
    } catch {
      return now;
    }
  };

  const store: SharingStore = {
    share: shareSession,
    get: content,
    set(next, expected) {
      if (generationOf(content()) !== expected) return false;
      const value = encodeURIComponent(JSON.stringify(next));
      if (value.length > MAX_LENGTH)
        throw new PlatformError('too-large', 'The session is too long for a cookie: keep it in a store of the server');
      write(value);
      written = value;
      // From now on, the earlier cookie belongs to another request.
      if (text() === value) first = value;
      return true;
    },
    check: () => void check(),
  };
  return store;
};
