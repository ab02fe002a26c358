import * as web from './web.ts';

/** A file up to this size is inflated at once: that is faster, and holds up nothing else. */
const SMALL = 64 * 1024;

const zlib = (): typeof import('node:zlib') | undefined => globalThis.process?.getBuiltinModule?.('node:zlib');

export const crc32 = (bytes: Uint8Array, before = 0): number => (zlib()?.crc32 ?? web.crc32)(bytes, before);

/** Yields what deflated bytes hold, piece by piece. Throws where they are damaged, cut, followed by others, or hold more than `size`. */
export async function* inflate(content: Uint8Array, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const own = zlib();
  if (!own) return yield* web.inflate(content);
  const { createInflateRaw, inflateRawSync } = own;
  if (content.length <= SMALL && size <= SMALL) {
    // Room for one byte more tells whether there is one.
    const options = { maxOutputLength: size + 1, chunkSize: Math.max(64, size + 1), info: true };
    const { buffer, engine } = inflateRawSync(content, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    checkEnd(engine.bytesWritten, content);
    yield new Uint8Array(buffer);
    return undefined;
  }
  const stream = createInflateRaw({ chunkSize: SMALL });
  stream.end(content);
  for await (const piece of stream as AsyncIterable<Buffer>) yield new Uint8Array(piece);
  return checkEnd(stream.bytesWritten, content);
}

const checkEnd = (used: number, { length }: Uint8Array): undefined => {
  if (used !== length) throw new Error('There are bytes behind the end');
};
