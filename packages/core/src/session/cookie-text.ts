import { PlatformError } from '../diagnostics/errors.ts';
import type { SessionRecord } from './tokens.ts';

/** Browsers drop a cookie of more than 4,096 bytes, including its name and attributes. */
const MAX_LENGTH = 3800;
/** Many servers reject requests with more than 8 kB of cookies, which would also prevent signing out. */
export const MAX_COOKIES = 2;

/**
 * Writes a record as the values of one or more cookies. The values contain only letters, digits, `-`, `_` and `.`, which no framework
 * encodes. Throws if the record is too long.
 */
export const toCookieValues = (record: SessionRecord): readonly string[] => {
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

/** Reads a record from the values of its cookies; a missing cookie is an empty string. Returns undefined if the first cookie is missing, and a string if they are damaged. */
export const fromCookieValues = (values: readonly string[]): unknown => {
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

/** FNV-1a detects accidental changes, but no attacks. */
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
