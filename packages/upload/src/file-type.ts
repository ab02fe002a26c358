import { inputError } from '@platform-sdk/core/contract';

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
const BEGINNINGS: readonly (readonly [extension: string, beginning: RegExp])[] = [
  ['pdf', /%PDF-/],
  // oxlint-disable-next-line no-control-regex -- they are part of it
  ['png', /^\u0089PNG\r\n\u001a\n/],
  ['jpg', /^\u00ff\u00d8\u00ff/],
  ['webp', /^RIFF[^]{4}WEBP/],
];

/** How much of a file is looked at. */
export const HEAD_BYTES = 1024;

const LONGEST_NAME = 255;
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const UNSENDABLE = /[\u0000-\u001f\u007f/\\]/;

const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file is sent as. */
export const mediaTypeOf = (name: string): string => TYPES[extensionOf(name)] ?? 'application/octet-stream';

/** Refuses a name that would not arrive as it is: empty, too long, with control characters or folders. */
export const checkName = (name: unknown): void => {
  const why =
    typeof name !== 'string' || name === ''
      ? 'needs a name'
      : name.length > LONGEST_NAME
        ? `has a name of more than ${LONGEST_NAME} characters`
        : UNSENDABLE.test(name) || /\p{Cs}/u.test(name)
          ? `has a name that cannot be sent: ${JSON.stringify(name)}`
          : undefined;
  if (why !== undefined) throw inputError(`upload.upload: file ${why}`, 'file');
};

/** Refuses a file that the service does not take, or that is another than its name says. */
export const checkType = (name: string, head: Uint8Array): void => {
  const extension = extensionOf(name);
  if (!Object.hasOwn(TYPES, extension))
    throw inputError(`upload.upload: file must be one of .${Object.keys(TYPES).join(', .')}, not ${JSON.stringify(name)}`, 'file');
  const text = String.fromCharCode(...head);
  const [found] = BEGINNINGS.find(([, beginning]) => beginning.test(text)) ?? [];
  // A text may speak of PDFs.
  const isText = found === 'pdf' && !text.startsWith('%PDF-');
  if (found === extension || (!BEGINNINGS.some(([known]) => known === extension) && (found === undefined || isText))) return;
  throw inputError(`upload.upload: file is called ${JSON.stringify(name)} but is ${found ? `a .${found}` : `no .${extension}`}`, 'file');
};
