import type { Reading } from '../source.ts';
import { readerOf, takerOf } from './chunk-reader.ts';

/** Reads a stream to its end. Releases a stream that fails, because WebKit does not release it. */
export const gather = async (
  stream: ReadableStream<Uint8Array>,
  size: number | undefined,
  { alive, stop }: Omit<Reading, 'check'>,
): Promise<Blob> => {
  const reader = readerOf(stream, stop);
  const take = takerOf(reader, size);
  let failure: unknown;
  const pieces = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await take();
          alive();
          if (piece) controller.enqueue(piece);
          else controller.close();
        } catch (error) {
          failure = error;
          throw error;
        }
      },
    },
    { highWaterMark: 0 },
  );
  try {
    // The browser may keep the bytes on disk.
    return await new Response(pieces as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  } catch (error) {
    void reader.cancel(error).catch(() => undefined);
    // Browsers use different messages for this failure, so the original error is thrown.
    throw failure ?? error;
  }
};
