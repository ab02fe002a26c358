import type { Encoded } from '@platform-sdk/core/contract';
import type { Attempt, Form } from '../form.ts';
import { fromBlob, type Check, type Prepared, type Reading } from '../source.ts';
import { fileError } from '../file-error.ts';
import { xhrFetch } from './xhr-fetch.ts';

/** A browser has no paths. */
export const fromPath: (path: string, name: string | undefined, check: Check) => Promise<Prepared> = async () => {
  throw fileError('can be a path on Node only', 'file.path');
};

/** Gathers a stream, as a browser's request cannot be one; what is gathered may be on its disk. */
export const fromStream = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { name, size }: Pick<Prepared, 'name' | 'size'>,
  { check, alive, stop }: Reading,
): Promise<Prepared> => {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, to) {
      alive();
      to.enqueue(piece);
    },
  });
  // It takes nothing but bytes.
  const blob = await new Response(stream.pipeThrough(counted, { signal: stop })).blob();
  if (size !== undefined && size !== blob.size) throw fileError(`is ${blob.size < size ? 'shorter' : 'longer'} than ${size} bytes`);
  return fromBlob(name, blob, check);
};

/** `fetch` shows nothing of a body on its way, so a form may take as long as its bytes do at 16 kB a second. */
const BYTES_PER_MS = 16;

/**
 * A body for the caller's `fetch`, or for the browser's. Only an XMLHttpRequest shows how much of a body has left, so it sends where the
 * caller wants to see that and has no `fetch`.
 */
export const bodyOf = ({ head, blob, tail, headers }: Form, { alive, tell, isWatched }: Attempt): Encoded => {
  const file = blob as Blob;
  const body = new Blob([head, file, tail]);
  alive(body.size / BYTES_PER_MS);
  if (!isWatched || !('XMLHttpRequest' in globalThis)) return { body, headers };
  return { body, headers, fetch: xhrFetch(body, (sent) => tell(Math.min(Math.max(0, sent - head.length), file.size))) };
};
