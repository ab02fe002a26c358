import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import type * as zlib from 'node:zlib';
import { inUtf8, otherCharset } from '../../in-unicode.ts';

/** The maximum number of encodings. A hostile response may declare many. */
const MAX_ENCODINGS = 5;

type Zlib = Pick<typeof zlib, 'createGunzip' | 'createBrotliDecompress'> &
  Partial<Pick<typeof zlib, 'createZstdDecompress' | 'zstdDecompressSync'>>;
/** A step of a pipeline. */
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

/** Returns true if a cut zstd body is an error. Most versions of Node 22 to 26 accept it as a shorter body. */
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

/** Inflates `deflate`. The standard requires a zlib header, but some servers send no header. */
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
