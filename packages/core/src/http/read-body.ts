import { PlatformError, inputError, type ErrorKind, withDetails } from '../diagnostics/errors.ts';
import { WAKE_MS, anySignal, bounded, type Cancellation } from '../time/limits.ts';
import type { Connection, SenderResponse } from './wire.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** The longest pause between two chunks. */
  readonly silenceMs: number;
  /** Returns the milliseconds until the whole body must have arrived. */
  readonly remainingMs: () => number;
  readonly signal: Cancellation | undefined;
}

/** The part of a body that was read so far. */
interface Progress {
  text: string;
  /**
   * The first bytes, which stay undecoded until more arrive. Decoding a body that arrives in one piece then takes a fifth of the time.
   */
  first: Uint8Array | undefined;
  /** The time when the latest bytes arrived; 0 before the first bytes. */
  aliveAt: number;
}

/** Reads a body of at most `maxBytes`. Each part of a slow body restarts the wait. */
export const readBody = async (response: SenderResponse, limits: BodyLimits): Promise<string> => {
  const progress = startProgress();
  await readWithin(response, limits, progress, () => {
    throw new PlatformError('too-large', `The body is longer than ${limits.maxBytes} bytes`, { status: response.status });
  });
  return textOf(progress);
};

/** The body of an error response only explains the error, so the limits for its size and its time are low. */
const MAX_ERROR_BYTES = 1024 * 1024;
const MAX_ERROR_SILENCE_MS = 5000;
const MAX_ERROR_MS = 30_000;

/** The body of an error response, or its beginning and the reason why the rest was not read. */
export interface ErrorText {
  readonly text: string;
  readonly unreadable?: string | undefined;
}

/** Reads the beginning of an error response's body. Rejects only when the caller aborts. */
export const readErrorText = async (response: SenderResponse, limits: BodyLimits): Promise<ErrorText> => {
  const progress = startProgress();
  const end = performance.now() + MAX_ERROR_MS;
  const own: BodyLimits = {
    ...limits,
    maxBytes: Math.min(limits.maxBytes, MAX_ERROR_BYTES),
    silenceMs: Math.min(limits.silenceMs, MAX_ERROR_SILENCE_MS),
    remainingMs: () => Math.min(limits.remainingMs(), end - performance.now()),
  };
  let unreadable: string | undefined;
  try {
    await readWithin(response, own, progress, () => void (unreadable = `it is longer than ${own.maxBytes} bytes`));
  } catch (error) {
    const kind = error instanceof PlatformError ? error.kind : 'network';
    if (kind === 'aborted') throw error;
    unreadable = kind === 'timeout' ? 'it took too long' : 'the connection broke or its encoding is wrong';
  }
  return { text: textOf(progress), unreadable };
};

const startProgress = (): Progress => ({ text: '', first: undefined, aliveAt: 0 });

/** Returns the text so far, without a last character that is incomplete. */
const textOf = ({ text, first }: Progress): string => (first ? new TextDecoder().decode(first, { stream: true }) : text);

const readWithin = (response: SenderResponse, limits: BodyLimits, progress: Progress, onExcess: () => void): Promise<void> => {
  const { silenceMs, remainingMs, signal } = limits;
  let knownAliveAt = progress.aliveAt;
  const extension = (): number => {
    if (progress.aliveAt === knownAliveAt) return 0;
    knownAliveAt = progress.aliveAt;
    return Math.min(knownAliveAt + silenceMs - performance.now(), remainingMs());
  };
  // If the process was asleep, no time may be left when the headers arrive. Usually, the body has arrived too: `WAKE_MS` are enough.
  const waitMs = Math.min(silenceMs, remainingMs()) || WAKE_MS;
  return bounded(readText(response, limits.maxBytes, progress, onExcess), waitMs, signal, extension);
};

const readText = async (response: SenderResponse, maxBytes: number, progress: Progress, onExcess: () => void): Promise<void> => {
  const { headers, body } = response;
  if (Number(headers.get('content-length')) > maxBytes) {
    onExcess();
  }
  let decoder: TextDecoder | undefined;
  const reader = body?.getReader();
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    progress.aliveAt = performance.now();
    const room = maxBytes - size;
    size += value.byteLength;
    const part = size > maxBytes ? value.subarray(0, room) : value;
    if (decoder || progress.first) {
      decoder ??= new TextDecoder();
      for (const piece of progress.first ? [progress.first, part] : [part]) progress.text += decoder.decode(piece, { stream: true });
      progress.first = undefined;
    } else progress.first = part;
    if (size <= maxBytes) continue;
    reader.cancel().catch(() => undefined);
    return onExcess();
  }
  progress.text += (decoder ?? new TextDecoder()).decode(progress.first);
  progress.first = undefined;
};

/** Bytes that a `Blob` accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The limits for reading an open body in chunks. */
export interface ChunkOptions {
  /** The longest pause between two chunks, in milliseconds. The time of the caller's own work is not counted. Default: 60,000. */
  readonly idleMs?: number | undefined;
  /** The time of `performance.now()` until which the whole body must arrive. Default: no limit. */
  readonly until?: number | undefined;
  /** Stops reading, in addition to the signal of the call. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** The longest body in bytes. A longer body is rejected, and is not read at all if its length is declared. Default: no limit. */
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
    // The request was for the whole file, but a cache or a proxy sent the part that it has.
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
