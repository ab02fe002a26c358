import { refuse, UNSUPPORTED_ENCODING, UNSUPPORTED_MEDIA_TYPE } from '../errors/refusal.ts';
import { createJsonScan, type JsonLimits } from './json-limits.ts';

/** A request's JSON body. The body is read once, at the first call. */
export interface RequestBody {
  /**
   * Returns undefined for GET and for an empty body. Rejects with a `SyntaxError` if the body is not JSON in UTF-8. Rejects with a
   * `PlatformError` if the body exceeds a limit, is compressed, or has another media type.
   */
  json(): Promise<unknown>;
}

/** Throws an error that becomes a 413. */
const refuseLength = (maxBytes: number): never => refuse(413, 'TOO_LARGE', `The request is larger than ${maxBytes} bytes.`);

/** Throws if a request declares a body that is too long. */
export const checkStatedLength = ({ headers }: Request, maxBytes: number): void => {
  if (Number(headers.get('content-length')) > maxBytes) refuseLength(maxBytes);
};

/** Throws for a compressed body, which the API specification does not allow. */
export const refuseEncoded = ({ headers }: Request): void => {
  const coding = headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity')
    refuse(415, UNSUPPORTED_ENCODING, `The body must be sent without Content-Encoding, not as ${coding}.`);
};

/** The maximum number of discarded bytes: several times the largest upload, so that the client of a rejected upload receives the 413. */
const MAX_DISCARDED = 512 * 1024 * 1024;

/**
 * Discards the rest of a body. Otherwise the connection would stay blocked, because most clients read a response only after they have sent
 * the complete body. A body longer than `maxBytes` is cancelled.
 */
export const discard = async (reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes = MAX_DISCARDED): Promise<void> => {
  try {
    for (let size = 0; size < maxBytes;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected.
  }
};

/** Passes each piece of a body to `onPiece`. Rejects with a 413 as soon as the body exceeds the limit. */
export const readPieces = async (request: Request, maxBytes: number, onPiece: (piece: Uint8Array<ArrayBuffer>) => void): Promise<void> => {
  checkStatedLength(request, maxBytes);
  // Firefox does not stream request bodies.
  if (!request.body) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > maxBytes) refuseLength(maxBytes);
    return onPiece(bytes);
  }
  const reader = request.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if ((size += value.length) > maxBytes) {
      void discard(reader, isOnPort(request) ? MAX_DISCARDED : 0);
      refuseLength(maxBytes);
    }
    onPiece(value);
  }
};

/** A request that a server received on a port. A recorded request lacks the Node stream. */
interface PortRequest extends Request {
  readonly runtime: { readonly node?: { readonly req: AsyncIterable<Uint8Array> } };
}

export const isOnPort = (request: Request): request is PortRequest => 'runtime' in request;

/** Matches JSON's media type, and types with the suffix `+json`, such as JSON:API's. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Decodes UTF-8 piece by piece. */
const createTextIntake = () => {
  // A lenient decoder would replace invalid bytes silently.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text: string | undefined = '';
  const add = (piece?: Uint8Array): void => {
    if (text === undefined) return;
    try {
      text += decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      text = undefined;
    }
  };
  return {
    add,
    drop: () => (text = undefined),
    /** Returns the text, or undefined if the bytes are not UTF-8. */
    end: (): string | undefined => {
      add();
      return text;
    },
  };
};

const readJson = async (request: Request, limits: JsonLimits): Promise<unknown> => {
  if (request.method === 'GET') return undefined;
  const scan = createJsonScan(limits);
  const intake = createTextIntake();
  const onPiece = (piece: Uint8Array): void => {
    scan.add(piece);
    // After a limit is exceeded, further bytes are only counted.
    if (scan.excess() === undefined) intake.add(piece);
    else intake.drop();
  };
  // The server already enforces the declared length. Reading a Node stream costs half as much as reading a web stream.
  const stream = isOnPort(request) ? request.runtime.node?.req : undefined;
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (stream && length <= limits.maxBytes) for await (const piece of stream) onPiece(piece);
  else await readPieces(request, limits.maxBytes, onPiece);
  if (scan.excess() !== undefined) refuse(400, 'INVALID_INPUT', `The body ${scan.excess()}.`);
  refuseEncoded(request);
  const text = intake.end();
  if (text === undefined) throw new SyntaxError('The bytes are not UTF-8');
  if (text === '') return undefined;
  // Other media types are rejected, because a page of another origin can send them without a preflight.
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? ''))
    refuse(415, UNSUPPORTED_MEDIA_TYPE, 'The body must be sent as application/json.');
  return JSON.parse(text);
};

export const createRequestBody = (request: Request, limits: JsonLimits): RequestBody => {
  let document: Promise<unknown> | undefined;
  return { json: () => (document ??= readJson(request, limits)) };
};
