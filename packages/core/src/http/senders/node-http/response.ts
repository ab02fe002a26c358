import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import type * as zlib from 'node:zlib';
import { inUtf8, otherCharset } from '../../sending.ts';
import { COMPLETE, type BodyReader, type ResponseHeaders, type SenderBody, type SenderResponse } from '../../wire.ts';

/** Turns a response of Node into a `SenderResponse`. */
export const toSenderResponse = (incoming: IncomingMessage): SenderResponse => {
  const { statusCode: status = 0 } = incoming;
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) incoming.resume();
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: headersOf(incoming),
    body: isEmpty ? null : bodyOf(decode(incoming), incoming),
  };
};

const headersOf = (incoming: IncomingMessage): ResponseHeaders => {
  const { headers } = incoming;
  if (headers['retry-after'] !== undefined) joinWaits(incoming);
  if (headers.location !== undefined) joinTargets(incoming);
  const get = (name: string): string | null => {
    const key = name.toLowerCase();
    const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
    return value === undefined ? null : String(value);
  };
  return { get, has: (name) => get(name) !== null, [Symbol.iterator]: () => entriesOf(headers) };
};

/** Joins `Retry-After` headers if all are numbers. Node keeps only the first. If a proxy and its server send it, the longer wait applies. */
const joinWaits = ({ headers, headersDistinct }: IncomingMessage): void => {
  const { 'retry-after': waits = [] } = headersDistinct;
  if (waits.every((wait) => /^\d+$/.test(wait))) headers['retry-after'] = waits.join(', ');
};

/** Joins all `Location` headers as `fetch` does, so that an ambiguous redirect is rejected. Node keeps only the first header. */
const joinTargets = ({ headers, headersDistinct }: IncomingMessage): void => {
  const { location: targets = [] } = headersDistinct;
  headers.location = targets.join(', ');
};

/** Yields all headers. A generator inside the object of `headersOf` would take a tenth of a call's time. */
function* entriesOf(headers: IncomingHttpHeaders): Generator<[string, string]> {
  for (const [name, value = []] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : value) yield [name, each];
  }
}

/** The number of unread bytes after which the connection is paused. */
const MAX_WAITING_BYTES = 64 * 1024;

type Chunk = Awaited<ReturnType<BodyReader['read']>>;

