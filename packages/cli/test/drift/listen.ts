import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { variablesOf, type Populated } from './populated-platform.ts';

/** Serves a `fetch` function on a local port until the test ends, and returns its origin. Its requests have URLs of `https://platform.test`. */
export const listen = async (fetch: (request: Request) => Promise<Response>): Promise<string> => {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = Buffer.concat(chunks);
      const request = new Request(`https://platform.test${url}`, {
        method,
        headers: Object.entries(headers).filter(([name]) => name !== 'host') as [string, string][],
        ...(body.length > 0 && { body }),
      });
      void fetch(request)
        .then(async (response) =>
          outgoing.writeHead(response.status, [...response.headers].flat()).end(Buffer.from(await response.arrayBuffer())),
        )
        .catch(() => outgoing.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Serves a populated platform, or `respond` instead. Returns the variables of this environment. */
export const served = async (
  populated: Populated,
  respond: (request: Request) => Promise<Response> = async (request) => populated.local.fetch(request),
): Promise<Record<string, string>> => variablesOf(populated, await listen(respond));
