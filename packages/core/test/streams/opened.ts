import type { Opened } from '@platform-sdk/core/contract';

const encoder = new TextEncoder();

/** Creates a response body that the test controls. `counts` contains the numbers of requests, closed connections and cancelled bodies. */
export const scriptedBody = () => {
  const counts = { opened: 0, closed: 0, cancelled: 0 };
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void counts.cancelled++,
  });
  return {
    body,
    counts,
    send(...pieces: readonly (string | Uint8Array)[]): void {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
    },
    end: (): void => controller.close(),
    /** Breaks the connection. */
    cut: (): void => controller.error(new TypeError('terminated')),
  };
};

/** Creates an open response as a client passes it to the reader of a stream. It renames no fields and changes no errors. */
export const openedOf = (body: BodyInit, type = 'text/event-stream', parts: Partial<Pick<Opened, 'signal' | 'close'>> = {}): Opened => ({
  response: new Response(body, { headers: type ? { 'Content-Type': type } : {} }),
  signal: undefined,
  close: () => undefined,
  toCallerError: (error) => error,
  toLocalNames: (document) => document,
  check: () => undefined,
  ...parts,
});
