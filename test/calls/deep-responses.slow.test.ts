import { isPlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { callMethod, serviceMethods } from '../helpers/service-methods.ts';

const messages = [{ role: 'user', content: 'Hello' }];
const chat = { model: 'acme/large', messages };
const question = { session_id: 's-1', message: 'Hello' };

/** The chat calls of three services, plain and streamed. */
const ways: Readonly<Record<string, (options: PlatformOptions) => Promise<unknown>>> = {
  'gateway.chat': (options) => createGatewayClient({ baseUrl: 'https://gateway.test/v1', ...options }).chat(chat),
  'gateway.chatStream': (options) =>
    createGatewayClient({ baseUrl: 'https://gateway.test/v1', ...options })
      .chatStream(chat)
      .final(),
  'search.chat': (options) => createSearchClient({ baseUrl: 'https://search.test', ...options }).chat({ messages }),
  'search.chatStream': (options) =>
    createSearchClient({ baseUrl: 'https://search.test', ...options })
      .chatStream({ messages })
      .final(),
  'memory.chat': (options) => createMemoryClient({ baseUrl: 'https://memory.test', ...options }).chat(question),
  'memory.chatStream': (options) =>
    createMemoryClient({ baseUrl: 'https://memory.test', ...options })
      .chatStream(question)
      .final(),
};

const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

/** Responses that contain the value in different positions. */
const responses: Readonly<Record<string, (value: string) => readonly [type: string, body: string]>> = {
  'a document': (value) => ['application/json', value],
  'a member of a document': (value) => [
    'application/json',
    `{"content":"Hi","message_id":"1","choices":[{"message":{"content":${value}}}],"more":${value}}`,
  ],
  'an error with 200': (value) => ['application/json', `{"error":{"message":"No","details":${value}},"detail":[{"loc":${value}}]}`],
  'an event': (value) => ['text/event-stream', `data: ${value}\n\n`],
  'a member of an event': (value) => [
    'text/event-stream',
    `data: {"chunk":"Hi","more":${value},"choices":[{"delta":{"content":"Hi","more":${value}}}],"usage":${value}}\n\nevent: done\ndata: {"more":${value}}\n\n`,
  ],
  'an error event': (value) => ['text/event-stream', `event: error\ndata: {"error":${value},"detail":[{"loc":${value}}]}\n\n`],
};

const wireNames = Object.fromEntries(Object.keys(ways).map((name) => [name, { 'more.a': 'b', 'choices.message.content': 'content' }]));

it.each([300, 5000, 20_000, 200_000].slice(0, longCount(3, 4)))(
  'a chat whose response has %i levels returns a result or throws a typed error',
  async (levels) => {
    const wrong: string[] = [];
    for (const [where, responseOf] of Object.entries(responses))
      for (const [name, ask] of Object.entries(ways))
        // The deepest values are slow to create and to parse, so that only one mode is tested with them.
        for (const validation of levels > 10_000 ? (['report'] as const) : (['report', 'throw', 'off'] as const)) {
          const [type, body] = responseOf(nested(levels));
          const fetch = async (): Promise<Response> => new Response(body, { headers: { 'Content-Type': type } });
          const outcome = await ask({ fetch, validation, wireNames, tokens: { gateway: 'key', memory: 'token' } }).catch(
            (error: unknown) => error,
          );
          if (outcome instanceof Error && !isPlatformError(outcome)) wrong.push(`${name}, ${validation}, ${where}: ${outcome.message}`);
        }
    expect(wrong).toEqual([]);
  },
  120_000,
);

const lists = serviceMethods.filter(({ operation }) => 'paging' in operation);

it('more than four operations return pages', () => {
  expect(lists.length).toBeGreaterThan(4);
});

it.each([5000, 20_000])('a list with items of %i levels returns a result or throws a typed error', async (levels) => {
  const wrong: string[] = [];
  for (const value of [`[${nested(levels)}]`, `{"id":"1","attributes":${nested(levels)}}`]) {
    for (const method of lists) {
      const body = ['data', 'memories', 'sessions'].map((name) => `"${name}":[${value}]`).join();
      const { error } = await callMethod(method, new Response(`{${body}}`, { headers: { 'Content-Type': 'application/json' } }));
      if (error && !isPlatformError(error)) wrong.push(`${method.name}: ${String(error)}`);
    }
  }
  expect(wrong).toEqual([]);
});
