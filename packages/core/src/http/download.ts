import { fileNameOf } from './content-disposition.ts';
import type { Connection } from './wire.ts';

/** Bytes as a `Blob` takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A file that an operation answers with. It is read once: as a stream or as a `Blob`. */
export interface Download {
  /** From the answer's headers, safe to join to a folder. */
  readonly name: string;
  /** The media type; empty when the answer states none. */
  readonly type: string;
  /** The bytes as they come; cancelling it closes the connection. */
  stream(): ReadableStream<Bytes>;
  /** All of it in memory. */
  blob(): Promise<Blob>;
}

/** Makes a file of an open answer; `read` gives its chunks, or throws when they are not the whole file. */
export const download = (
  { response: { headers }, close }: Connection,
  otherwise: string,
  read: (type: string) => AsyncGenerator<Bytes, undefined>,
): Download => {
  const type = headers.get('content-type') ?? '';
  return {
    name: fileNameOf(headers.get('content-disposition') ?? '') ?? otherwise,
    type,
    stream() {
      const chunks = read(type);
      return new ReadableStream<Bytes>({
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        // The next chunk may be long in coming: it is not waited for.
        cancel: close,
      });
    },
    async blob() {
      const parts: Bytes[] = [];
      for await (const chunk of read(type)) parts.push(chunk);
      return new Blob(parts, { type });
    },
  };
};
