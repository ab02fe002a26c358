import { checkNames } from '../diagnostics/check-names.ts';
import { PlatformError } from '../diagnostics/errors.ts';
import { fromCookieValues, MAX_COOKIES, toCookieValues } from './cookie-text.ts';
import { exchangeOnce, forgetRefreshes } from './recent-refreshes.ts';
import type { ExchangingStore } from './shared-session.ts';
import { generationOf, toRecord, type ReadOnlyTokenStore, type TokenStore } from './tokens.ts';
import { readOnlyError } from './writable.ts';

/** The attributes of a session's cookie. They fit the functions of Next, Hono and Express that set cookies. */
export interface CookieAttributes {
  readonly httpOnly: true;
  /** Browsers keep such a cookie for https and for localhost. */
  readonly secure: true;
  readonly sameSite: 'lax';
  readonly path: '/';
  /** 0 to remove the cookie; else absent. */
  readonly maxAge?: 0;
}

/** Reads the cookies of one request, on a server that cannot set them, such as in a server component. */
export interface CookieReaderOptions {
  /** The name of the cookie. A long session has a second cookie, whose name ends with `.1`. Default: `session`. */
  readonly name?: string | undefined;
  /** Returns the value of the request's cookie; undefined, null or empty when there is none. */
  readonly read: (name: string) => string | null | undefined;
}

/** Reads and sets the cookies of one request, on a server. */
export interface CookieTokenStoreOptions extends CookieReaderOptions {
  /**
   * Sets a cookie on the response. The value is encoded already, in characters that all frameworks leave as they are. Throws, or rejects, if
   * the response has begun: nothing is refreshed then.
   */
  readonly write: (name: string, value: string, attributes: CookieAttributes) => unknown;
  /**
   * Returns false once the response has begun. Needed where `write` has no effect then and does not throw. Default: before a refresh or a
   * sign-in, the store removes a cookie that nobody uses, and `write` throws if it cannot.
   */
  readonly canWrite?: (() => boolean) | undefined;
}

const ATTRIBUTES: CookieAttributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' };
const REMOVED: CookieAttributes = { ...ATTRIBUTES, maxAge: 0 };

/**
 * Keeps the session in a cookie, for rendering on a server: create this store and its platform for each request. A session of more than
 * 3,800 characters takes two cookies; one of more than 7,600 cannot sign in. Requests of one process with the same cookie share one refresh.
 * Without `write`, the store is read-only. A platform that is used for another request throws a `session` error.
 */
export function cookieTokenStore(options: CookieTokenStoreOptions): TokenStore;
/** Reads the session of a cookie where no cookie can be set. Nothing is refreshed there. */
export function cookieTokenStore(options: CookieReaderOptions): ReadOnlyTokenStore;
export function cookieTokenStore(options: CookieReaderOptions & Partial<CookieTokenStoreOptions>): TokenStore | ReadOnlyTokenStore {
  const { name = 'session', read, write, canWrite } = checkNames('cookieTokenStore', options, { name: 1, read: 1, write: 1, canWrite: 1 });
  const names = Array.from({ length: MAX_COOKIES }, (_, index) => nameAt(name, index));
  /** The cookies of the request that the store was made for. */
  let first: string | undefined;
  let written: readonly string[] | undefined;

  const values = (): readonly string[] => names.map((each) => read(each) ?? '');

  const check = (): readonly string[] => {
    const now = values();
    const key = keyOf(now);
    first ??= key;
    // Some frameworks show a written cookie immediately, others only with the next request.
    if (key === first || (written && key === keyOf(written))) return now;
    throw new PlatformError(
      'session',
      'One platform was used for two requests: create the platform and its cookie store for each request',
      {
        code: 'SHARED_PLATFORM',
        outcome: 'not-sent',
      },
    );
  };

  const content = (): unknown => fromCookieValues(written ?? check());

  const reader: ReadOnlyTokenStore = { get: content, check: () => void check() };
  if (!write) return reader;

  const store: TokenStore & ExchangingStore = {
    ...reader,
    exchange: exchangeOnce,
    async set(next, expected) {
      const replaced = content();
      if (generationOf(replaced) !== expected) return false;
      const before = written;
      const present = before ?? values();
      const texts = toCookieValues(next);
      // All are set before anything else runs: a part of them belongs to no session.
      const writes = names.map((each, index) => {
        const text = texts[index];
        if (text !== undefined) return write(each, text, ATTRIBUTES);
        return present[index] && write(each, '', REMOVED);
      });
      written = texts;
      await Promise.all(writes).catch((error: unknown) => {
        written = before;
        throw error;
      });
      const { session } = toRecord(replaced);
      if (session && !next.session) await forgetRefreshes(session.refreshToken);
      // From now on, the earlier cookie belongs to another request.
      const now = keyOf(values());
      if (now === keyOf(texts)) first = now;
      return true;
    },
    async checkWrite(next) {
      if (next) toCookieValues({ generation: Number.MAX_SAFE_INTEGER, session: next });
      if (canWrite) {
        if (!canWrite()) throw readOnlyError();
      } else await write(nameAt(name, MAX_COOKIES), '', REMOVED);
    },
  };
  return store;
}

const nameAt = (name: string, index: number): string => (index === 0 ? name : `${name}.${index}`);

/** Compares the cookies of two moments. */
const keyOf = (values: readonly string[]): string => values.filter(Boolean).join(' ');
