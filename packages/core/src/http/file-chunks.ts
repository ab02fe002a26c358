import { isFilled, isHtml, readError } from '../diagnostics/error-body.ts';
import { PlatformError } from '../diagnostics/errors.ts';
import type { Bytes } from './read-chunks.ts';
import type { SenderResponse } from './wire.ts';

type Members = Readonly<Record<string, unknown>>;

/** The form of a file that an operation returns. */
export interface FileForm {
  /** The operation's name, such as `converter.download`. */
  readonly operation: string;
  /** The form in words, such as `a ZIP archive`. */
  readonly name: string;
  /** Returns true if a file can begin like this. `beginning` ends with the first character that is not blank. */
  readonly canBegin: (beginning: string) => boolean;
  /** Returns true for a JSON object that is the file, or its first line, whatever members it has. Default: a file has no JSON objects. */
  readonly isContent?: (members: Members) => boolean;
}

/** Error bodies are shorter. A longer body is a file, or an error without a message of the service. */
const MAX_ERROR_BYTES = 16 * 1024;
/** A longer message is not repeated. */
const MAX_MESSAGE = 500;

/** Returns false for white space, and for the bytes of a byte order mark. */
const isInk = (byte: number): boolean => ![9, 10, 13, 32, 0xef, 0xbb, 0xbf].includes(byte);

const objectIn = (text: string): Members | undefined => {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && !Array.isArray(document) ? (document as Members) : undefined;
  } catch {
    return undefined;
  }
};

const isFailure = ({ error, errors, detail, message, success }: Members): boolean =>
  [error, errors, detail, message].some(isFilled) || success === false;

/** Creates the error of a success whose body is not the file. */
const insteadOfFile = ({ status, headers }: SenderResponse, { operation, name }: FileForm, text: string, document?: Members) => {
  const type = headers.get('content-type') ?? 'of no type';
  const found = `the response to ${operation} is not ${name} but ${isHtml(text) ? `an HTML page (${type})` : type}`;
  const details = { operation, status, outcome: 'unknown' } as const;
  // The caller of this function removes secrets. Text without members' names cannot be searched for them.
  const report = document && isFailure(document) ? readError(text, (part) => part) : undefined;
  if (!report) return new PlatformError('invalid-response', `T${found.slice(1)}`, { ...details, body: document });
  const { message = '', code, traceId, body } = report;
  const words = message.length > MAX_MESSAGE ? '' : message.replace(/[.!?]$/, '');
  return new PlatformError('http', words ? `${words}. (${found})` : `T${found.slice(1)}`, { ...details, code, traceId, body });
};

/**
 * Yields the chunks of a file. A service may send an error, a page or another form under a successful status. That throws before the first
 * chunk, with the service's message. Holds back at most 16 KiB, and only while they may be an error.
 */
export async function* fileChunks(
  chunks: AsyncIterable<Bytes>,
  response: SenderResponse,
  form: FileForm,
): AsyncGenerator<Bytes, undefined> {
  const { canBegin, isContent } = form;
  const head = new Uint8Array(MAX_ERROR_BYTES);
  const held: Bytes[] = [];
  let size = 0;
  let beginning: string | undefined;
  let isFile = false;
  for await (const chunk of chunks) {
    if (isFile) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    head.set(chunk.subarray(0, Math.max(0, MAX_ERROR_BYTES - size)), Math.min(size, MAX_ERROR_BYTES));
    const ink = beginning === undefined ? chunk.findIndex(isInk) : -1;
    if (ink >= 0) beginning = String.fromCharCode(...head.subarray(0, size + ink + 1));
    size += chunk.length;
    // Only the message of an error in JSON is worth the wait.
    const mayBeError = beginning === undefined || (beginning.endsWith('{') && (isContent !== undefined || !canBegin(beginning)));
    if (mayBeError && size <= MAX_ERROR_BYTES) continue;
    if (beginning !== undefined && !canBegin(beginning)) break;
    isFile = true;
    yield* held.splice(0);
  }
  if (isFile) return;
  const text = new TextDecoder().decode(head.subarray(0, size));
  // A body that was not read to its end is no JSON either.
  const document = size > MAX_ERROR_BYTES ? undefined : objectIn(text);
  const isError = document !== undefined && isContent !== undefined && !isContent(document) && isFailure(document);
  if (beginning !== undefined && (isError || !canBegin(beginning))) throw insteadOfFile(response, form, text, document);
  yield* held;
}
