import { getEventListeners } from 'node:events';
import type { PlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it } from 'vitest';
import {
  atEveryCut,
  chats,
  CHUNKED,
  clientsAt,
  completionOf,
  cutAt,
  cutting,
  delta,
  DONE,
  gatewayChat,
  HEAD,
  memoryChat,
  untilCut,
  type Chat,
} from './chats.ts';
import { answer, close, json, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { failureOf } from './signed-in-clients.ts';

/** Reads a stream in a loop. Returns the text of its events, and how it ended. */
const drain = async ({ textOf, contentOf }: Chat, stream: AsyncIterable<object>): Promise<{ text: string; end: unknown }> => {
  let text = '';
  try {
    for await (const event of stream) text += textOf(event);
  } catch (error) {
    const { kind, received, operation, status } = error as PlatformError;
    return { text, end: { kind, received: contentOf(received), operation, status } };
  }
  return { text, end: 'complete' };
};

const chunkOf = (content: string): string => `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`;

describe.each(chats)('the chat stream of $name', (chat) => {
  const { operation, frames, texts, completeAt } = chat;
  const length = Buffer.byteLength(frames.join(''));
  const facts = { operation, status: 200 };

  it('a chat stream that ends after any byte yields the events before, and fails as truncated if it is incomplete', async () => {
    const server = await startFaultServer(cutting(chat, (body, at) => Buffer.concat([Buffer.from(HEAD), body.subarray(0, at)])));
    const clients = clientsAt(server.origin);
    const count = await atEveryCut(length, async (at) => {
      const seen = await drain(chat, chat.stream(clients, cutAt(at)));
      const { text, isComplete } = untilCut(chat, at, true);
      expect({ at, ...seen }).toEqual({ at, text, end: isComplete ? 'complete' : { kind: 'truncated', received: text, ...facts } });
    });
    expect(server.requests).toHaveLength(count);
  }, 60_000);

  it('a chat stream whose connection breaks after any byte fails as interrupted if it is incomplete', async () => {
    const react = cutting(chat, (body, at) => {
      const rest = at === body.length ? '\r\n0\r\n\r\n' : '';
      return Buffer.concat([Buffer.from(`${CHUNKED}${body.length.toString(16)}\r\n`), body.subarray(0, at), Buffer.from(rest)]);
    });
    const server = await startFaultServer(react);
    const clients = clientsAt(server.origin);
    const count = await atEveryCut(length, async (at) => {
      const { text: received, end } = await drain(chat, chat.stream(clients, cutAt(at)));
      const { text, isComplete } = untilCut(chat, at, false);
      // Bytes that arrive together with the break may be lost.
      expect(text.startsWith(received), `cut at ${at}`).toBe(true);
      const isWhole = isComplete && end === 'complete';
      expect({ at, received, end }).toEqual({
        at,
        received: isWhole ? text : received,
        end: isWhole ? 'complete' : { kind: 'interrupted', received, ...facts },
      });
    });
    expect(server.requests).toHaveLength(count);
  }, 60_000);

  it.each(
    frames
      .slice(0, -1)
      .flatMap((_, count) =>
        [count === 0 ? { firstEventMs: 50 } : { idleMs: 50 }, { eventIdleMs: 50 }].map((limits) => [count, limits] as const),
      ),
  )('a chat stream that is silent after %i events fails as stalled, unless it is complete: %o', async (count, limits) => {
    const server = await startFaultServer(stall(HEAD + frames.slice(0, count).join('')));
    const received = texts.slice(0, count).join('');
    const end = count >= completeAt ? 'complete' : { kind: 'stalled', received, ...facts };
    await expect(drain(chat, chat.stream(clientsAt(server.origin), limits))).resolves.toEqual({ text: received, end });
    await server.until(() => server.open() === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('a chat stream is complete although the server keeps the connection open, and closes the connection', async () => {
    const server = await startFaultServer(stall(HEAD + frames.join('')));
    await expect(chat.stream(clientsAt(server.origin)).final()).resolves.toEqual(chat.result);
    await server.until(() => server.open() === 0);
  });

  it('a chat stream that is reset after its first event fails as interrupted, without a retry', async () => {
    const server = await startFaultServer(stall(CHUNKED + chunkOf(frames[0]!)));
    const read = async (): Promise<void> => {
      for await (const event of chat.stream(clientsAt(server.origin, { retry: { limit: 3 } }))) {
        expect(chat.textOf(event)).toBe(texts[0]);
        server.resetAll();
      }
    };
    const error = await failureOf(read());
    expect(error).toMatchObject({ kind: 'interrupted', outcome: 'likely-applied', attempts: 1 });
    expect(chat.contentOf(error.received)).toBe(texts[0]);
    expect(server.requests).toHaveLength(1);
  });

  it.each<readonly [string, Reaction, Partial<PlatformError>]>([
    ['an HTML page', answer(200, '<html></html>', { 'Content-Type': 'text/html' }), { kind: 'invalid-response', outcome: 'unknown' }],
    ['a JSON document of another kind', json(200, { ok: true }), { kind: 'invalid-response' }],
    ['truncated JSON', answer(200, '{"choices":', { 'Content-Type': 'application/json' }), { kind: 'invalid-response' }],
    ['an empty body', answer(200), { kind: 'invalid-response' }],
    ['an empty JSON body', answer(200, '', { 'Content-Type': 'application/json' }), { kind: 'invalid-response' }],
    ['an empty stream', close(HEAD), { kind: 'truncated' }],
    ['a stream of comments', close(`${HEAD}: ping\n\n`), { kind: 'truncated' }],
    ['a stream with an invalid event', stall(`${HEAD}data: {"choices":\n\n`), { kind: 'invalid-response' }],
    ['a stream that is shorter than declared', close(HEAD.replace('Connection: close', 'Content-Length: 100')), { kind: 'interrupted' }],
  ])('a chat stream fails if the response is %s', async (_, reaction, expected) => {
    const server = await startFaultServer(reaction);
    const error = await failureOf(chat.stream(clientsAt(server.origin)).final());
    expect(error).toMatchObject({ ...facts, outcome: 'likely-applied', ...expected });
    expect(chat.contentOf(error.received)).toBe('');
    expect(server.requests).toHaveLength(1);
  });

  it('a chat stream closes its connection if its loop ends early', async () => {
    const server = await startFaultServer(stall(HEAD + frames[0]!));
    for await (const event of chat.stream(clientsAt(server.origin))) {
      expect(chat.textOf(event)).toBe(texts[0]);
      expect(server.open()).toBe(1);
      break;
    }
    await server.until(() => server.open() === 0);
  });

  it('a chat stream closes its connection if its loop throws', async () => {
    const server = await startFaultServer(stall(HEAD + frames[0]!));
    const read = async (): Promise<void> => {
      for await (const _ of chat.stream(clientsAt(server.origin))) throw new Error('enough');
    };
    await expect(read()).rejects.toThrow('enough');
    await server.until(() => server.open() === 0);
  });

  it.each([0, 1])('a chat stream closes its connection if it is aborted after %i events', async (count) => {
    const controller = new AbortController();
    const { signal } = controller;
    const server = await startFaultServer(stall(HEAD + frames.slice(0, count).join('')));
    const events = chat.stream(clientsAt(server.origin), { signal })[Symbol.asyncIterator]();
    if (count > 0) await events.next();
    const next = failureOf(events.next());
    await server.until(() => server.requests.length === 1);
    controller.abort();
    await expect(next).resolves.toMatchObject({ kind: 'aborted' });
    await server.until(() => server.open() === 0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

it.each([
  ['gateway', json(200, completionOf('Grüße, 🦉!', 'stop')), gatewayChat],
  ['memory', json(200, memoryChat.result), memoryChat],
] as const)('a chat stream is complete if the response is JSON instead of an event stream: %s', async (_, reaction, chat) => {
  const server = await startFaultServer(reaction);
  await expect(drain(chat, chat.stream(clientsAt(server.origin)))).resolves.toMatchObject({ end: 'complete' });
  await expect(chat.stream(clientsAt(server.origin)).final()).resolves.toEqual(chat.result);
});

const failure = { code: 'LLM_SERVICE_ERROR', message: 'The model failed.', trace_id: 't-9' };
it.each([
  [gatewayChat, `data: ${JSON.stringify({ error: failure })}\n\n`],
  [memoryChat, `event: error\ndata: ${JSON.stringify({ error: failure })}\n\n`],
] as const)('a chat stream with an error event in the middle fails with the received part: $operation', async (chat, event) => {
  const server = await startFaultServer(stall(HEAD + chat.frames[0]! + event + chat.frames[1]!));
  const error = await failureOf(chat.stream(clientsAt(server.origin)).final());
  expect(error).toMatchObject({ kind: 'http', code: 'LLM_SERVICE_ERROR', message: 'The model failed.' });
  expect(chat.contentOf(error.received)).toBe(chat.texts[0]);
  await server.until(() => server.open() === 0);
});

it('a memory chat stream fails with the error and its trace id if the response is a JSON error with status 200', async () => {
  const server = await startFaultServer(json(200, { error: failure }));
  const error = await failureOf(memoryChat.stream(clientsAt(server.origin)).final());
  expect(error).toMatchObject({ code: 'LLM_SERVICE_ERROR', traceId: 't-9' });
});

it('a chat stream with a byte order mark and comments returns its result, wherever its bytes are split', async () => {
  const bytes = Buffer.from(`\u{feff}: hi\r\n\r\n${gatewayChat.frames.join('').replaceAll('\n\n', '\r\n: life\r\n\r\n')}`);
  const server = await startFaultServer((socket, request) => {
    const at = Number(request.headers['x-cut']);
    socket.setNoDelay(true);
    socket.write(Buffer.concat([Buffer.from(HEAD), bytes.subarray(0, at)]));
    setImmediate(() => socket.end(bytes.subarray(at)));
  });
  const clients = clientsAt(server.origin);
  for (let at = 0; at <= bytes.length; at += longCount(7, 3))
    await expect(gatewayChat.stream(clients, cutAt(at)).final()).resolves.toEqual(gatewayChat.result);
});

const PIECE = 64 * 1024;
const LINE_MB = longCount(8, 20);
const LINE = LINE_MB * 1024 * 1024;
const longLine: Reaction = (socket) => {
  socket.write(HEAD);
  const bytes = Buffer.from(delta('x'.repeat(LINE)) + DONE);
  for (let at = 0; at < bytes.length; at += PIECE) socket.write(bytes.subarray(at, at + PIECE));
};

it(`a chat stream can contain a line of ${LINE_MB} MB`, async () => {
  const server = await startFaultServer(longLine);
  expect(gatewayChat.contentOf(await gatewayChat.stream(clientsAt(server.origin)).final())).toHaveLength(LINE);
}, 60_000);

it('a chat stream with a line above the limit is rejected, and its connection is closed', async () => {
  const server = await startFaultServer(longLine);
  const error = await failureOf(gatewayChat.stream(clientsAt(server.origin), { maxEventCharacters: 1_000_000 }).final());
  expect(error).toMatchObject({ kind: 'too-large' });
  await server.until(() => server.open() === 0);
}, 60_000);

const LINES = longCount(20, 500);

it(`a chat stream of more than ${LINES * 1200} chunks of one byte returns its complete text`, async () => {
  const server = await startFaultServer((socket) => {
    const body = Array.from({ length: LINES }, () => delta('x'.repeat(1127))).join('') + DONE;
    expect(body.length).toBeGreaterThan(LINES * 1200);
    socket.write(`${CHUNKED}${body.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`);
  });
  expect(gatewayChat.contentOf(await gatewayChat.stream(clientsAt(server.origin)).final())).toHaveLength(LINES * 1127);
}, 60_000);
