import { fileError } from './file-error.ts';

/** The documented extensions, and what they are sent as. */
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

/** What the kinds that can be told begin with. A PDF may have something before it. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  pdf: /%PDF-/,
  // oxlint-disable-next-line no-control-regex -- they are part of it
  png: /^\u0089PNG\r\n\u001a\n/,
  jpg: /^\u00ff\u00d8\u00ff/,
  webp: /^RIFF[^]{4}WEBP/,
};

/** How much of a file is looked at. */
export const HEAD_BYTES = 1024;

/** No folders, no control characters, no halves of characters, and nothing that reads as what forms escape or leave out. */
const SENDABLE = /^(?!\uFEFF|[^]*%(?:22|0[ad]))[^\p{Cc}\p{Cs}/\\]{1,255}$/iu;

/** None is longer, but what objects have by themselves is. */
const extensionOf = (name: string): string => /\.(\w{2,4})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file is sent as. */
export const mediaTypeOf = (name: string): string => TYPES[extensionOf(name)] ?? 'application/octet-stream';

/** Refuses a name that would not arrive as it is. */
export const checkName = (name: unknown): void => {
  if (typeof name !== 'string' || !SENDABLE.test(name))
    throw fileError('must have a name of 1 to 255 characters, without slashes, controls, %22, %0A and %0D');
};

/** Refuses a file that the service does not take, or that is another than its name says. */
export const checkType = (name: string, head: Uint8Array): void => {
  const extension = extensionOf(name);
  if (!(extension in TYPES)) throw fileError(`must be one of .${Object.keys(TYPES).join(', .')}, not ${JSON.stringify(name)}`);
  const text = String.fromCharCode(...head);
  const found = Object.entries(BEGINNINGS).find(([kind, beginning]) => {
    const at = text.search(beginning);
    // A text may speak of PDFs.
    return at === 0 || (at > 0 && kind === extension);
  })?.[0];
  if (found === extension || (!found && !(extension in BEGINNINGS))) return;
  throw fileError(`is called ${JSON.stringify(name)} but is ${found ? 'a' : 'no'} .${found ?? extension}`);
};
