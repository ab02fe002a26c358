import type * as Zlib from 'node:zlib';
import * as portable from './portable.ts';

/** The maximum size, in bytes, of a file that is inflated in one call. Such a call is faster, and too short to block other work. */
const SMALL = 64 * 1024;

/** The result of zlib with the option `info`. Runtimes that imitate Node may return only the bytes. */
interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine?: { readonly bytesWritten?: number };
}

const zlib = (): typeof Zlib | undefined => {
  const { process } = globalThis as { readonly process?: Partial<Pick<NodeJS.Process, 'getBuiltinModule'>> };
  return process?.getBuiltinModule?.('node:zlib');
};

export const crc32 = (bytes: Uint8Array, before = 0): number => (zlib()?.crc32 ?? portable.crc32)(bytes, before);

/**
 * Inflates a small file in one call. Returns undefined for a larger file, or without zlib. Throws if the bytes are damaged, truncated or
 * followed by other bytes, or if they inflate to more than `size`.
 */
export const inflateNow = (content: Uint8Array, size: number): Uint8Array<ArrayBuffer> | undefined => {
  const own = zlib();
  if (!own || content.length > SMALL || size > SMALL) return undefined;
  // One extra byte detects output that is too long.
  const options = { maxOutputLength: size + 1, chunkSize: Math.max(64, size + 1), info: true };
  const found: unknown = own.inflateRawSync(content, options);
  const { buffer, engine } = found instanceof Uint8Array ? { buffer: found } : (found as Inflated);
  checkEnd(engine?.bytesWritten, content);
  return new Uint8Array(buffer);
};

/**
 * Inflates bytes in pieces. Throws if the bytes are damaged, truncated, or followed by other bytes, or if a small file inflates to more
 * than `size`.
 */
export async function* inflate(content: Uint8Array, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const own = zlib();
  if (!own) return yield* portable.inflate(content);
  const whole = inflateNow(content, size);
  if (whole) {
    yield whole;
    return undefined;
  }
  const stream = own.createInflateRaw({ chunkSize: SMALL });
  stream.end(content);
  for await (const piece of stream as AsyncIterable<Buffer>) yield new Uint8Array(piece);
  return checkEnd(stream.bytesWritten, content);
}

/** Lets other work run. Uses `setImmediate`, because a message channel would make Node load its `fetch` first, which takes 50 ms. */
export const turn = (): Promise<void> => {
  const { setImmediate } = globalThis as { readonly setImmediate?: (work: () => void) => unknown };
  const isOwn = setImmediate && /\bnew Immediate\(/.test(Function.prototype.toString.call(setImmediate));
  return isOwn ? new Promise((resolve) => void setImmediate(resolve)) : portable.turn();
};

const checkEnd = (used: number | undefined, { length }: Uint8Array): undefined => {
  if (used !== undefined && used !== length) throw new Error('There are bytes behind the end');
};
