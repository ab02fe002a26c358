import type { Encoded } from '@platform-sdk/core/contract';
import { HEAD_BYTES } from '../file-type.ts';
import type { Attempt, Form } from '../form.ts';
import { readerOf, type Prepared, type Reading } from '../source.ts';
import { wrong } from '../wrong.ts';
import { xhrFetch } from './xhr-fetch.ts';

/** A browser has no paths. */
export const fromPath = async (): Promise<Prepared> => {
  throw wrong('can be a path on Node only', 'file.path');
};

/** Gathers a stream, as a browser's request cannot be one; what is gathered may be on its disk. */
export const fromStream = async (
  stream: ReadableStream<Uint8Array>,
  { name }: Pick<Prepared, 'name' | 'size'>,
  { check, alive, stop }: Reading,
): Promise<Prepared> => {
  const reader = readerOf(stream, stop);
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    alive();
    pieces.push(value);
  }
  const blob = new Blob(pieces as BlobPart[]);
  check(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
  return { name, size: blob.size, blob };
};

/** A request by XMLHttpRequest, which tells how far it is; workers without it tell nothing. */
export const bodyOf = ({ head, blob, tail, headers }: Form, { tell }: Attempt): Encoded => {
  const file = blob as Blob;
  const body = new Blob([head, file, tail]);
  if (!('XMLHttpRequest' in globalThis)) return { body, headers };
  const send = xhrFetch(body, (sent) => tell(Math.min(Math.max(0, sent - head.length), file.size)));
  return { body: 'an XMLHttpRequest sends it', headers, fetch: send };
};
