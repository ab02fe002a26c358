import { fileError } from './file-error.ts';

/** The documented extensions, and their media types. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  json: 'application/json',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
};

/** The first bytes by which formats are recognized. Other bytes may precede the header of a PDF. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  pdf: /%PDF-/,
  // oxlint-disable-next-line no-control-regex -- the signature contains control characters
  png: /^\u0089PNG\r\n\u001a\n/,
  jpg: /^\u00ff\u00d8\u00ff/,
  webp: /^RIFF[^]{4}WEBP/,
};

/** The number of bytes to check at the start of a file. */
export const HEAD_BYTES = 1024;

/** Matches names of 1 to 255 characters without folders, control characters, lone surrogates, a leading BOM and escapes of forms. */
const SENDABLE = /^(?!\uFEFF|[^]*%(?:22|0[ad]))[^\p{Cc}\p{Cs}/\\]{1,255}$/iu;

/** Returns an extension of at most 4 characters. Longer extensions could be names of inherited members of an object. */
const extensionOf = (name: string): string => /\.(\w{2,4})$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const mediaTypeOf = (name: string): string => TYPES[extensionOf(name)] ?? 'application/octet-stream';

/** Rejects an invalid name, such as a name that the form encoding would change. */
export const checkName = (name: unknown): void => {
  if (typeof name !== 'string' || !SENDABLE.test(name))
    throw fileError('must have a name of 1 to 255 characters, without slashes, controls, %22, %0A and %0D');
};

/** Rejects a file of an unsupported type, and a file whose content does not match its extension. */
export const checkType = (name: string, head: Uint8Array): void => {
  const extension = extensionOf(name);
  if (!(extension in TYPES)) throw fileError(`must be one of .${Object.keys(TYPES).join(', .')}, not ${JSON.stringify(name)}`);
  const text = String.fromCharCode(...head);
  const found = Object.entries(BEGINNINGS).find(([kind, beginning]) => {
    const at = text.search(beginning);
    // A text file may also contain a PDF header, so a header after the start counts only for a PDF.
    return at === 0 || (at > 0 && kind === extension);
  })?.[0];
  if (found === extension || (!found && !(extension in BEGINNINGS))) return;
  throw fileError(`is called ${JSON.stringify(name)} but is ${found ? 'a' : 'no'} .${found ?? extension}`);
};
