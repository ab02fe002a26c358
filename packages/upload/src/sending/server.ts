import type { PlatformError } from '@platform-sdk/core';
import { withDetails } from '@platform-sdk/core/internal';
import type { Encoded } from '@platform-sdk/core/contract';
import { HEAD_BYTES } from '../file-type.ts';
import type { Attempt, Form } from '../form.ts';
import { unreadable } from '../source.ts';
import { fileError } from '../file-error.ts';
import * as browser from './browser.ts';
import { readerOf, takerOf } from './chunk-reader.ts';

export { fromPath } from './path.ts';

interface Node {
  readonly process?: { readonly release?: { readonly name?: string } };
}

/** Returns true in a page, even if its bundler chose this file. Returns false in Node with a simulated DOM. */
const isBrowser = (): boolean => 'XMLHttpRequest' in globalThis && (globalThis as Node).process?.release?.name !== 'node';

/** The size of a chunk. Bytes in memory are also split into chunks, so that the client can report progress. */
const PIECE_BYTES = 65_536;

/** Checks the start of a stream, and leaves the rest unread. */
export const fromStream: typeof browser.fromStream = async (stream, known, reading) => {
  if (isBrowser()) return browser.fromStream(stream, known, reading);
  const { check, alive, stop } = reading;
  const reader = readerOf(stream, stop);
  const take = takerOf(reader, known.size);
  const first: Uint8Array[] = [];
  let length = 0;
  for (let piece = await take(); piece; piece = length < HEAD_BYTES ? await take() : undefined) {
    alive();
    first.push(piece);
    length += piece.length;
  }
  check(known.name, new Uint8Array(await new Blob(first as BlobPart[]).slice(0, HEAD_BYTES).arrayBuffer()));
  const whole = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = first.shift() ?? (await take());
        if (next) controller.enqueue(next);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { ...known, stream: whole };
};

/** The error of a file that failed while it was sent. */
interface Failed {
  error?: PlatformError;
}

/** Returns the form as a stream. The stream reports the progress of the file, and releases the file when the request ends. */
const streamed = (
  form: Form,
  file: ReadableStream<Uint8Array>,
  { alive, tell, ended }: Attempt,
  failed: Failed,
): ReadableStream<Uint8Array> => {
  const reader = file.getReader();
  const take = takerOf(reader, form.size);
  let sent = 0;
  let isBegun = false;
  let isHeadTaken = false;
  let isLeft = false;
  // A file that was never read is not cancelled, because another attempt can use it.
  const letGo = async (): Promise<void> => {
    isLeft = true;
    if (isBegun) await reader.cancel(ended.reason).catch(() => undefined);
    else reader.releaseLock();
  };
  let rest: Uint8Array | undefined = new Uint8Array();
  return new ReadableStream(
    {
      start(controller) {
        // Node continues to read a body after its request has ended, so the file is released here.
        ended.addEventListener('abort', () => {
          void letGo();
          controller.error(ended.reason);
        });
      },
      async pull(controller) {
        if (!isHeadTaken) {
          isHeadTaken = true;
          alive();
          return controller.enqueue(form.head);
        }
        isBegun = true;
        form.isSpent = form.stream !== undefined;
        while (rest?.length === 0) {
          rest = await take().catch((error: unknown) => {
            const failure = withDetails(unreadable(error), { outcome: 'unknown' });
            // After the file was released, an error of the file is not a failure of the upload.
            if (!isLeft) failed.error = failure;
            throw failure;
          });
        }
        if (!rest) {
          alive();
          controller.enqueue(form.tail);
          return controller.close();
        }
        const piece = rest.subarray(0, PIECE_BYTES);
        rest = rest.subarray(PIECE_BYTES);
        tell((sent += piece.length));
        controller.enqueue(piece);
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  );
};

/** Returns the bytes of a Blob as a stream. jsdom's Blob lacks `stream`. */
const streamOf = (blob: Partial<Pick<Blob, 'stream'>> & Pick<Blob, 'arrayBuffer'>): ReadableStream<Uint8Array> =>
  blob.stream?.() ??
  new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(await blob.arrayBuffer()));
      controller.close();
    },
  });

/** Sends the form as a stream, so that a large file needs little memory. */
export const bodyOf = (form: Form, attempt: Attempt): Encoded => {
  if (isBrowser()) return browser.bodyOf(form, attempt);
  const { head, tail, size, blob, open, stream, headers } = form;
  if (form.isSpent) {
    const why = 'is a stream that a rejected attempt has read, so it cannot be retried. Call again with a new stream';
    throw withDetails(fileError(why), { status: 401, outcome: 'rejected' });
  }
  const failed: Failed = {};
  const body = streamed(form, blob ? streamOf(blob) : (open?.() ?? (stream as ReadableStream<Uint8Array>)), attempt, failed);
  // A known length is sent, because some servers require the header.
  const length = size === undefined ? {} : { 'Content-Length': String(head.length + size + tail.length) };
  return { body, headers: { ...headers, ...length }, failure: () => failed.error };
};
