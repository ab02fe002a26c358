/** Reports every request of a snippet, its response, and the body of the response as it arrives. */
import type { FromWorker } from '../messages.ts';

export interface Recorder {
  /** Returns a `fetch` that reports its requests and responses. */
  readonly record: (fetch: Fetch, operationOf: () => string | undefined) => Fetch;
  setStepping(isStepping: boolean): void;
  /** Sends the oldest waiting request. */
  next(): void;
}

type Fetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

const MAX_CHARACTERS = 20_000;

const headersText = (headers: Headers): string => [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

const isText = (headers: Headers): boolean => /json|text|event-stream|xml|urlencoded/.test(headers.get('content-type') ?? 'text');

const shown = (bytes: ArrayBuffer, headers: Headers): string => {
  if (bytes.byteLength === 0) return '';
  return isText(headers)
    ? new TextDecoder().decode(bytes).slice(0, MAX_CHARACTERS)
    : `(${bytes.byteLength.toLocaleString('en')} bytes of ${headers.get('content-type')})`;
};

const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const createRecorder = (post: (message: FromWorker) => void, afterResponse: (path: string, status: number) => void): Recorder => {
  let lastId = 0;
  let isStepping = false;
  /** The functions that continue the held requests, oldest first. */
  const waiting: (() => void)[] = [];

  /** Reports the body of a response while its reader reads it. */
  const reported = (id: number, response: Response): ReadableStream<Uint8Array> | null => {
    if (!response.body) {
      post({ type: 'body-end', id });
      return null;
    }
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let left = isText(response.headers) ? MAX_CHARACTERS : 0;
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            post({ type: 'body-end', id });
            return controller.close();
          }
          const text = left > 0 ? decoder.decode(value, { stream: true }).slice(0, left) : '';
          left -= text.length;
          if (text !== '') post({ type: 'body', id, text });
          controller.enqueue(value);
        } catch (error) {
          post({ type: 'body-end', id, failure: failureText(error) });
          controller.error(error);
        }
      },
      cancel: (reason) => {
        post({ type: 'body-end', id, failure: 'the reader stopped here' });
        return reader.cancel(reason);
      },
    });
  };

  const held = (id: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        const index = waiting.indexOf(resolve);
        if (index !== -1) waiting.splice(index, 1);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return leave();
      post({ type: 'held', id });
      waiting.push(resolve);
      signal.addEventListener('abort', leave);
    });

  return {
    record: (fetch, operationOf) => async (input, init) => {
      const request = new Request(input, init);
      const id = (lastId += 1);
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const bytes = hasBody ? await request.clone().arrayBuffer() : new ArrayBuffer(0);
      const { method, url, signal, headers } = request;
      post({ type: 'request', id, method, url, headers: headersText(headers), body: shown(bytes, headers) });
      let isSent = false;
      try {
        if (isStepping) await held(id, signal);
        post({ type: 'sent', id });
        isSent = true;
        const started = performance.now();
        const copy = new Request(url, { method, headers, signal, body: hasBody ? bytes : null });
        const response = await fetch(copy);
        const operation = operationOf();
        const { status, statusText } = response;
        const ms = performance.now() - started;
        post({
          type: 'response',
          id,
          status,
          headers: headersText(response.headers),
          ms,
          ...(operation === undefined ? {} : { operation }),
        });
        afterResponse(new URL(url).pathname, status);
        return new Response(reported(id, response), { status, statusText, headers: response.headers });
      } catch (error) {
        const operation = isSent ? operationOf() : undefined;
        post({ type: 'broken', id, failure: failureText(error), ...(operation === undefined ? {} : { operation }) });
        throw error;
      }
    },
    setStepping(next) {
      isStepping = next;
      if (!next) for (const leave of waiting.splice(0)) leave();
    },
    next: () => waiting.shift()?.(),
  };
};
