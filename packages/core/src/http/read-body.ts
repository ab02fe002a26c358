import { PlatformError } from '../diagnostics/errors.ts';
import { bounded } from '../time/bounded.ts';
import type { SenderResponse } from './wire.ts';

/** The limits of reading one body. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** The longest silence. */
  readonly silenceMs: number;
  /** Returns how long the body may still take as a whole. */
  readonly remainingMs: () => number;
}

/** Text as far as it was read. */
export interface Progress {
  text: string;
  /** The latest sign of life. Undefined before the first. */
  aliveAt: number | undefined;
}

/** Reads a body of at most `maxBytes`. Each part of it is a sign of life. */
export const readBody = async (response: SenderResponse, maxBytes: number, progress: Progress): Promise<string> => {
  await readText(response, maxBytes, progress, () => {
    throw new PlatformError('too-large', `The body is longer than ${maxBytes} bytes`, { status: response.status });
  });
  return progress.text;
};

/** Waits for a body. Slow is not silent: each part of the body starts the silence anew. */
export const waitForBody = <Result>(reading: Promise<Result>, limits: BodyLimits, progress: Progress): Promise<Result> => {
  const { silenceMs, remainingMs } = limits;
  let knownAliveAt = progress.aliveAt;
  const extension = (): number => {
    if (progress.aliveAt === undefined || progress.aliveAt === knownAliveAt) return 0;
    knownAliveAt = progress.aliveAt;
    return Math.min(knownAliveAt + silenceMs - performance.now(), remainingMs());
  };
  return bounded(reading, Math.min(silenceMs, remainingMs()), undefined, extension);
};

/** The body of an error response only explains it, so its limits are tight. */
const MAX_ERROR_BYTES = 1024 * 1024;
const MAX_ERROR_SILENCE_MS = 5000;
const MAX_ERROR_MS = 30_000;

/** The body of an error response, and the reason why it is incomplete. */
export interface ErrorText {
  readonly text: string;
  readonly unreadable: string | undefined;
}

/** Reads the beginning of an error response's body. It never rejects. */
export const readErrorText = async (response: SenderResponse, limits: BodyLimits): Promise<ErrorText> => {
  const progress: Progress = { text: '', aliveAt: undefined };
  const end = performance.now() + MAX_ERROR_MS;
  const own = {
    maxBytes: Math.min(limits.maxBytes, MAX_ERROR_BYTES),
    silenceMs: Math.min(limits.silenceMs, MAX_ERROR_SILENCE_MS),
    remainingMs: () => Math.min(limits.remainingMs(), end - performance.now()),
  };
  let unreadable: string | undefined;
  try {
    const onExcess = (): void => void (unreadable = `it is longer than ${own.maxBytes} bytes`);
    await waitForBody(readText(response, own.maxBytes, progress, onExcess), own, progress);
    return { text: progress.text, unreadable };
  } catch (error) {
    const isLate = error instanceof PlatformError && error.kind === 'timeout';
    return { text: progress.text, unreadable: isLate ? 'it took too long' : 'the connection broke or its encoding is wrong' };
  }
};

const readText = async (response: SenderResponse, maxBytes: number, progress: Progress, onExcess: () => void): Promise<void> => {
  const { headers, body } = response;
  if (Number(headers.get('content-length')) > maxBytes) {
    onExcess();
  }
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    progress.aliveAt = performance.now();
    const room = maxBytes - size;
    size += value.byteLength;
    progress.text += decoder.decode(size > maxBytes ? value.subarray(0, room) : value, { stream: true });
    if (size <= maxBytes) continue;
    reader.cancel().catch(() => undefined);
    return onExcess();
  }
  progress.text += decoder.decode();
};
