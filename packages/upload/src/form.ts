import { inputError, type Encode } from '@platform-sdk/core/contract';
import { amend } from '@platform-sdk/core';
import { mediaTypeOf } from './file-type.ts';
import { unreadable, type Prepared } from './source.ts';
import type { UploadOptions } from './types.ts';
import { xhrFetch } from './xhr-fetch.ts';

/** A name as forms write it (WHATWG HTML); what else would break it is refused before. */
const escaped = (name: string): string => name.replaceAll('"', '%22');

/** What is handed over at once, so that progress is seen of bytes in memory too. */
const PIECE_BYTES = 65_536;

/** The form as a stream, which tells how much of the file was taken, and lets the file go once its request has ended. */
const streamed = (
  head: Uint8Array,
  file: ReadableStream<Uint8Array>,
  tail: Uint8Array,
  { begun, taken, ended }: { readonly begun: () => void; readonly taken: (bytes: number) => void; readonly ended: AbortSignal },
): ReadableStream<Uint8Array> => {
  const reader = file.getReader();
  let isBegun = false;
  // Where nobody listened it was not begun, and is still good for another attempt.
  const letGo = async (): Promise<void> => (isBegun ? reader.cancel(ended.reason).catch(() => undefined) : reader.releaseLock());
  let rest: Uint8Array = new Uint8Array();
  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(head);
        // Node goes on to read what nobody sends any more.
        ended.addEventListener('abort', () => {
          void letGo();
          controller.error(ended.reason);
        });
      },
      async pull(controller) {
        isBegun = true;
        begun();
        while (rest.length === 0) {
          const { done, value } = await reader.read().catch((error: unknown) => {
            throw amend(unreadable(error), { outcome: 'unknown' });
          });
          if (done) {
            controller.enqueue(tail);
            return controller.close();
          }
          rest = value;
        }
        const piece = rest.subarray(0, PIECE_BYTES);
        rest = rest.subarray(PIECE_BYTES);
        taken(piece.length);
        controller.enqueue(piece);
      },
      cancel: letGo,
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

  return (alive, ended) => {
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
    let sent = 0;
    const content = blob?.stream() ?? (stream as ReadableStream<Uint8Array>);
    const body = streamed(head, content, tail, {
      begun: () => void (isSpent = !blob),
      taken: (bytes) => tell((sent += bytes)),
      ended,
    });
    // Of a body whose length is known Node sends the length, where servers may want one.
    const length = size === undefined ? {} : { 'Content-Length': String(head.length + size + tail.length) };
    return { body, headers: { ...type, ...length } };
  };
};
