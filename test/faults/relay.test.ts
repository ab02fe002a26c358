import type { PlatformError } from '@platform-sdk/core';
import { toResponse } from '@platform-sdk/core/relay';
import { createGatewayClient, type GatewayClient } from '@platform-sdk/gateway';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';

const key = 'planted-gateway-key-7a20';
const hello = { model: 'acme/large', messages: [{ role: 'user' as const, content: 'Hello' }] };
const headers = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
const hi = chunk({ delta: { content: 'Hi' } });

interface Relay {
  readonly page: GatewayClient;
  readonly upstream: FaultServer;
  /** Returns everything that the page's server received and sent. */
  readonly seen: () => string;
  readonly closePages: () => void;
}

/** Starts a gateway with this reaction and a server that relays its chats, and creates a page's client for that server. */
const relayOver = async (reaction: Reaction): Promise<Relay> => {
  const upstream = await startFaultServer(reaction);
  const gateway = createGatewayClient({ baseUrl: `${upstream.origin}/v1`, apiKey: key });
  const sockets = new Set<Socket>();
  let seen = '';
  const server = createServer((request, response) => {
    void (async () => {
      const disconnected = new AbortController();
      response.on('close', () => disconnected.abort());
      let body = '';
      for await (const part of request) body += String(part);
      seen += JSON.stringify(request.headers) + body;
      const { messages, model } = JSON.parse(body) as typeof hello;
      const relayed = await toResponse(gateway.chatStream({ model, messages }, { signal: disconnected.signal }));
      response.writeHead(relayed.status, Object.fromEntries(relayed.headers));
      const watched = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, to) {
          seen += new TextDecoder().decode(bytes);
          to.enqueue(bytes);
        },
      });
      const sent = (relayed.body as ReadableStream<Uint8Array>).pipeThrough(watched);
      await pipeline(Readable.fromWeb(sent as never), response).catch(() => undefined);
    })();
  });
  server.on('connection', (socket) => void sockets.add(socket));
  const closePages = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    closePages();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const page = createGatewayClient({
    baseUrl: `http://127.0.0.1:${port}/relay/v1`,
    apiKey: 'token-of-the-page',
  });
  return { page, upstream, seen: () => seen, closePages };
};

const read = async (page: GatewayClient, signal?: AbortSignal): Promise<{ text: string; error?: PlatformError }> => {
  let text = '';
  try {
    for await (const part of page.chatStream(hello, signal ? { signal } : {}).text()) text += part;
    return { text };
  } catch (error) {
    return { text, error: error as PlatformError };
  }
};

it('a relayed chat arrives completely, and the gateway key does not leave the server', async () => {
  const { page, upstream, seen } = await relayOver((socket) =>
    socket.end(`${headers}${hi}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`),
  );
  expect(await read(page)).toEqual({ text: 'Hi' });
  expect(upstream.requests[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  expect(seen()).toContain('token-of-the-page');
  expect(upstream.requests[0]?.raw).not.toContain('token-of-the-page');
  expect(seen()).not.toContain(key);
});

it.each([
  ['the early end of the response of the gateway', (socket: Socket) => void socket.end(), 'truncated'],
  ['a reset of the connection to the gateway', (socket: Socket) => void socket.resetAndDestroy(), 'interrupted'],
])('a relayed chat fails in the page if %s ends it', async (_, cut, kind) => {
  const { page } = await relayOver((socket) => void socket.write(headers + hi, () => setImmediate(cut, socket)));
  const { error } = await read(page);
  expect(error).toMatchObject({ kind, outcome: 'likely-applied' });
});

it('a relay closes the connection to the gateway when the page aborts', async () => {
  const { page, upstream } = await relayOver((socket) => void socket.write(headers + hi));
  const stop = new AbortController();
  const stream = page.chatStream(hello, { signal: stop.signal });
  const reading = (async () => {
    for await (const _ of stream) stop.abort();
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
  await upstream.until(() => upstream.open() === 0);
});

it('a relay closes the connection to the gateway when the page disconnects before the first event', async () => {
  const { page, upstream, closePages } = await relayOver((socket) => void socket.write(headers));
  const reading = read(page);
  await upstream.until(() => upstream.requests.length === 1);
  closePages();
  expect((await reading).error?.kind).toBe('network');
  await upstream.until(() => upstream.open() === 0);
});

it('a relayed chat fails as interrupted if the connection to the page breaks', async () => {
  const { page, upstream, closePages } = await relayOver((socket) => void socket.write(headers + hi));
  const stream = page.chatStream(hello);
  const reading = (async () => {
    for await (const _ of stream) closePages();
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'interrupted' });
  await upstream.until(() => upstream.open() === 0);
});

it('a relay stops reading from the gateway while the page does not read', async () => {
  let sent = 0;
  const big = chunk({ delta: { content: 'x'.repeat(64 * 1024) } });
  const { page, upstream } = await relayOver((socket) => {
    socket.write(headers);
    const more = (): void => {
      while (sent < 2000) {
        sent++;
        if (!socket.write(big)) break;
      }
    };
    socket.on('drain', more);
    more();
  });
  const reader = page.chatStream(hello)[Symbol.asyncIterator]();
  await reader.next();
  // 2,000 events are 131 MB, which is more than all buffers can contain.
  let before = -1;
  await expect.poll(() => [before, (before = sent)], { interval: 300, timeout: 20_000 }).toSatisfy(([was, is]) => was === is);
  expect(sent).toBeLessThan(1000);
  await reader.return?.();
  await upstream.until(() => upstream.open() === 0);
});
