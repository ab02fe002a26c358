import { PlatformError } from '../diagnostics/errors.ts';
import { bounded, WAKE_MS } from '../time/bounded.ts';
import type { Cancellation } from '../time/cancellation.ts';
import type { SenderResponse } from './wire.ts';

/** The limits of reading one body. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** The longest silence. */
  readonly silenceMs: number;
  /** Returns the milliseconds left until the whole body must have arrived. */
  readonly remainingMs: () => number;
  readonly signal: Cancellation | undefined;
}

/** The part of a body that was read so far. */
interface Progress {
  text: string;
  /**
   * The first bytes, which stay undecoded until more arrive. If the body arrives in one piece, decoding it once takes a fifth of the
   * time.
   */
  first: Uint8Array | undefined;
  /** When the latest bytes arrived; 0 before the first bytes. */
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

/** The body of an error response only explains the error, so its size and the time to read it are small. */
const MAX_ERROR_BYTES = 1024 * 1024;
const MAX_ERROR_SILENCE_MS = 5000;
const MAX_ERROR_MS = 30_000;

/** The body of an error response, and why it is incomplete. */
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
  // The headers came after the deadline because the process was asleep. Usually, the body has arrived too.
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
