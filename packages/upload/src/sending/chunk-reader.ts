import { fileError } from '../file-error.ts';

/** Returns a reader that locks the stream, so that no other reader can read it. */
export const readerOf = (stream: ReadableStream<Uint8Array>, stop: AbortSignal): ReadableStreamDefaultReader<Uint8Array> => {
  if (stream.locked) throw fileError('is a stream that is being read already');
  const reader = stream.getReader();
  stop.addEventListener('abort', () => void reader.cancel(stop.reason).catch(() => undefined));
  return reader;
};

/** Returns a function that reads the next piece of a source, and returns undefined at the end. The function throws for values other than bytes, and for a wrong length. */
export const takerOf = (
  reader: ReadableStreamDefaultReader<ArrayBufferView>,
  size: number | undefined,
): (() => Promise<Uint8Array | undefined>) => {
  let total = 0;
  const checkLength = (isRight: boolean, word: string): void => {
    if (size !== undefined && !isRight) throw fileError(`is ${word} than ${size} bytes`);
  };
  return async () => {
    const { done, value } = await reader.read();
    if (done) {
      checkLength(total === size, 'shorter');
      return undefined;
    }
    if (!ArrayBuffer.isView(value)) throw fileError('is a stream of other values than bytes');
    total += value.byteLength;
    checkLength(total <= (size as number), 'longer');
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  };
};