interface Waiting {
  readonly resolve: (chunk: Chunk) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes a stream of Node readable like a web stream, without loading web streams. The `errored` of `connection` is the error of a broken connection. */
export const bodyOf = (source: Readable, connection: Pick<Readable, 'errored'> = source): SenderBody => {
  const reader = readerOf(source, connection);
  // `locked` is not a getter, because V8 keeps objects that were created with a getter until its next major collection.
  const body = {
    locked: false,
    getReader() {
      if (body.locked) throw new TypeError('The body is being read already');
      body.locked = true;
      return reader;
    },
    cancel: () => reader.cancel(),
  };
  return body;
};

/** Reads the bytes in the order of their arrival, including those before an error. */
const readerOf = (source: Readable, connection: Pick<Readable, 'errored'>): BodyReader => {
  const chunks: Uint8Array[] = [];
  const readers: Waiting[] = [];
  let waitingBytes = 0;
  let end: ((reader: Waiting) => void) | undefined;

  const finish = (how: (reader: Waiting) => void): void => {
    end ??= how;
    for (const reader of readers.splice(0)) end(reader);
  };
  const succeed = (): void => finish(({ resolve }) => resolve({ done: true }));
  const fail = (error: unknown): void => finish(({ reject }) => reject(error));

  source.on('data', (buffer: Buffer) => {
    const value = toBytes(buffer);
    const reader = readers.shift();
    if (reader) return reader.resolve({ done: false, value });
    chunks.push(value);
    waitingBytes += value.byteLength;
    if (waitingBytes >= MAX_WAITING_BYTES) source.pause();
  });
  const settle = (): void => (connection.errored ? fail(connection.errored) : succeed());
  source.on('end', settle);
  source.on('error', (error) => (isOfNothing(source, error) ? settle() : fail(error)));
  source.on('close', () => {
    if (!end) fail(new Error('The connection was closed'));
  });

  return {
    read: () =>
      new Promise((resolve, reject) => {
        const value = chunks.shift();
        if (value) {
          waitingBytes -= value.byteLength;
          if (waitingBytes === 0) source.resume();
          resolve({ done: false, value });
        } else if (end) end({ resolve, reject });
        else readers.push({ resolve, reject });
      }),
    cancel(reason) {
      chunks.length = waitingBytes = 0;
      succeed();
      // If the body has arrived already, or ends in a moment, its connection can be used again.
      if (reason === COMPLETE || source.readableEnded || ('complete' in source && source.complete)) source.resume();
      else source.destroy();
      return Promise.resolve();
    },
  };
};

/** Returns true if a decoder failed because its input is empty. An empty body is not compressed, whatever its headers declare. */
const isOfNothing = (source: Readable & { readonly bytesWritten?: number }, error: NodeJS.ErrnoException): boolean =>
  source.bytesWritten === 0 && error.code === 'Z_BUF_ERROR';

/** Returns a chunk as a plain `Uint8Array` with its own memory. Node's buffers share their memory, and have other methods. */
const toBytes = (buffer: Buffer): Uint8Array =>
  buffer.byteLength === buffer.buffer.byteLength ? new Uint8Array(buffer.buffer) : new Uint8Array(buffer);

/** The maximum number of encodings. A hostile response may declare many. */
const MAX_ENCODINGS = 5;

type Zlib = Pick<typeof zlib, 'createGunzip' | 'createBrotliDecompress'> &
  Partial<Pick<typeof zlib, 'createZstdDecompress' | 'zstdDecompressSync'>>;
/** A decoder in a pipeline of streams. */
type Decoder = Transform | ((source: AsyncIterable<Buffer, undefined>) => AsyncGenerator<Buffer>);

/**
 * Returns the decoded body. Reading fails if the body is cut, or is not encoded as its headers declare. If the connection breaks, the
 * body may still end normally; the error is then in `incoming.errored`.
 */
export const decode = (incoming: IncomingMessage): Readable => {
  const { 'content-encoding': header = '', 'content-type': type = '' } = incoming.headers;
  const charset = otherCharset(type);
  if (header === '' && charset === undefined) return incoming;
  // A list may have empty items (RFC 9110, 5.6.1), and `identity` changes nothing.
  const names = header
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => !/^(?:identity)?$/.test(name));
  if (names.length > MAX_ENCODINGS) return incoming.destroy(new Error(`the response has more than ${MAX_ENCODINGS} encodings`));
  if (names.includes('zstd') && !noticesCuts(process.getBuiltinModule('node:zlib')))
    return incoming.destroy(new Error('the response is encoded with zstd, of which this Node does not notice when it is cut'));
  const decoders = names.flatMap((name) => decoderOf(name) ?? []);
  // A body in an unknown encoding is not decoded, as in `fetch`.
  if (decoders.length < names.length) return incoming;
  // The last encoding is the outermost.
  decoders.reverse();
  const text = charset === undefined ? undefined : decoderOfText(charset);
  if (text) {
    decoders.push(text);
    incoming.headers['content-type'] = inUtf8(type);
    delete incoming.headers['content-length'];
  }
  if (decoders.length === 0) return incoming;
  const { PassThrough, pipeline } = process.getBuiltinModule('node:stream');
  const encoded = new PassThrough();
  const decoded = pipeline([encoded, ...decoders] as unknown as readonly [Readable, Transform], () => undefined);
  // A broken connection ends the decoders in order, because they still contain bytes from before the break.
  incoming.on('error', () => encoded.end()).pipe(encoded);
  encoded.once('close', () => {
    if (!incoming.complete) incoming.destroy();
  });
  return decoded as unknown as Readable;
};

/** The beginning of every zstd frame. */
const CUT_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);

/** Returns true if this Node throws for a truncated zstd body. Most versions of Node 22 to 26 accept it as a shorter body. */
const noticesCuts = ({ zstdDecompressSync }: Zlib): boolean => {
  try {
    zstdDecompressSync?.(CUT_FRAME);
    return false;
  } catch {
    return true;
  }
};

const decoderOf = (name: string): Decoder | undefined => {
  const module: Zlib = process.getBuiltinModule('node:zlib');
  if (name === 'gzip' || name === 'x-gzip') return module.createGunzip();
  if (name === 'br') return module.createBrotliDecompress();
  if (name === 'zstd') return module.createZstdDecompress?.();
  return name === 'deflate' ? inflate : undefined;
};

/** Returns a decoder from a charset to UTF-8; undefined for an unknown charset. */
const decoderOfText = (label: string): Decoder | undefined => {
  let text: TextDecoder;
  try {
    text = new TextDecoder(label);
  } catch {
    return undefined;
  }
  return async function* (source) {
    for await (const chunk of source) yield Buffer.from(text.decode(chunk, { stream: true }));
    yield Buffer.from(text.decode());
  };
};

/** Inflates `deflate`. The standard requires a zlib header, but some servers omit it. */
async function* inflate(source: AsyncIterable<Buffer, undefined>): AsyncGenerator<Buffer> {
  const { createInflate, createInflateRaw } = process.getBuiltinModule('node:zlib');
  const { pipeline } = process.getBuiltinModule('node:stream');
  const rest = source[Symbol.asyncIterator]();
  const { done, value: first } = await rest.next();
  if (done) return;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  yield* pipeline(chunks(), ((first[0] ?? 0) & 15) === 8 ? createInflate() : createInflateRaw(), () => undefined);
}
