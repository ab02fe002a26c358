import type { PlatformError } from '@platform-sdk/core';
import { createMemoryClient, isModelError, type MemoryChatEvent, type MemoryClient, type MemoryClientOptions } from '@platform-sdk/memory';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, close, inTurn, json, reset, stall, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import { failureOf, takeTimers } from './signed-in-clients.ts';
import { CHUNKED, HEAD, recordings } from './streams-scene.ts';

const token = 'planted-memory-token-7d20';
const gatewayKey = 'planted-gateway-key-4c1e';
const hello = { session_id: 's-1', message: 'Hello', config: { gateway_api_key: gatewayKey } };

/** Starts a server with this reaction, and creates a client for it. */
const scene = async (reaction: Reaction, options: MemoryClientOptions = {}): Promise<{ memory: MemoryClient; server: FaultServer }> => {
  const server = await startFaultServer(reaction);
  return { server, memory: createMemoryClient({ baseUrl: server.origin, token, ...options }) };
};

const { frames } = recordings.find(({ way }) => way === 'named')!;
const bill = { usage: { tokens_in: 3, tokens_out: 2 }, cost_usd: 0.01, model: 'm' };
/** The events of the recorded frames. */
const events: readonly MemoryChatEvent[] = [
  { type: 'message', chunk: 'Ünder', id: '1' },
  { type: 'message', chunk: 'stood', id: '2' },
  { type: 'done', status: 'completed', ...bill },
];
/** The result that was received after each number of frames. */
const results = [
  { content: '' },
  { content: 'Ünder', message_id: '1' },
  { content: 'Ünderstood', message_id: '2' },
  { content: 'Ünderstood', message_id: '2', ...bill },
] as const;
const begun = frames.slice(0, 2).join('');
const whole = frames.join('');
const chunkOf = (content: string): string => `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`;
const facts = { operation: 'memory.chatStream', outcome: 'likely-applied', attempts: 1 } as const;

/** Reads a chat in a loop. Returns its events, and its result or error. */
const read = async (memory: MemoryClient): Promise<{ events: MemoryChatEvent[]; end: unknown }> => {
  const seen: MemoryChatEvent[] = [];
  try {
    for await (const event of memory.chatStream(hello)) seen.push(event);
  } catch (error) {
    const { kind, received, operation, outcome, attempts } = error as PlatformError;
    return { events: seen, end: { kind, received, operation, outcome, attempts } };
  }
  return { events: seen, end: 'complete' };
};

