import type { PlatformError } from '@platform-sdk/core';
import {
  createGatewayClient,
  getMessageText,
  isProviderError,
  type GatewayChatResult,
  type GatewayClient,
  type GatewayClientOptions,
} from '@platform-sdk/gateway';
import type { Socket } from 'node:net';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, close, inTurn, json, reset, stall, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import { failureOf, takeTimers } from './signed-in-clients.ts';

const key = 'planted-gateway-key-4c1e';
const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };

/** Starts a server with this reaction, and creates a client for it. */
const scene = async (reaction: Reaction, options: GatewayClientOptions = {}): Promise<{ gateway: GatewayClient; server: FaultServer }> => {
  const server = await startFaultServer(reaction);
  return { server, gateway: createGatewayClient({ baseUrl: `${server.origin}/v1`, apiKey: key, ...options }) };
};

/** The head of a response whose body ends with its connection. */
const headers = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
const chunk = (choice: object, more: object = {}): string =>
  JSON.stringify({ id: 'chatcmpl-1', created: 1, model: 'acme/large', choices: [{ index: 0, ...choice }], ...more });
const texts = ['Grüße', ' an', ' 🌍', '!'];
const messages = [
  chunk({ delta: { role: 'assistant', content: '' } }),
  ...texts.map((content) => chunk({ delta: { content } })),
  chunk({ delta: {}, finish_reason: 'stop' }, { usage: { prompt_tokens: 1, completion_tokens: 4, total_tokens: 5 } }),
  '[DONE]',
];
const eventsOf = (parts: readonly string[], end = '\n\n'): string => parts.map((data) => `data: ${data}${end}`).join('');
const begun = eventsOf(messages.slice(0, 3));
/** The head of a response whose body only ends with an empty chunk. */
const chunkedHeaders = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const size = Buffer.byteLength(begun).toString(16);

const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'acme/large',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße an 🌍!' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 4, total_tokens: 5 },
};
const contentOf = (received: unknown): string => getMessageText((received as GatewayChatResult).choices[0]?.message ?? {});

/** Sends bytes, and then stays silent or calls `then`. */
const begin =
  (content: string, then: (socket: Socket) => void = () => undefined): Reaction =>
  (socket) =>
    void socket.write(headers + content, () => then(socket));

describe('gateway stream that is cut', () => {
  it('a gateway stream that is cut off at any byte returns the complete reply or fails with the received part', async () => {
    const bytes = Buffer.from(eventsOf(messages));
    // If the connection ends normally, the last event counts even without its blank line.
    const ends = messages.map((_, index) => Buffer.byteLength(eventsOf(messages.slice(0, index + 1)).trimEnd()));
    const step = longCount(3, 1);
    const every = Array.from({ length: bytes.length + 1 }, (_, cut) => cut);
    // A short run tests every third position, and the last 60.
    const cuts = every.filter((cut) => cut % step === 0 || cut > bytes.length - 60);
    const { gateway } = await scene(
      inTurn(...(cuts.map((cut) => close(Buffer.concat([Buffer.from(headers), bytes.subarray(0, cut)]))) as [Reaction])),
    );
    const finished = ends.at(-2)!;
    const seen: object[] = [];
    const expected: object[] = [];
    for (const cut of cuts) {
      const came = texts.filter((_, index) => ends[index + 1]! <= cut).join('');
      expected.push({ cut, kind: cut < finished ? 'truncated' : 'complete', came });
      const { kind, received } = await gateway
        .chatStream(hello)
        .final()
        .then(
          (result) => ({ kind: 'complete', received: result }),
          (error: unknown) => error as PlatformError,
        );
      seen.push({ cut, kind, came: contentOf(received) });
    }
    expect(seen).toEqual(expected);
  });

  it('a gateway stream gives the same result with other line ends and comments, split at any two positions', async () => {
    const bytes = Buffer.from(`\u{feff}: hi\r\n\r\n${eventsOf(messages, '\r\n: life\r\n\r\n')}`);
    const { gateway } = await scene((socket, request) => {
      const at = Number(request.headers['x-cut']);
      socket.setNoDelay(true);
      socket.write(Buffer.concat([Buffer.from(headers), bytes.subarray(0, at)]));
      setImmediate(() => socket.end(bytes.subarray(at)));
    });
    for (let at = 0; at <= bytes.length; at += longCount(7, 3)) {
      await expect(gateway.chatStream(hello, { headers: { 'X-Cut': String(at) } }).final()).resolves.toEqual(completion);
    }
  });

  it('a gateway stream whose connection is reset fails as interrupted, with the received part', async () => {
    const { gateway, server } = await scene(stall(`${chunkedHeaders}${size}\r\n${begun}\r\n`));
    const events = gateway.chatStream(hello)[Symbol.asyncIterator]();
    for (let count = 0; count < 3; count++) await events.next();
    server.resetAll();
    const error = await failureOf(events.next());
    expect(error).toMatchObject({ kind: 'interrupted', operation: 'gateway.chatStream', outcome: 'likely-applied' });
    expect(contentOf(error.received)).toBe('Grüße an');
  });

  it('a gateway stream fails as interrupted if the last chunk of its body is missing', async () => {
    const { gateway } = await scene(close(`${chunkedHeaders}${size}\r\n${begun}\r\n`));
    const error = await failureOf(gateway.chatStream(hello).final());
    expect(error).toMatchObject({ kind: 'interrupted', outcome: 'likely-applied' });
    expect(contentOf(error.received)).toBe('Grüße an');
  });
});

