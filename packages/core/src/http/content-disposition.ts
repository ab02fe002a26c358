/** Matches a parameter: `; name=value` or `; name="value"`. A quoted value may contain `; name=value`. Without a closing quote, the value extends to the end of the header. */
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.?|[^"\\])*)"?|([^;]*))/gs;

/**
 * Returns the file name of a `Content-Disposition` (RFC 6266), or `fallback` if the header contains no name. The result is safe to join to
 * a folder: `attachment; filename="../CON.txt"` gives `__CON.txt`.
 */
export const fileNameOf = (header: string, fallback: string): string => {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    // If a parameter is repeated, only the first value is used.
    if (!parameters.has(key)) parameters.set(key, quoted === undefined ? token.trim() : quoted.replace(/\\(.)/gs, '$1'));
  }
  const name = decodeExtended(parameters.get('filename*')) ?? decodePlain(parameters.get('filename'));
  return safeFileName(name ?? '') || safeFileName(fallback) || '_';
};

/**
 * Decodes a value such as `UTF-8'en'%e2%82%ac.txt` (RFC 8187), also in ISO-8859-1, which RFC 5987 allows. Returns undefined for a malformed
 * value; the plain name is then used.
 */
const decodeExtended = (value = ''): string | undefined => {
  const [, charset = '', encoded = ''] = /^(utf-8|iso-8859-1)'[^']*'((?:[^%]|%[\da-f]{2})+)$/i.exec(value) ?? [];
  try {
    if (/^iso/i.test(charset)) return encoded.replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    return charset ? decodeURIComponent(encoded) : undefined;
  } catch {
    return undefined;
  }
};

/** Decodes a plain value. Headers are ISO-8859-1, but many servers write UTF-8. Text in ISO-8859-1 is hardly ever valid UTF-8. */
const decodePlain = (value: string | undefined): string | undefined => {
  if (value === undefined || !/[\u0080-\u00ff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));
  } catch {
    return value;
  }
};

/** Matches the names of Windows devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** The longest file name of common file systems, in bytes of UTF-8. */
const MAX_BYTES = 255;

const lengthOf = (text: string): number => new TextEncoder().encode(text).length;

/** Makes a name safe to join to a folder on any system. Returns an empty string if no character is safe. */
const safeFileName = (name: string): string => {
  // Replaces slashes, leading dots, and characters that a file system rejects or that hide the extension.
  const plain = name.trim().replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*/\\]|^\.+/gu, '_');
  // Windows drops dots and spaces at the end.
  return shorten(DEVICE.test(plain) ? `_${plain}` : plain).replace(/(?<![. ])[. ]+$/, '');
};

/** Shortens a name that is too long. Cuts the name between two characters, and keeps its extension. */
const shorten = (name: string): string => {
  if (lengthOf(name) <= MAX_BYTES) return name;
  const [extension = ''] = /(?:\.tar)?\.[^.]{1,16}$/u.exec(name) ?? [];
  let left = MAX_BYTES - lengthOf(extension);
  let stem = '';
  for (const character of name) {
    if ((left -= lengthOf(character)) < 0) break;
    stem += character;
  }
  return stem + extension;
};
