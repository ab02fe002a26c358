import { withDetails, inputError, PlatformError, type ErrorKind } from '../diagnostics/errors.ts';
import { bounded } from '../time/bounded.ts';
import { anySignal } from '../time/cancellation.ts';
import type { Connection, SenderResponse } from './wire.ts';

/** Bytes that a `Blob` accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The limits of reading a body. */
export interface ChunkOptions {
  /** The limit of each silence, in milliseconds. A slow body is not silent, and the time of the caller's own work is not counted. Default: 60,000. */
  readonly idleMs?: number | undefined;
  /** When the whole body must have arrived, by `performance.now()`. Default: no limit. */
  readonly until?: number | undefined;
  /** Cancels the reading, as the signal of the call does. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects a longer body; before it is read, if its length is declared. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Creates the error of a body that is too long. Default: `too-large`, with the field `maxResponseBytes`. */
  readonly tooLong?: ((maxBytes: number) => PlatformError) | undefined;
}

/** Returns the declared length of a body in bytes; undefined if it is unknown, or if the body is compressed. */
export const declaredLength = ({ headers }: SenderResponse): number | undefined => {
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
};

/** Yields the chunks of an open body. Breaking out of the loop closes the connection. */
export async function* chunksOf(
  { response, signal, close }: Connection,
  operation: string,
  options: ChunkOptions,
): AsyncGenerator<Bytes, undefined> {
  const { body, status } = response;
  if (body?.locked || response.bodyUsed)
    throw inputError(`${operation}: a file can be received once. Call the operation again`, undefined, operation);
  const { idleMs = 60_000, until = Infinity, maxBytes = Infinity, tooLong = responseTooLong } = options;
  const details = { operation, status, outcome: 'unknown' } as const;
  const ending = anySignal(signal, options.signal);
  const reader = body?.getReader();
  const checkLength = (length: number): void => {
    if (length > maxBytes) throw withDetails(tooLong(maxBytes), details);
  };
  try {
    // The request did not ask for a part: a cache or a proxy sent the part that it has.
    if (status === 206) throw new PlatformError('invalid-response', `The response to ${operation} is only a part of the file`, details);
    checkLength(declaredLength(response) ?? 0);
    for (let received = 0; reader;) {
      const leftMs = until - performance.now();
      const { done, value } = await bounded(reader.read(), Math.max(0, Math.min(idleMs, leftMs)), ending).catch((error: unknown) => {
        const [kind, what] = failureOf(error, idleMs, leftMs < idleMs);
        throw new PlatformError(kind, `The response to ${operation} ${what}`, details);
      });
      if (done) return;
      checkLength((received += value.length));
      if (value.length > 0) yield value as Bytes;
    }
  } finally {
    close();
  }
}

const responseTooLong = (maxBytes: number): PlatformError =>
  new PlatformError('too-large', `The response has more than ${maxBytes} bytes; raise maxResponseBytes to receive it`, {
    field: 'maxResponseBytes',
  });

/** Returns the kind of a failure to read, and the end of its message. */
const failureOf = (error: unknown, idleMs: number, isLast: boolean): [kind: ErrorKind, what: string] => {
  const kind = error instanceof PlatformError ? error.kind : 'interrupted';
  if (kind === 'aborted') return [kind, 'was aborted'];
  if (kind !== 'timeout') return ['interrupted', 'broke off'];
  return isLast ? [kind, 'took longer than timeoutMs'] : ['stalled', `was silent for ${idleMs} ms`];
};