describe('gateway stream that stalls', () => {
  it.each([
    [0, { firstEventMs: 30 }, ''],
    [1, { idleMs: 30 }, ''],
    [4, { idleMs: 30 }, 'Grüße an 🌍'],
    [4, { eventIdleMs: 30 }, 'Grüße an 🌍'],
  ])('a gateway stream that is silent after %i events fails as stalled: %o', async (count, options, received) => {
    const { gateway, server } = await scene(begin(eventsOf(messages.slice(0, count))));
    const error = await failureOf(gateway.chatStream(hello, options).final());
    expect(error).toMatchObject({ kind: 'stalled', operation: 'gateway.chatStream' });
    expect(contentOf(error.received)).toBe(received);
    await server.until(() => server.open() === 0);
  });

  it('a gateway stream that stalls after [DONE] is complete, and its connection closes', async () => {
    const { gateway, server } = await scene(begin(eventsOf(messages)));
    await expect(gateway.chatStream(hello).final()).resolves.toEqual(completion);
    await server.until(() => server.open() === 0);
  });

  it('a gateway stream that stalls after the finish reason is complete', async () => {
    const { gateway } = await scene(begin(eventsOf(messages.slice(0, -1))));
    await expect(gateway.chatStream(hello, { idleMs: 30 }).final()).resolves.toEqual(completion);
  });
});

describe('unexpected gateway stream', () => {
  it('a gateway stream with an error event in the middle fails with the received part', async () => {
    const failure = JSON.stringify({ error: { message: 'The provider failed', code: 'upstream_error' } });
    const { gateway } = await scene(begin(begun + eventsOf([failure])));
    const error = await failureOf(gateway.chatStream(hello).final());
    expect(error).toMatchObject({ kind: 'http', code: 'upstream_error', message: 'The provider failed' });
    expect(isProviderError(error)).toBe(true);
    expect(contentOf(error.received)).toBe('Grüße an');
  });

  it('a plain completion instead of a gateway stream is one event', async () => {
    const { gateway } = await scene(json(200, completion));
    await expect(gateway.chatStream(hello).final()).resolves.toEqual(completion);
  });

  it.each<[string, Reaction, string]>([
    ['an HTML page', answer(200, '<html><body>Hi</body></html>', { 'Content-Type': 'text/html' }), 'unknown'],
    ['an empty body', answer(200), 'likely-applied'],
    ['JSON with other fields', json(200, { ok: true }), 'likely-applied'],
  ])('a gateway stream fails if the response is %s', async (_, reaction, outcome) => {
    const { gateway } = await scene(reaction);
    await expect(gateway.chatStream(hello).final()).rejects.toMatchObject({ kind: 'invalid-response', status: 200, outcome });
  });

  it('a gateway stream fails if an event exceeds its limit', async () => {
    const { gateway } = await scene(begin(`${begun}data: ${'x'.repeat(100_000)}`));
    const error = await failureOf(gateway.chatStream(hello, { maxEventCharacters: 50_000 }).final());
    expect(error).toMatchObject({ kind: 'too-large' });
    expect(contentOf(error.received)).toBe('Grüße an');
  });
});

