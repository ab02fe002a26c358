import type { RecordedBody } from './documents.ts';

/** The bytes of a body that are kept. */
const MAX_KEPT_BYTES = 256 * 1024;

/** A body that is recorded while it is read. */
export interface BodyRecorder {
  /** Returns the same body, which is recorded as it is read. Calls `onEnd` once: at its end, where it breaks, or where its reader stops. */
  record(body: ReadableStream<Uint8Array>, onEnd?: (end: 'done' | 'broken' | 'cancelled') => void): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The bytes so far; undefined where not all of them are kept. */
  bytes(): Uint8Array<ArrayBuffer> | undefined;
  summary(type: string | null): RecordedBody;
  /** Forgets the bytes. */
  drop(): void;
}

/** Creates a recorder. Calls `onKept` with the change of the number of kept bytes. */
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
    // A copy, as the reader may change or transfer what it gets.
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
        // Nothing is read before it is wanted.
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

/** A text in UTF-8, whose last character may be cut; undefined for other bytes. */
const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};
