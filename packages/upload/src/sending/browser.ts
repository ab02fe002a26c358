import type { Encoded } from '@platform-sdk/core/contract';
import { required } from '@platform-sdk/core/internal';
import type { Attempt, Form } from '../form.ts';
import { fromBlob, type Check, type Prepared, type Reading } from '../source.ts';
import { fileError } from '../file-error.ts';
import { xhrFetch } from './xhr-fetch.ts';

/** Throws, because browsers cannot open paths. */
export const fromPath: (path: string, name: string | undefined, check: Check) => Promise<Prepared> = async () => {
  throw fileError('can be a path on Node only', 'file.path');
};

/** Reads a stream into memory, because browsers cannot send streams. */
export const fromStream = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  { name, size }: Pick<Prepared, 'name' | 'size'>,
  reading: Reading,
): Promise<Prepared> => {
  const { gather } = await required(import('./gather.ts'), 'streams of files');
  return fromBlob(name, await gather(stream, size, reading), reading.check);
};

/** The assumed minimum speed. `fetch` reports no progress, so the time limit grows with the size of the form. */
const BYTES_PER_MS = 16;

/**
 * Creates a body for the option `fetch`, or for the browser's `fetch`. For calls with `onProgress` and without the option, XMLHttpRequest
 * sends the body, because only XMLHttpRequest reports progress.
 */
export const bodyOf = ({ head, blob, tail, headers }: Form, { alive, tell, isWatched }: Attempt): Encoded => {
  const file = blob as Blob;
  const body = new Blob([head, file, tail]);
  alive(body.size / BYTES_PER_MS);
  if (!isWatched || !('XMLHttpRequest' in globalThis)) return { body, headers };
  return { body, headers, fetch: xhrFetch(body, (sent) => tell(Math.min(Math.max(0, sent - head.length), file.size))) };
};
