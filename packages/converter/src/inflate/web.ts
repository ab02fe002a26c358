export { crc32 } from './crc32.ts';

/** So much goes in at a time: it comes out at most 1,032 times as long. */
const PIECE = 16 * 1024;

/** Yields what deflated bytes hold, piece by piece. Throws where they are damaged, cut, or followed by others. */
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
