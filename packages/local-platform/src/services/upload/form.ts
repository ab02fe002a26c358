/** A file in a form. */
interface FormFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The fields of a form, by name. If a name is repeated, its last field is used. */
export type FormFields = Readonly<Record<string, string | FormFile>>;

const LINE_END = '\r\n';
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Matches a header parameter: its name, and a token or a quoted string. Only quotes and backslashes are escaped. */
const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|([^\s;]*))/g;
/** Escapes that browsers use for characters that would end a quoted name (WHATWG HTML). */
const ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0A': '\n', '%0D': '\r' };

const parametersOf = (header: string): Map<string, string> =>
  new Map(
    [...header.matchAll(PARAMETER)].map(([, name = '', text, token = '']) => [
      name.toLowerCase(),
      text?.replaceAll(/\\(["\\])/g, '$1').replaceAll(/%(?:22|0A|0D)/g, (sign) => ESCAPES[sign] ?? sign) ?? token,
    ]),
  );

/**
 * Decodes a name such as `UTF-8''%C3%BC.txt` (RFC 8187). Returns undefined if the name is invalid. RFC 7578 forbids such names, but .NET
 * sends them, in addition to a `filename` in an encoding for mail.
 */
const decodeExtended = (value = ''): string | undefined => {
  const [, encoded] = /^utf-8'[^']*'(.+)$/i.exec(value) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
};

const isAt = (bytes: Uint8Array, wanted: Uint8Array, at: number): boolean => {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
};

const find = (bytes: Uint8Array, wanted: Uint8Array, from: number): number => {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) if (isAt(bytes, wanted, at)) return at;
  return -1;
};

/** A boundary line in a form: the position of the line, the position of the next part, and whether the boundary is the last. */
interface Boundary {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** The maximum length of a boundary (RFC 2046). */
const MAX_BOUNDARY = 70;

/** Parses a boundary line at `start`. White space may follow the boundary (RFC 2046). */
const boundaryAt = (bytes: Uint8Array, start: number, length: number): Boundary | undefined => {
  let end = start + length;
  if (bytes[end] === 45 && bytes[end + 1] === 45) return { start, end, isLast: true };
  while (bytes[end] === 32 || bytes[end] === 9) end++;
  return bytes[end] === 13 && bytes[end + 1] === 10 ? { start, end, isLast: false } : undefined;
};

const nextBoundary = (bytes: Uint8Array, delimiter: Uint8Array, from: number): Boundary | undefined => {
  for (let start = find(bytes, delimiter, from); start >= 0; start = find(bytes, delimiter, start + 1)) {
    const found = boundaryAt(bytes, start, delimiter.length);
    if (found) return found;
  }
  return undefined;
};

/** Parses the headers of a part. Names are lower case. A line that begins with white space continues the previous line. */
const headersOf = (text: string): Map<string, string> => {
  const lines = text
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split(LINE_END)
    .filter(Boolean);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
};

/** Finds the first boundary. At the start of the form, no line break precedes it. */
const firstBoundary = (bytes: Uint8Array, delimiter: Uint8Array): Boundary | undefined => {
  const bare = delimiter.subarray(LINE_END.length);
  return (isAt(bytes, bare, 0) ? boundaryAt(bytes, 0, bare.length) : undefined) ?? nextBoundary(bytes, delimiter, 0);
};

/** Parses a form (RFC 7578). Returns undefined if the body is invalid or incomplete. */
export const parseForm = (bytes: Uint8Array<ArrayBuffer>, contentType: string): FormFields | undefined => {
  const boundary = /^multipart\/form-data\s*;/i.test(contentType) ? parametersOf(contentType).get('boundary') : undefined;
  if (!boundary || boundary.length > MAX_BOUNDARY) return undefined;
  const delimiter = encoder.encode(`${LINE_END}--${boundary}`);
  const headEnd = encoder.encode(LINE_END + LINE_END);
  const fields = Object.create(null) as Record<string, string | FormFile>;
  let line = firstBoundary(bytes, delimiter);
  while (line && !line.isLast) {
    const head = find(bytes, headEnd, line.end);
    const next = head < 0 ? undefined : nextBoundary(bytes, delimiter, head + 2);
    if (!next) return undefined;
    const headers = headersOf(decoder.decode(bytes.subarray(line.end, head)));
    const parameters = parametersOf(headers.get('content-disposition') ?? '');
    const content = bytes.subarray(Math.min(head + 4, next.start), next.start);
    const name = parameters.get('name');
    const filename = decodeExtended(parameters.get('filename*')) ?? parameters.get('filename');
    if (name === undefined) return undefined;
    fields[name] = filename === undefined ? decoder.decode(content) : { name: filename, bytes: content };
    line = next;
  }
  return line && fields;
};