describe('a gateway stream that is not read to its end', () => {
  it('a gateway stream closes its connection if its loop ends early', async () => {
    const { gateway, server } = await scene(begin(begun));
    for await (const { id } of gateway.chatStream(hello)) {
      expect(id).toBe('chatcmpl-1');
      break;
    }
    await server.until(() => server.open() === 0);
  });

  it('a gateway stream closes its connection if its loop throws', async () => {
    const { gateway, server } = await scene(begin(begun));
    const read = async (): Promise<void> => {
      for await (const _ of gateway.chatStream(hello)) throw new Error('enough');
    };
    await expect(read()).rejects.toThrow('enough');
    await server.until(() => server.open() === 0);
  });

  it('a gateway stream closes its connection if it is aborted', async () => {
    const { gateway, server } = await scene(begin(begun));
    const controller = new AbortController();
    const events = gateway.chatStream(hello, { signal: controller.signal })[Symbol.asyncIterator]();
    await events.next();
    controller.abort();
    await server.until(() => server.open() === 0);
    await expect(events.next()).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe.each([
  ['gateway.chat', (gateway: GatewayClient): Promise<unknown> => gateway.chat(hello, { timeoutMs: 2000 })],
  ['gateway.chatStream', (gateway: GatewayClient): Promise<unknown> => gateway.chatStream(hello).final()],
] as const)('%s', (operation, ask) => {
  it.each<[string, Reaction, object]>([
    ['resets the connection', reset, { kind: 'network', outcome: 'unknown' }],
    ['closes the connection', close(), { kind: 'network', outcome: 'unknown' }],
    ['returns 500', json(500, { detail: 'The provider failed' }), { kind: 'http', status: 500, outcome: 'unknown' }],
    ['returns 503', answer(503), { kind: 'http', status: 503, outcome: 'unknown' }],
    ['returns 429', json(429, { detail: 'Slow down' }, { 'Retry-After': '0' }), { kind: 'http', status: 429, outcome: 'rejected' }],
    ['redirects', answer(307, '', { Location: 'http://127.0.0.1:1/' }), { kind: 'redirect', status: 307, outcome: 'rejected' }],
  ])('the chat sends a single request if the server %s', async (_, reaction, expected) => {
    const { gateway, server } = await scene(reaction);
    await expect(ask(gateway)).rejects.toMatchObject({ operation, attempts: 1, ...expected });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: '/v1/chat/completions' });
  });

  it('the error of a chat does not contain the gateway key', async () => {
    const { gateway } = await scene(json(401, { detail: `The key ${key} is unknown`, error: { api_key: key } }));
    const error = await failureOf(ask(gateway));
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('planted');
  });
});

describe('gateway.chat', () => {
  it('the outcome of a chat is "unknown" if the headers time out, and "likely-applied" if the body times out', async () => {
    const headersOnly = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id"';
    const limits = takeTimers();
    onTestFinished(() => void vi.unstubAllGlobals());
    const { gateway: silent } = await scene(() => limits.expire());
    await expect(silent.chat(hello, { timeoutMs: 20_000 })).rejects.toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    const { gateway: half } = await scene(stall(headersOnly), { timeouts: { bodyMs: 30 } });
    await expect(half.chat(hello)).rejects.toMatchObject({ kind: 'timeout', outcome: 'likely-applied' });
  });
});
