import { isNode } from './is-node.ts';
import { uncached } from './uncached.ts';
import { userAgent } from './user-agent.ts';
import { withBody } from './whole-body.ts';
import type { SenderRequest, SenderResponse } from './wire.ts';

/** Sends through a `fetch` on a server. It receives the address and its options, and builds the request. */
export const sendDirectly = async (url: string, request: SenderRequest, fetch: typeof globalThis.fetch): Promise<SenderResponse> =>
  withBody(await fetch(url, { ...toFetchOptions(request, fetch), ...pastProxies(url) }));

/** Makes the options of a `fetch` on a server. */
export const toFetchOptions = (request: SenderRequest, fetch: typeof globalThis.fetch): SenderRequest & Pick<RequestInit, 'cache'> => {
  const own = withStreamedBody(request);
  // The caller's own `fetch` sets its own `User-Agent`; headers of the caller replace it.
  const headers = fetch === globalThis.fetch ? { ...userAgent(), ...own.headers } : own.headers;
  return { ...own, headers, ...uncached() };
};

/** Bun uses the proxies of the environment even for this machine, which is the only target of http. */
export const pastProxies = (url: string): object => ('Bun' in globalThis && url.startsWith('http:') ? { proxy: false } : {});

/** Makes the body of a write on Node a stream: Node's fetch sends a request that has none a second time after a 421. */
const withStreamedBody = (request: SenderRequest): SenderRequest => {
  const { method, body = '', keepalive, headers } = request;
  if (method === 'GET' || keepalive || typeof body !== 'string' || !isNode()) return request;
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  return { ...request, body: stream, duplex: 'half', headers: { ...headers, 'content-length': String(bytes.length) } };
};
