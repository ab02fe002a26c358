import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { describe, expect, it, vi } from 'vitest';
import { startFaultServer } from './fault-server.ts';

const END = '0\r\n\r\n';
const chunked = (content: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n${content.length.toString(16)}\r\n${content}\r\n`;

interface Case {
  readonly body: string;
  readonly read: (baseUrl: string, httpAgent: Agent) => Promise<unknown>;
}

/** Streams that are complete before their body ends. */
const cases: Readonly<Record<string, Case>> = {
  'gateway.chatStream': {
    body: 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    read: (baseUrl, httpAgent) =>
      createGatewayClient({ baseUrl: `${baseUrl}/v1`, apiKey: 'key-1', httpAgent })
        .chatStream({ model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] })
        .final(),
  },
  'memory.chatStream': {
    body: 'event: message\ndata: {"chunk":"Hi"}\n\nevent: done\ndata: {"status":"completed"}\n\n',
    read: (baseUrl, httpAgent) =>
      createMemoryClient({ baseUrl, token: 'token-1', httpAgent }).chatStream({ session_id: 'session-1', message: 'Hello' }).final(),
  },
};

describe.each(Object.entries(cases))('the connection of a complete %s', (_, { body, read }) => {
  it('the connection of a complete stream is reused if the body ends shortly after the end marker', async () => {
    const sockets: Socket[] = [];
    const server = await startFaultServer((socket) => {
      sockets.push(socket);
      socket.write(chunked(body));
    });
    const agent = new Agent({ keepAlive: true });
    for (let count = 1; count <= 3; count++) {
      await read(server.origin, agent);
      sockets.at(-1)?.write(END);
      await vi.waitFor(() => expect(Object.values(agent.freeSockets).flat()).toHaveLength(1), { interval: 1, timeout: 20_000 });
    }
    expect(server.requests).toHaveLength(3);
    expect(server.connections()).toBe(1);
    agent.destroy();
  });

  it('the connection of a complete stream is closed if the body never ends', async () => {
    const server = await startFaultServer((socket) => void socket.write(chunked(body)));
    const agent = new Agent({ keepAlive: true });
    await read(server.origin, agent);
    await server.until(() => server.open() === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('the connection of a complete stream is closed if the server sends more data', async () => {
    const server = await startFaultServer((socket) => {
      const flood = (): void => {
        if (!socket.destroyed) socket.write('5\r\n: hi\n\r\n', () => setImmediate(flood));
      };
      socket.write(chunked(body), flood);
    });
    await read(server.origin, new Agent({ keepAlive: true }));
    await server.until(() => server.open() === 0);
    expect(server.connections()).toBe(1);
  });
});

it('the connection of an abandoned stream is closed immediately', async () => {
  const server = await startFaultServer(
    (socket) => void socket.write(chunked('data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n')),
  );
  const gateway = createGatewayClient({ baseUrl: `${server.origin}/v1`, apiKey: 'key-1' });
  for (let count = 1; count <= 2; count++) {
    for await (const _ of gateway.chatStream({ model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] })) break;
    await server.until(() => server.open() === 0);
  }
  expect(server.connections()).toBe(2);
});

it('the connection of a job is reused if the body ends shortly after the result', async () => {
  const sockets: Socket[] = [];
  const server = await startFaultServer((socket) => {
    sockets.push(socket);
    socket.write(chunked('__JSON__{"success":true,"url":"https://pages.test/a","markdown":"# A"}'));
  });
  const agent = new Agent({ keepAlive: true });
  const converter = createConverterClient({ baseUrl: server.origin, httpAgent: agent });
  for (let count = 1; count <= 2; count++) {
    // A job is complete only at the end of its response.
    const result = converter.convert({ url: 'https://pages.test/a' }).result();
    await server.until(() => server.requests.length === count);
    sockets.at(-1)?.write(END);
    await expect(result).resolves.toMatchObject({ markdown: '# A' });
  }
  expect(server.connections()).toBe(1);
  agent.destroy();
});
