import type { PlatformOptions } from '@platform-sdk/core';
import type { EventStream } from '@platform-sdk/core/streams';
import { createGatewayClient, isInsufficientCreditsError, isProviderError, isRateLimitedError } from '@platform-sdk/gateway';
import { createSearchClient } from '@platform-sdk/search';
import { describe, expect, it } from 'vitest';
import type { Members } from './providers/fixture.ts';
import { platformErrorOf } from '@platform-sdk/test-helpers';

const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };

interface Chats {
  chat(input: typeof hello): Promise<object>;
  chatStream(input: typeof hello): EventStream<object, object>;
}

const services: Readonly<Record<string, (options: PlatformOptions) => Chats>> = {
  gateway: (options) => createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', ...options }),
  search: (options) => createSearchClient({ baseUrl: 'https://search.test', ...options }),
};

const head = { id: 'c-1', created: 1, model: 'm' };
const chunk = (delta: Members, reason: string | null = null, more: Members = {}): Members => ({
  ...head,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: reason, ...more }],
});
const half = chunk({ role: 'assistant', content: 'half' });
const stop = chunk({}, 'stop');
const whole = (more: Members = {}, choice: Members = {}): Members => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'half' }, finish_reason: 'stop', ...choice }],
  ...more,
});

const sse = (...events: readonly (Members | string)[]): Response =>
  new Response(events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
const json = (document: unknown, status = 200): Response => Response.json(document, { status });

const text = (content: string) => ({ choices: [{ index: 0, message: { content } }] });
const upstream = { code: 502, message: 'Upstream failed' };

describe.each(Object.entries(services))('a completion of the %s', (_, create) => {
  const chats = (response: () => Response): Chats => create({ fetch: async () => response() });
  const ways: Readonly<Record<string, (response: () => Response) => Promise<unknown>>> = {
    'plain chat': (response) => chats(response).chat(hello),
    'a stream': (response) => chats(response).chatStream(hello).final(),
  };

  it.each<[string, readonly (Members | string)[], Members]>([
    ['OpenRouter ends a choice with an error', [half, chunk({ content: '!' }, 'error', { error: upstream }), '[DONE]'], text('half!')],
    ['a choice with an error lacks a finish reason', [half, chunk({}, null, { error: upstream })], text('half')],
    ['Mistral ends a choice with `error`', [half, chunk({}, 'error'), '[DONE]'], text('half')],
    ['OpenRouter reports an error next to a choice', [half, { ...chunk({ content: '!' }, 'error'), error: upstream }], text('half!')],
    [
      'Groq reports why it stopped',
      [half, { ...half, choices: [], x_groq: { id: 'r', error: 'Upstream failed' } }, '[DONE]'],
      text('half'),
    ],
  ])('a completion fails with the received part if an error follows the first text: %s', async (name, events, received) => {
    for (const read of Object.values(ways)) {
      const error = await platformErrorOf(read(() => sse(...events)));
      expect(error).toMatchObject({ kind: 'http', status: 200, outcome: 'likely-applied', received });
      expect(error.message).toBe(name.startsWith('Mistral') ? 'The service reported a failure' : 'Upstream failed');
      expect(isProviderError(error)).toBe(true);
    }
  });

  it.each<[string, Members]>([
    ['a choice has an error', whole({}, { finish_reason: 'error', error: upstream })],
    ['a choice ends with `error`', whole({}, { finish_reason: 'error' })],
    ['an error is next to the choices', whole({ error: upstream })],
    ['errors are next to the choices', whole({ errors: [{ detail: 'Upstream failed' }] })],
    ['Groq reports why it stopped', whole({ x_groq: { error: { message: 'Upstream failed' } } })],
  ])('a complete completion fails if it contains an error: %s', async (_name, document) => {
    for (const read of Object.values(ways))
      await expect(platformErrorOf(read(() => json(document)))).resolves.toMatchObject({
        kind: 'http',
        outcome: 'likely-applied',
        received: text('half'),
      });
  });

  it.each<[string, Members]>([
    ['errors: []', { errors: [] }],
    ['null errors', { error: null, errors: null, detail: null }],
    ['an empty error', { error: '' }],
    ['error: {}', { error: {} }],
    ['a detail', { detail: { cached: true } }],
    ['a detail that is a sentence', { detail: 'Served from the cache' }],
    ['a message', { message: 'Served from the cache' }],
    ['x_groq without an error', { x_groq: { id: 'r', error: null } }],
  ])('a completion is returned if it contains no error: %s', async (_name, beside) => {
    const responses = [() => json(whole(beside)), () => sse({ ...half, ...beside }, { ...stop, ...beside, choices: [] }, stop, '[DONE]')];
    for (const read of Object.values(ways))
      for (const response of responses) await expect(read(response)).resolves.toMatchObject(text('half'));
  });

  it('the error of a completion with a failed choice contains the text of all choices', async () => {
    const both = { ...head, choices: [0, 1].map((index) => ({ index, delta: { content: 'a' } })) };
    const failed = chunk({}, 'error', { error: upstream });
    const good = { ...head, choices: [{ index: 1, delta: { content: 'b' }, finish_reason: 'stop' }] };
    for (const read of Object.values(ways)) {
      const error = await platformErrorOf(read(() => sse(both, failed, good)));
      expect(error).toMatchObject({ kind: 'http', code: '502' });
      expect(error.received).toMatchObject({ choices: [{ message: { content: 'a' } }, { message: { content: 'ab' } }] });
    }
  });

  it.each<[string, unknown, (error: unknown) => boolean]>([
    ['INSUFFICIENT_CREDITS', { error: { code: 'INSUFFICIENT_CREDITS', message: 'No credits' } }, isInsufficientCreditsError],
    ['429', { error: { code: 429, message: 'Too many' } }, isRateLimitedError],
    [
      '429 in a choice without content',
      {
        choices: [
          { index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'error', error: { code: 429, message: 'Too many' } },
        ],
      },
      isRateLimitedError,
    ],
    ['429 in a list', [{ error: { code: 429, message: 'Too many' } }], isRateLimitedError],
  ])('a completion fails with the outcome "unknown" if the response has status 200 but reports %s', async (_name, document, is) => {
    for (const read of Object.values(ways))
      for (const response of [() => json(document), () => sse(document as Members)]) {
        const error = await platformErrorOf(read(response));
        expect(error).toMatchObject({ kind: 'http', status: 200, outcome: 'unknown' });
        expect(error.message).toMatch(/No credits|Too many/);
        expect(is(error)).toBe(true);
      }
  });

  it('a 429 whose body is an array of errors fails with their messages', async () => {
    const response = (): Response => json([{ error: { code: 429, message: 'Resource exhausted', status: 'RESOURCE_EXHAUSTED' } }], 429);
    for (const read of Object.values(ways)) {
      const error = await platformErrorOf(read(response));
      expect(error).toMatchObject({ status: 429, code: '429', outcome: 'rejected' });
      expect(error.message).toMatch(/^Resource exhausted\./);
    }
  });

  it.each([
    ['empty data', 'data:\n\n'],
    ['data that only contain spaces', 'data:   \n\n'],
    ['a comment in the data, as Vertex sends it', 'data: : keepalive\n\n'],
    ['null', 'data: null\n\n'],
    ['data: ping', 'data: ping\n\n'],
    ['an event named ping', 'event: ping\ndata: {"type":"ping"}\n\n'],
    ['an event named ping without JSON', 'event: ping\ndata: ping\n\n'],
    ['an event named keepalive', 'event: keepalive\ndata: keep-alive\n\n'],
    ['an event named heartbeat', 'event: heartbeat\ndata:\n\n'],
  ])('a stream ignores keep-alive events: %s', async (_name, beat) => {
    const events = [half, stop].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    for (const read of Object.values(ways)) {
      const body = [beat, events[0], beat, beat, events[1], beat, 'data: [DONE]\n\n', beat].join('');
      await expect(read(() => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))).resolves.toMatchObject(
        text('half'),
      );
    }
    const body = [events[0], beat, beat].join('');
    await expect(
      platformErrorOf(
        chats(() => new Response(body))
          .chatStream(hello)
          .final(),
      ),
    ).resolves.toMatchObject({ kind: 'truncated' });
  });

  it('a completion returns its text if the index of its choice is a string or is missing', async () => {
    for (const index of ['0', null, undefined]) {
      const at = (event: Members): Members => ({ ...event, choices: (event['choices'] as Members[]).map((each) => ({ ...each, index })) });
      const stream = chats(() => sse(at(half), at(stop), '[DONE]')).chatStream(hello);
      let read = '';
      for await (const piece of stream.text()) read += piece;
      expect(read).toBe('half');
      await expect(stream.final()).resolves.toMatchObject(text('half'));
    }
  });

  it('a document with several choices without an index keeps them separate', async () => {
    const document = { ...head, choices: ['a', 'b'].map((content) => ({ message: { content }, finish_reason: 'stop' })) };
    await expect(
      chats(() => json(document))
        .chatStream(hello)
        .final(),
    ).resolves.toMatchObject({
      choices: [
        { index: 0, message: { content: 'a' } },
        { index: 1, message: { content: 'b' } },
      ],
    });
  });
});
