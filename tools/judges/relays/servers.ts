import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Host } from './host.ts';
import { relay } from './relay.ts';

/** Node without a framework: the response is piped to the socket. */
export const nodeHost: Host = {
  name: 'Node',
  async start(gatewayUrl) {
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        const left = new AbortController();
        outgoing.on('close', () => left.abort());
        const { method = 'GET', url = '/' } = incoming;
        const body = method === 'POST' ? await text(incoming) : null;
        const response = await relay(new Request(`http://127.0.0.1${url}`, { method, body, signal: left.signal }), gatewayUrl);
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined);
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

export const honoHost: Host = {
  name: 'Hono',
  async start(gatewayUrl) {
    const app = new Hono();
    app.all('/relay/v1/chat/completions', (context) => relay(context.req.raw, gatewayUrl));
    const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
      const started: ReturnType<typeof serve> = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
    });
    return {
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async close() {
        if ('closeAllConnections' in server) server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};
