/** Sends the platform's events to the pages and programs that follow them. */
export interface EventHub {
  emit(kind: string, data: unknown): void;
  /** Opens a stream of server-sent events that starts with `first`. The stream ends when `signal` is aborted or the hub is closed. */
  stream(signal: AbortSignal, first: readonly { readonly kind: string; readonly data: unknown }[]): Response;
  close(): void;
}

/** If a reader falls this many events behind, its stream is closed. The reader then reconnects and reloads everything. */
const MAX_WAITING = 1000;
const HEARTBEAT_MS = 15_000;

const blockOf = (kind: string, data: unknown): string => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

export const createEventHub = (): EventHub => {
  const encoder = new TextEncoder();
  const followers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const leave = (follower: ReadableStreamDefaultController<Uint8Array>): void => {
    if (!followers.delete(follower)) return;
    if (followers.size === 0) clearInterval(heartbeat);
    try {
      follower.close();
    } catch {
      // The reader has cancelled the stream.
    }
  };

  const send = (text: string): void => {
    const bytes = encoder.encode(text);
    for (const follower of followers) {
      if ((follower.desiredSize ?? 0) < -MAX_WAITING) leave(follower);
      else follower.enqueue(bytes);
    }
  };

  return {
    emit: (kind, data) => {
      if (followers.size > 0) send(blockOf(kind, data));
    },
    stream(signal, first) {
      let own: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          if (followers.size === 0) heartbeat = setInterval(() => send(': \n\n'), HEARTBEAT_MS);
          followers.add(own);
          own.enqueue(encoder.encode(first.map(({ kind, data }) => blockOf(kind, data)).join('')));
          signal.addEventListener('abort', () => leave(own));
        },
        cancel: () => leave(own),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' } });
    },
    close() {
      for (const follower of followers) leave(follower);
    },
  };
};
