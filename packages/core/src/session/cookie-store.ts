import { PlatformError } from '../diagnostics/errors.ts';
import { callable, checkOptions, orFalsy } from '../schema/options.ts';
import { extended, object, optional, string } from '../schema/schema.ts';
import { exchangeOnce, forgetRefreshes } from './recent-refreshes.ts';
import type { ExchangingStore } from './shared-session.ts';
import { generationOf, toRecord, type ReadOnlyTokenStore, type SessionRecord, type TokenStore } from './tokens.ts';
import { readOnlyError } from './writable.ts';

/** The attributes of a session's cookie, in the form that Next, Hono and Express accept. */
export interface CookieAttributes {
  readonly httpOnly: true;
  /** Browsers accept such a cookie over https and on localhost. */
  readonly secure: true;
  readonly sameSite: 'lax';
  readonly path: '/';
  /** 0 removes the cookie. Absent for a cookie that is set. */
  readonly maxAge?: 0;
}

/** Options for reading the cookies of one request in code that cannot set cookies, such as a server component. */
export interface CookieReaderOptions {
  /** The name of the cookie. A long session needs a second cookie, named with the suffix `.1`. Default: `session`. */
  readonly name?: string | undefined;
  /** Returns the value of the request's cookie; undefined, null or empty if it is missing. */
  readonly read: (name: string) => string | null | undefined;
}

export const cookieReaderOptions = object<CookieReaderOptions>({ name: optional(string), read: callable() });

/** Options for reading and setting the cookies of one request on a server. */
export interface CookieTokenStoreOptions extends CookieReaderOptions {
  /**
   * Sets a cookie on the response. The value contains only characters that no framework encodes. If the response has begun, `write` must
   * throw or reject, unless `canWrite` is set. The session is then not refreshed.
   */
  readonly write: (name: string, value: string, attributes: CookieAttributes) => unknown;
  /**
   * Returns false once the response has begun. Needed if `write` does not throw in this case. Default: before a refresh or a sign-in, the
   * store calls `write` to remove an unused cookie. If this call throws, nothing is refreshed.
   */
  readonly canWrite?: (() => boolean) | undefined;
}

const cookieTokenStoreOptions = extended<CookieReaderOptions, CookieReaderOptions & Partial<CookieTokenStoreOptions>>(cookieReaderOptions, {
  write: orFalsy(callable()),
  canWrite: orFalsy(callable()),
});

const ATTRIBUTES: CookieAttributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' };
const REMOVED: CookieAttributes = { ...ATTRIBUTES, maxAge: 0 };

/**
 * Keeps the session in a cookie, for rendering on a server. Create this store and its platform for each request. A session of more than
 * 3,800 encoded characters needs two cookies, and a session of more than 7,600 is rejected. Requests of one process with the same
 * cookie share one refresh. Without `write`, the store is read-only. A platform that is used for another request throws a `session` error.
 */
export function cookieTokenStore(options: CookieTokenStoreOptions): TokenStore;
/** Reads the session from a cookie, for code that cannot set cookies. The session is never refreshed. */
export function cookieTokenStore(options: CookieReaderOptions): ReadOnlyTokenStore;
export function cookieTokenStore(options: CookieReaderOptions & Partial<CookieTokenStoreOptions>): TokenStore | ReadOnlyTokenStore {
  const { name = 'session', read, write, canWrite } = checkOptions('cookieTokenStore', cookieTokenStoreOptions, options);
  const names = Array.from({ length: MAX_COOKIES }, (_, index) => nameAt(name, index));
  /** The cookies of the request that the store was created for. */
  let first: string | undefined;
  let written: readonly string[] | undefined;

  const values = (): readonly string[] => names.map((each) => read(each) ?? '');

  const check = (): readonly string[] => {
    const now = values();
    const key = keyOf(now);
    first ??= key;
    // Some frameworks return a written cookie immediately, others only in the next request.
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
      // All cookies are set before any other code runs: together they contain one session.
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
      // If `read` now returns the written cookies, the earlier cookies can only come from another request.
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

/** Returns a string that identifies the cookies' values, for comparisons. */
const keyOf = (values: readonly string[]): string => values.filter(Boolean).join(' ');

/** Browsers drop a cookie of more than 4,096 bytes, including its name and attributes. */
const MAX_LENGTH = 3800;
/** Many servers reject requests with more than 8 kB of cookies, which would also prevent signing out. */
const MAX_COOKIES = 2;

/**
 * Writes a record as the values of one or more cookies. The values contain only letters, digits, `-`, `_` and `.`, which no framework
 * encodes. Throws if the record is too long.
 */
const toCookieValues = (record: SessionRecord): readonly string[] => {
  const text = toBase64Url(JSON.stringify(record));
  if (text.length <= MAX_LENGTH) return [text];
  const length = Math.ceil(text.length / MAX_COOKIES);
  if (length > MAX_LENGTH)
    throw new PlatformError(
      'too-large',
      `The session is too long for cookies: it takes ${text.length} characters, and ${MAX_COOKIES * MAX_LENGTH} are possible. Keep it on the server, such as with @platform-sdk/redis`,
    );
  const tag = checksum(text);
  return Array.from({ length: MAX_COOKIES }, (_, index) => `${tag}.${text.slice(index * length, (index + 1) * length)}`);
};

/**
 * Reads a record from the values of its cookies; a missing cookie is an empty string. Returns undefined if the first cookie is missing, and
 * a string if the cookies are damaged.
 */
const fromCookieValues = (values: readonly string[]): unknown => {
  const [first] = values;
  if (!first) return undefined;
  const isSplit = first.includes('.');
  const tag = first.slice(0, first.indexOf('.'));
  const text = isSplit ? values.map((value) => value.slice(tag.length + 1)).join('') : first;
  // Cookies of two responses may be mixed.
  if (isSplit && checksum(text) !== tag) return first;
  try {
    return JSON.parse(fromBase64Url(text)) as unknown;
  } catch {
    return first;
  }
};

/** Returns an FNV-1a checksum, which detects accidental changes but no attacks. */
const checksum = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193) >>> 0;
  return hash.toString(36);
};

const toBase64Url = (text: string): string => {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const fromBase64Url = (text: string): string => {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.codePointAt(0) as number));
};
