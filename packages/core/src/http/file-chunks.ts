import { isFilled, isHtml, readError, reportsFailure } from '../diagnostics/error-body.ts';
import { PlatformError } from '../diagnostics/errors.ts';
import { isMembers, jsonOrText, type Members } from '../diagnostics/json.ts';
import type { Bytes } from './read-body.ts';
import type { SenderResponse } from './wire.ts';

/** Describes the format of a file that an operation returns. */
export interface FileForm {
  /** The name of the operation, such as `converter.download`. */
  readonly operation: string;
  /** The name of the format, such as `a ZIP archive`. */
  readonly name: string;
  /** Returns true if a file can begin with `beginning`, which ends with the first character that is not blank. */
  readonly canBegin: (beginning: string) => boolean;
  /** Returns true if a JSON object is the file or its first line, even if the object has members of an error. Default: a file contains no JSON objects. */
  readonly isContent?: (members: Members) => boolean;
}

/** The maximum size of an error body in bytes. A longer body is a file, unless it begins with a member of an error, such as `{"error":"`. */
const MAX_ERROR_BYTES = 1_048_576;
const LONG_ERROR = /^\s*\{\s*"(?:errors?|detail|message)"\s*:\s*["[{]/;
/** The maximum length of the service's message within an error's message. A longer message is only in `detail`. */
const MAX_MESSAGE = 500;

/** Returns false for whitespace, and for the bytes of a byte order mark. */
const isInk = (byte: number): boolean => ![9, 10, 13, 32, 0xef, 0xbb, 0xbf].includes(byte);

const objectIn = (text: string): Members | undefined => {
  const document = jsonOrText(text);
  return isMembers(document) ? document : undefined;
};

const isFailure = (document: Members): boolean => reportsFailure(document) || isFilled(document['detail']) || isFilled(document['message']);

/** Creates the error of a successful response whose body is not the file. */
const insteadOfFile = ({ status, headers }: SenderResponse, { operation, name }: FileForm, text: string, document?: Members) => {
  const type = headers.get('content-type') ?? 'of no type';
  const found = `the response to ${operation} is not ${name} but ${isHtml(text) ? `an HTML page (${type})` : type}`;
  const facts = { operation, status, outcome: 'unknown' } as const;
  // The caller of this function removes secrets. Text that is not JSON is left out, because its secrets cannot be found by name.
  const report = document && isFailure(document) ? readError(text, (part) => part) : undefined;
  if (!report) return new PlatformError('invalid-response', `T${found.slice(1)}`, { ...facts, body: document });
  const { message = '', code, details, traceId, body } = report;
  const words = message.length > MAX_MESSAGE ? '' : message.replace(/[.!?]$/, '');
  return new PlatformError('http', words ? `${words}. (${found})` : `T${found.slice(1)}`, {
    ...facts,
    code,
    detail: message || undefined,
    details,
    traceId,
    body,
  });
};

/** The bytes that are held back until they are recognised as the file or as an error. */
interface HeldBytes {
  /** A body may arrive one byte at a time, so its chunks are joined. */
  bytes: Bytes;
  size: number;
  /** The text up to the first character that is not blank. */
  beginning: string | undefined;
  isLineRead: boolean;
}

const textOf = ({ bytes, size }: HeldBytes): string => new TextDecoder().decode(bytes.subarray(0, Math.min(size, MAX_ERROR_BYTES)));

const hold = (held: HeldBytes, chunk: Bytes): void => {
  const { bytes, size } = held;
  held.size += chunk.length;
  if (held.size > bytes.length) {
    held.bytes = new Uint8Array(Math.max(held.size, 2 * size));
    held.bytes.set(bytes.subarray(0, size));
  }
  held.bytes.set(chunk, size);
  const ink = held.beginning === undefined ? chunk.findIndex(isInk) : -1;
  if (ink >= 0) held.beginning = new TextDecoder('latin1').decode(held.bytes.subarray(0, size + ink + 1));
};

/** Returns true if the first line is complete and is an entry of the file. */
const hasEntry = (held: HeldBytes, chunk: Bytes, isContent: NonNullable<FileForm['isContent']>): boolean => {
  if (held.isLineRead || !chunk.includes(10)) return false;
  const [line = '', ...rest] = textOf(held).trimStart().split('\n', 2);
  held.isLineRead = rest.length > 0;
  const members = objectIn(line);
  return members !== undefined && isContent(members);
};

/** Returns true while the bytes may be an error response in JSON format, instead of the file. All bytes of an error are needed to read its message. */
const mayBeError = (held: HeldBytes, chunk: Bytes, { canBegin, isContent }: FileForm): boolean => {
  const { beginning, size } = held;
  if (size > MAX_ERROR_BYTES) return false;
  if (beginning === undefined) return true;
  return beginning.endsWith('{') && (isContent ? !hasEntry(held, chunk, isContent) : !canBegin(beginning));
};

/** Throws if the held bytes are not the beginning of the file. Called when the held bytes are the whole body, or suffice to decide. */
const checkHeld = (held: HeldBytes, response: SenderResponse, form: FileForm): void => {
  const { size, beginning } = held;
  if (beginning === undefined) return;
  const { canBegin, isContent } = form;
  const isCut = size > MAX_ERROR_BYTES;
  if (canBegin(beginning) && (!isContent || !beginning.endsWith('{'))) return;
  const text = textOf(held);
  const document = isCut ? undefined : objectIn(text);
  const isError = isCut ? LONG_ERROR.test(text) : document && isContent && !isContent(document) && isFailure(document);
  if (isError || !canBegin(beginning)) throw insteadOfFile(response, form, text, document);
};

/**
 * Yields the chunks of a file. A service may send an error, a page or another format with a successful status. In this case, the generator
 * throws before the first chunk, with the service's message. The generator holds back at most 1 MiB, and only bytes that may be an error.
 */
export async function* fileChunks(
  chunks: AsyncIterable<Bytes>,
  response: SenderResponse,
  form: FileForm,
): AsyncGenerator<Bytes, undefined> {
  const held: HeldBytes = { bytes: new Uint8Array(), size: 0, beginning: undefined, isLineRead: false };
  let isFile = false;
  for await (const chunk of chunks) {
    if (isFile) {
      yield chunk;
      continue;
    }
    hold(held, chunk);
    if (mayBeError(held, chunk, form)) continue;
    checkHeld(held, response, form);
    isFile = true;
    yield held.bytes.subarray(0, held.size);
    held.bytes = chunk;
  }
  if (isFile) return;
  checkHeld(held, response, form);
  if (held.size > 0) yield held.bytes.subarray(0, held.size);
}
