import { withDetails, inputError, PlatformError, type ErrorKind } from '../diagnostics/errors.ts';
import { bounded } from '../time/bounded.ts';
import { anySignal } from '../time/cancellation.ts';
import type { Connection, SenderResponse } from './wire.ts';

/** Bytes as a `Blob` takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** How a body is read. */
export interface ChunkOptions {
  /** For each silence, in milliseconds. Slow is not silent, and the time that the caller takes is not counted. Default: 60,000. */
  readonly idleMs?: number | undefined;
  /** The end of the time for the whole body, by `performance.now()`. Default: no limit. */
  readonly until?: number | undefined;
  /** Cancels the reading, as the signal of the call does. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects a longer body, before it is read where its length is declared. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Makes the error of a body that is too long. Default: `too-large`, with the field `maxResponseBytes`. */
  readonly tooLong?: ((maxBytes: number) => PlatformError) | undefined;
}

/** Returns the declared length of a body in bytes; undefined where it is unknown, or that of a compressed body. */
export const declaredLength = ({ headers }: SenderResponse): number | undefined => {
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
};

/** Yields an open body's chunks; breaking out of the loop closes the connection. */
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
    // No part was requested: a cache or a proxy sent what it has.
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

/** The kind of a failure to read, and what happened in words. */
const failureOf = (error: unknown, idleMs: number, isLast: boolean): [kind: ErrorKind, what: string] => {
  const kind = error instanceof PlatformError ? error.kind : 'interrupted';
  if (kind === 'aborted') return [kind, 'was aborted'];
  if (kind !== 'timeout') return ['interrupted', 'broke off'];
  return isLast ? [kind, 'took longer than timeoutMs'] : ['stalled', `was silent for ${idleMs} ms`];
};
