import { refuse } from '../refusal.ts';

/** What a form holds, by name; of a name that comes twice, the last. */
export type FormFields = Readonly<Record<string, string | File>>;

const LINE_END = '\r\n';
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A parameter of a header: its name, and a token or what stands in quotes, where only quotes and backslashes are escaped. */
const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|([^\s;]*))/g;
/** What browsers write in place of what would end a quoted name (WHATWG HTML). */
const ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0A': '\n', '%0D': '\r' };

const parametersOf = (header: string): Map<string, string> =>
  new Map(
    [...header.matchAll(PARAMETER)].map(([, name = '', text, token = '']) => [
      name.toLowerCase(),
      text?.replaceAll(/\\(["\\])/g, '$1').replaceAll(/%(?:22|0A|0D)/g, (sign) => ESCAPES[sign] ?? sign) ?? token,
    ]),
  );

const find = (bytes: Uint8Array, wanted: Uint8Array, from: number): number => {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
};

/** A line that parts a form: where it begins, where what is behind it begins, and whether that is nothing. */
interface Boundary {
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** Finds the next such line. White space may follow the boundary on it (RFC 2046). */
const nextBoundary = (bytes: Uint8Array, delimiter: Uint8Array, from: number): Boundary | undefined => {
  for (let start = find(bytes, delimiter, from); start >= 0; start = find(bytes, delimiter, start + 1)) {
    let end = start + delimiter.length;
    if (bytes[end] === 45 && bytes[end + 1] === 45) return { start, end, isLast: true };
    while (bytes[end] === 32 || bytes[end] === 9) end++;
    if (bytes[end] === 13 && bytes[end + 1] === 10) return { start, end, isLast: false };
  }
  return undefined;
};

/** The headers of a part, by lower-case name; a line that begins with white space goes on with the one before it. */
const headersOf = (text: string): Map<string, string> => {
  const lines = text
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split(LINE_END)
    .filter(Boolean);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
};

/** Reads a form as RFC 7578 has it; undefined when it is none, or not whole. */
export const parseForm = (body: Uint8Array<ArrayBuffer>, contentType: string): FormFields | undefined => {
  const boundary = /^multipart\/form-data\s*;/i.test(contentType) ? parametersOf(contentType).get('boundary') : undefined;
  if (!boundary) return undefined;
  // The first boundary may stand at the very beginning.
  const bytes = new Uint8Array(body.length + 2);
  bytes.set(encoder.encode(LINE_END));
  bytes.set(body, 2);
  const delimiter = encoder.encode(`${LINE_END}--${boundary}`);
  const headEnd = encoder.encode(LINE_END + LINE_END);
  const fields: Record<string, string | File> = Object.create(null) as Record<string, string | File>;
  let line = nextBoundary(bytes, delimiter, 0);
  while (line && !line.isLast) {
    const head = find(bytes, headEnd, line.end);
    const next = head < 0 ? undefined : nextBoundary(bytes, delimiter, head + 2);
    if (!next) return undefined;
    const headers = headersOf(decoder.decode(bytes.subarray(line.end, head)));
    const parameters = parametersOf(headers.get('content-disposition') ?? '');
    const content = bytes.slice(Math.min(head + 4, next.start), next.start);
    const [name, filename] = [parameters.get('name'), parameters.get('filename')];
    if (name === undefined) return undefined;
    fields[name] =
      filename === undefined ? decoder.decode(content) : new File([content], filename, { type: headers.get('content-type') ?? '' });
    line = next;
  }
  return line && fields;
};

/** Reads a body, but no further than it may be long. */
export const readBody = async (request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Firefox has no `Request.body`, and Safari no loop over a stream.
  const reader = (request.body ?? new Blob([await request.arrayBuffer()]).stream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const part = next.value;
    if ((size += part.length) > maxBytes) refuse(413, 'TOO_LARGE', `The request is larger than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};
