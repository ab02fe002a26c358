import type { RecordedBody } from './documents.ts';

/** The maximum number of bytes that are recorded of one body. */
const MAX_KEPT_BYTES = 256 * 1024;

/** Records a body while it is read. */
export interface BodyRecorder {
  /** Returns the same body, and records it as it is read. Calls `onEnd` once: when the body ends, breaks or is cancelled. */
  record(body: ReadableStream<Uint8Array>, onEnd?: (end: 'done' | 'broken' | 'cancelled') => void): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Returns the recorded bytes, or undefined if the body exceeded the limit or was dropped. */
  bytes(): Uint8Array<ArrayBuffer> | undefined;
  summary(type: string | null): RecordedBody;
  drop(): void;
}

/** Creates a recorder. Calls `onKept` with the difference whenever the number of recorded bytes changes. */
export const createBodyRecorder = (onKept: (bytes: number) => void): BodyRecorder => {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let kept = 0;
  let isDropped = false;

  const keep = (chunk: Uint8Array): void => {
    total += chunk.length;
    if (isDropped) return;
    const rest = MAX_KEPT_BYTES - kept;
    if (rest <= 0) return;
    // The part is copied, because the reader may change or transfer its chunk.
    const part = chunk.slice(0, rest);
    chunks.push(part);
    kept += part.length;
    onKept(part.length);
  };

  const joined = (): Uint8Array<ArrayBuffer> => {
    const all = new Uint8Array(kept);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  };

  return {
    record(body, onEnd = () => undefined) {
      const reader = body.getReader();
      return new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          async pull(controller) {
            try {
              const { done, value } = await reader.read();
              if (done) {
                onEnd('done');
                controller.close();
              } else {
                keep(value);
                controller.enqueue(value as Uint8Array<ArrayBuffer>);
              }
            } catch (error) {
              onEnd('broken');
              controller.error(error);
            }
          },
          cancel(reason) {
            onEnd('cancelled');
            return reader.cancel(reason);
          },
        },
        // The body is read only on demand.
        { highWaterMark: 0 },
      );
    },
    drop() {
      chunks.length = 0;
      onKept(-kept);
      kept = 0;
      isDropped = true;
    },
    bytes: () => (kept === total ? joined() : undefined),
    summary: (type) => {
      const text = textOf(joined());
      return { bytes: total, isTruncated: kept < total, type: type ?? '', ...(text !== undefined && { text }) };
    },
  };
};

/** Decodes UTF-8 that may end in the middle of a character. Returns undefined for binary data. */
const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};
