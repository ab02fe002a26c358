export { crc32 } from './crc32.ts';
export { turn } from './turn.ts';

/** Returns undefined, because only Node can inflate in one call. */
export const inflateNow = (_content: Uint8Array, _size: number): Uint8Array<ArrayBuffer> | undefined => undefined;

/** The size of one input chunk. The output of a chunk is at most 1,032 times as long. */
const PIECE = 16 * 1024;

/** Inflates bytes in pieces. Throws if the bytes are damaged, truncated, or followed by other bytes. */
export async function* inflate(content: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let at = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at < content.length) controller.enqueue(content.slice(at, (at += PIECE)));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
