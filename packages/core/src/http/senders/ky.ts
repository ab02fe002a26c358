import ky from 'ky';
import { isNode } from '../is-node.ts';
import { uncached } from '../uncached.ts';
import { userAgent } from '../user-agent.ts';
import { withBody } from '../whole-body.ts';
import type { Sender, SenderRequest } from '../wire.ts';

/** Sends through ky, which does one attempt and nothing else: retries and clocks are the caller's. */
export const sendOnce: Sender = async (url, request, { fetch = globalThis.fetch }) => {
  const { signal, keepalive, headers, ...rest } = isNode() ? sentOnce(request) : request;
  const response = await ky(url, {
    ...rest,
    ...uncached(),
    // The caller's own `fetch` sets its own `User-Agent`; headers of the caller replace it.
    headers: { ...(fetch === globalThis.fetch && userAgent()), ...headers },
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // ky would combine the signal with one of its own, which costs as much as the rest of a call.
    fetch: (input, own) => fetch(input, { ...own, signal, keepalive, ...pastProxies(url) }),
  });
  return withBody(response);
};

/** Bun uses the proxies of the environment even for this machine, which is the only target of http. */
const pastProxies = (url: string): object => ('Bun' in globalThis && url.startsWith('http:') ? { proxy: false } : {});

/** Makes the body of a write a stream: Node's fetch sends a request that has none a second time after a 421. */
const sentOnce = (request: SenderRequest): SenderRequest => {
  const { method, body = '', keepalive, headers } = request;
  if (method === 'GET' || keepalive || typeof body !== 'string') return request;
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  return { ...request, body: stream, duplex: 'half', headers: { ...headers, 'content-length': String(bytes.length) } };
};