describe('memory chat stream that is cut', () => {
  it('a memory chat stream that is cut off at any byte yields the same events, and fails as truncated if incomplete', async () => {
    const bytes = Buffer.from(whole);
    // If the connection ends normally, the last event counts even without its blank line.
    const ends = frames.map((_, index) =>
      Buffer.byteLength(
        frames
          .slice(0, index + 1)
          .join('')
          .trimEnd(),
      ),
    );
    const cuts = Array.from({ length: bytes.length + 1 }, (_, cut) => cut);
    const { memory, server } = await scene(
      inTurn(...(cuts.map((cut) => close(Buffer.concat([Buffer.from(HEAD), bytes.subarray(0, cut)]))) as [Reaction])),
    );
    const seen: object[] = [];
    const expected: object[] = [];
    for (const cut of cuts) {
      const count = ends.filter((end) => end <= cut).length;
      const end = count === frames.length ? 'complete' : { kind: 'truncated', received: results[count], ...facts };
      expected.push({ cut, events: events.slice(0, count), end });
      seen.push({ cut, ...(await read(memory)) });
    }
    expect(seen).toEqual(expected);
    expect(server.requests).toHaveLength(cuts.length);
  }, 60_000);

  it('a memory chat stream fails as truncated if it ends normally without the done event', async () => {
    const { memory } = await scene(close(`${HEAD}${begun}: ping\n\nevent: thinking\ndata: {"status":"completed"}\n\n`));
    await expect(read(memory)).resolves.toEqual({ events: events.slice(0, 2), end: { kind: 'truncated', received: results[2], ...facts } });
  });

  it('a memory chat stream whose connection is reset fails as interrupted, with the received part', async () => {
    const { memory, server } = await scene(stall(CHUNKED + chunkOf(begun)));
    const stream = memory.chatStream(hello)[Symbol.asyncIterator]();
    for (const value of events.slice(0, 2)) await expect(stream.next()).resolves.toEqual({ done: false, value });
    server.resetAll();
    await expect(failureOf(stream.next())).resolves.toMatchObject({ kind: 'interrupted', received: results[2], ...facts });
    expect(server.requests).toHaveLength(1);
  });

  it('a memory chat stream fails as interrupted if its body is shorter than declared', async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ${Buffer.byteLength(whole)}\r\n\r\n`;
    const { memory } = await scene(close(head + begun));
    await expect(failureOf(memory.chatStream(hello).final())).resolves.toMatchObject({
      kind: 'interrupted',
      received: results[2],
      ...facts,
    });
  });
});

describe('memory chat stream that stalls', () => {
  it.each([
    [0, { firstEventMs: 30 }],
    [1, { idleMs: 30 }],
    [2, { idleMs: 30 }],
    [2, { eventIdleMs: 30 }],
  ] as const)('a memory chat stream is reported as stalled after %i events: %o', async (count, limits) => {
    const { memory, server } = await scene(stall(HEAD + frames.slice(0, count).join('')));
    const error = await failureOf(memory.chatStream(hello, limits).final());
    expect(error).toMatchObject({ kind: 'stalled', received: results[count], ...facts });
    await server.until(() => server.open() === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('a memory chat stream that stalls after the done event is complete, and its connection closes', async () => {
    const { memory, server } = await scene(stall(HEAD + whole));
    await expect(read(memory)).resolves.toEqual({ events, end: 'complete' });
    await server.until(() => server.open() === 0);
    await expect(memory.chatStream(hello).final()).resolves.toEqual(results[3]);
    await server.until(() => server.open() === 0);
  });
});

describe('unexpected memory chat stream', () => {
  const failure = { error: { code: 'LLM_SERVICE_ERROR', message: 'The model failed.', trace_id: 't-9', details: {} } };

  it('a memory chat stream with an error event in the middle fails with the received part, and its connection closes', async () => {
    const { memory, server } = await scene(stall(`${HEAD}${begun}event: error\ndata: ${JSON.stringify(failure)}\n\n${frames[2]}`));
    const error = await failureOf(memory.chatStream(hello).final());
    expect(error).toMatchObject({
      kind: 'http',
      code: 'LLM_SERVICE_ERROR',
      traceId: 't-9',
      message: 'The model failed.',
      received: results[2],
    });
    expect(isModelError(error)).toBe(true);
    await server.until(() => server.open() === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('a JSON response instead of a memory chat stream is one event', async () => {
    const { memory } = await scene(json(200, { message_id: '2', content: 'Ünderstood', ...bill }));
    await expect(read(memory)).resolves.toEqual({ events: [{ type: 'message', chunk: 'Ünderstood', id: '2' }], end: 'complete' });
    await expect(memory.chatStream(hello).final()).resolves.toEqual(results[3]);
  });

  it('a memory chat stream fails if the response is a JSON error with status 200', async () => {
    const { memory } = await scene(json(200, failure));
    await expect(failureOf(memory.chatStream(hello).final())).resolves.toMatchObject({ code: 'LLM_SERVICE_ERROR', received: results[0] });
  });

  it.each<[string, Reaction, object?]>([
    ['an HTML page', answer(200, '<html><body>Hi</body></html>', { 'Content-Type': 'text/html' }), { outcome: 'unknown' }],
    ['an empty body', answer(200)],
    ['an empty body declared as JSON', answer(200, '', { 'Content-Type': 'application/json' })],
    ['JSON with other fields', json(200, { status: 'ok' })],
    ['JSON that is cut off', answer(200, '{"message_id":"2","content":"Ünder', { 'Content-Type': 'application/json' })],
  ])('a memory chat stream fails if the response is %s', async (_, reaction, more) => {
    const { memory, server } = await scene(reaction);
    const error = await failureOf(memory.chatStream(hello).final());
    expect(error).toMatchObject({ kind: 'invalid-response', status: 200, received: results[0], ...facts, ...more });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a memory chat stream that is not read to its end', () => {
  it('a memory chat stream closes its connection if its loop ends early', async () => {
    const { memory, server } = await scene(stall(HEAD + begun));
    for await (const event of memory.chatStream(hello)) {
      expect(event).toEqual(events[0]);
      expect(server.open()).toBe(1);
      break;
    }
    await server.until(() => server.open() === 0);
  });

  it('a memory chat stream closes its connection if its loop throws', async () => {
    const { memory, server } = await scene(stall(HEAD + begun));
    const work = async (): Promise<void> => {
      for await (const _ of memory.chatStream(hello)) throw new Error('enough');
    };
    await expect(work()).rejects.toThrow('enough');
    await server.until(() => server.open() === 0);
  });

  it('a memory chat stream closes its connection if it is aborted', async () => {
    const { memory, server } = await scene(stall(HEAD + begun));
    const controller = new AbortController();
    const stream = memory.chatStream(hello, { signal: controller.signal })[Symbol.asyncIterator]();
    await stream.next();
    controller.abort();
    await server.until(() => server.open() === 0);
    await expect(stream.next()).rejects.toMatchObject({ kind: 'aborted' });
  });
});

const agentHello = { session_id: 's-1', message: 'Hello', user_id: 'u-1', envelope: { sender_agent_key: 'planner' } };

describe.each([
  ['memory.chat', '/v1/chat', [token, gatewayKey], (memory: MemoryClient): Promise<unknown> => memory.chat(hello)],
  ['memory.chatStream', '/v1/chat', [token, gatewayKey], (memory: MemoryClient): Promise<unknown> => memory.chatStream(hello).final()],
  ['memory.a2a.chat', '/a2a/conversation/chat', [token], (memory: MemoryClient): Promise<unknown> => memory.a2a.chat(agentHello)],
] as const)('%s', (operation, target, secrets, ask) => {
  it.each<[string, Reaction, object]>([
    ['resets the connection', reset, { kind: 'network', outcome: 'unknown' }],
    ['closes the connection', close(), { kind: 'network', outcome: 'unknown' }],
    ['returns 500', json(500, { error: { code: 'INTERNAL_ERROR' } }), { kind: 'http', code: 'INTERNAL_ERROR', outcome: 'unknown' }],
    ['returns 502', json(502, { error: { code: 'LLM_SERVICE_ERROR' } }), { kind: 'http', code: 'LLM_SERVICE_ERROR', outcome: 'unknown' }],
    ['returns 503', answer(503, '', { 'Retry-After': '0' }), { kind: 'http', status: 503, outcome: 'unknown' }],
    ['returns 429', answer(429, '', { 'Retry-After': '0' }), { kind: 'http', status: 429, outcome: 'rejected' }],
    ['returns 401', json(401, { error: { code: 'AUTHENTICATION_FAILED' } }), { kind: 'http', status: 401, outcome: 'rejected' }],
  ])('the chat sends a single request if the server %s', async (_, reaction, expected) => {
    const { memory, server } = await scene(reaction, { retry: { limit: 3 } });
    await expect(ask(memory)).rejects.toMatchObject({ operation, attempts: 1, ...expected });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ method: 'POST', target, headers: { authorization: `Bearer ${token}` } });
  });

  it('a chat does not follow a redirect, and sends its token to no other origin', async () => {
    const elsewhere = await startFaultServer(json(200, {}));
    const { memory, server } = await scene(answer(307, '', { Location: `${elsewhere.origin}${target}` }));
    await expect(ask(memory)).rejects.toMatchObject({ operation, kind: 'redirect', status: 307, outcome: 'rejected' });
    expect([server.requests.length, elsewhere.connections()]).toEqual([1, 0]);
  });

  it('the error of a chat does not contain secrets', async () => {
    const message = `${secrets.join(' and ')} are unknown`;
    const { memory } = await scene(json(401, { error: { code: 'AUTHENTICATION_FAILED', message, details: { secrets } } }));
    const error = await failureOf(ask(memory));
    expect(error.code).toBe('AUTHENTICATION_FAILED');
    expect(JSON.stringify([error, error.message, error.stack, error.body])).not.toContain('planted');
  });
});

describe('memory.chat', () => {
  it('a chat has the outcome "unknown" if its headers time out, and likely-applied if its body does', async () => {
    const limits = takeTimers();
    onTestFinished(() => void vi.unstubAllGlobals());
    const { memory: silent, server } = await scene(() => limits.expire());
    await expect(silent.chat(hello, { timeoutMs: 20_000 })).rejects.toMatchObject({ kind: 'timeout', outcome: 'unknown' });
    const half = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"message_id"';
    const { memory } = await scene(stall(half), { timeouts: { bodyMs: 30 } });
    await expect(memory.chat(hello)).rejects.toMatchObject({ kind: 'timeout', outcome: 'likely-applied' });
    expect(server.requests).toHaveLength(1);
  });
});
