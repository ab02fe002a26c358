import { inputError, type Encode } from '@platform-sdk/core/contract';
import { amend } from '@platform-sdk/core';
import { mediaTypeOf } from './file-type.ts';
import type { Prepared } from './source.ts';
import type { UploadOptions } from './types.ts';
import { xhrFetch } from './xhr-fetch.ts';

/** A name as forms write it (WHATWG HTML); what else would break it is refused before. */
const escaped = (name: string): string => name.replaceAll('"', '%22');

/** Reads one source after the other, and tells how much of it was taken. */
const counted = (
  sources: readonly (Uint8Array | ReadableStream<Uint8Array>)[],
  taken: (bytes: number) => void,
): ReadableStream<Uint8Array> => {
  const waiting = [...sources];
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          if (reader) {
            const { done, value } = await reader.read();
            if (!done) {
              taken(value.length);
              return controller.enqueue(value);
            }
            reader = undefined;
          }
          const next = waiting.shift();
          if (!next) return controller.close();
          if (next instanceof Uint8Array) return controller.enqueue(next);
          reader = next.getReader();
        }
      },
      async cancel(reason) {
        await reader?.cancel(reason);
        for (const each of waiting) if (each instanceof ReadableStream) await each.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
};

/** Writes the form of RFC 7578, for each attempt anew. */
export const encodeForm = ({ name, size, blob, stream }: Prepared, translateTo: string | undefined, options: UploadOptions): Encode => {
  const { onProgress } = options;
  const boundary = `----platform-sdk-${crypto.randomUUID()}`;
  const text =
    translateTo === undefined ? '' : `--${boundary}\r\nContent-Disposition: form-data; name="translate_to"\r\n\r\n${translateTo}\r\n`;
  const disposition = `Content-Disposition: form-data; name="file"; filename="${escaped(name)}"`;
  const encoder = new TextEncoder();
  const head = encoder.encode(`${text}--${boundary}\r\n${disposition}\r\nContent-Type: ${mediaTypeOf(name)}\r\n\r\n`);
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  let isSpent = false;

  return (alive) => {
    const tell = (sentBytes: number): void => {
      alive();
      try {
        onProgress?.({ sentBytes, totalBytes: size });
      } catch {
        // A progress bar that breaks must not break the upload.
      }
    };
    if (blob && 'XMLHttpRequest' in globalThis) {
      const send = xhrFetch(new Blob([head, blob, tail]), (sent) => tell(Math.min(Math.max(0, sent - head.length), blob.size)));
      return { body: 'an XMLHttpRequest sends it', headers: type, fetch: send };
    }
    if (isSpent) {
      const why = 'upload.upload: file is a stream, which was read for an attempt that was refused; it cannot be sent again';
      throw amend(inputError(why, 'file'), { status: 401, outcome: 'rejected' });
    }
    isSpent = !blob;
    let sent = 0;
    const content = blob?.stream() ?? (stream as ReadableStream<Uint8Array>);
    const body = counted([head, content, tail], (bytes) => tell((sent += bytes)));
    // Of a body whose length is known Node sends the length, where servers may want one.
    const length = size === undefined ? {} : { 'Content-Length': String(head.length + size + tail.length) };
    return { body, headers: { ...type, ...length } };
  };
};
