import { getResponseProblems, type LogEvent, type PlatformOptions } from '@platform-sdk/core';
import type { EventStream } from '@platform-sdk/core/streams';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createSearchClient } from '@platform-sdk/search';
import { expect, it } from 'vitest';
import { anthropicCompatible } from './providers/anthropic-compatible.ts';
import { azure } from './providers/azure.ts';
import { deepseek } from './providers/deepseek.ts';
import { differences } from './providers/differences.ts';
import type { Members, ProviderFixture } from './providers/fixture.ts';
import { gemini } from './providers/gemini.ts';
import { groq } from './providers/groq.ts';
import { mistral } from './providers/mistral.ts';
import { openai } from './providers/openai.ts';
import { openrouter } from './providers/openrouter.ts';
import { searchFindings } from './providers/search-findings.ts';

const fixtures = [
  ...openai,
  ...azure,
  ...mistral,
  ...deepseek,
  ...gemini,
  ...groq,
  ...anthropicCompatible,
  ...openrouter,
  ...searchFindings,
];
const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };
const modes = ['report', 'throw', 'off'] as const;

/** The methods for completions that both services share. */
interface Chats {
  chat(input: typeof hello): Promise<object>;
  chatStream(input: typeof hello): EventStream<object, object>;
}

const services: Readonly<Record<string, (options: PlatformOptions) => Chats>> = {
  gateway: (options) => createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key-1', ...options }),
  search: (options) => createSearchClient({ baseUrl: 'https://search.test', ...options }),
};

const typed = (body: string, type: string): Response => new Response(body, { headers: { 'Content-Type': type } });
const wholeOf = ({ whole }: ProviderFixture): Response => typed(JSON.stringify(whole), 'application/json');
const streamOf = ({ events }: ProviderFixture, type = 'text/event-stream'): Response =>
  typed([...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''), type);

const joined = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
};

const chunksOf = async (stream: AsyncIterable<object>): Promise<object[]> => {
  const chunks: object[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};

/** Returns an event as the client returns it: with an empty delta in each choice for which the provider sends no delta. */
const withDeltas = (event: Members): Members => ({
  ...event,
  choices: (event['choices'] as Members[]).map((choice) => ({ delta: {}, ...choice })),
});

/** One way to read a fixture, and the expected result. */
interface Reading {
  readonly response: (fixture: ProviderFixture) => Response;
  readonly read: (chats: Chats) => Promise<unknown>;
  readonly expected: (fixture: ProviderFixture) => unknown;
}

const readings: Readonly<Record<string, Reading>> = {
  'plain chat': { response: wholeOf, read: (chats) => chats.chat(hello), expected: ({ whole }) => whole },
  'the whole of a stream': { response: streamOf, read: (chats) => chats.chatStream(hello).final(), expected: ({ sum }) => sum },
  'the events of a stream': {
    response: streamOf,
    read: (chats) => chunksOf(chats.chatStream(hello)),
    expected: ({ events }) => events.map(withDeltas),
  },
  'the text of a stream': { response: streamOf, read: (chats) => joined(chats.chatStream(hello).text()), expected: ({ text }) => text },
  'plain chat that comes as a stream': { response: streamOf, read: (chats) => chats.chat(hello), expected: ({ sum }) => sum },
  'plain chat that comes as a stream with the type text/plain': {
    response: (fixture) => streamOf(fixture, 'text/plain'),
    read: (chats) => chats.chat(hello),
    expected: ({ sum }) => sum,
  },
};

/** Reads a fixture. Returns the first problem, or undefined. */
const failureOf = async (
  fixture: ProviderFixture,
  { response, read, expected }: Reading,
  create: (options: PlatformOptions) => Chats,
  validation: (typeof modes)[number],
): Promise<string | undefined> => {
  const logged: string[] = [];
  const logger = (event: LogEvent): void => {
    if (event.type === 'invalid-response') logged.push(`logs that ${event.field} ${event.message}`);
  };
  const chats = create({ fetch: async () => response(fixture), logger, validation });
  try {
    const result = await read(chats);
    const problems = getResponseProblems(Object(result) as object).map(({ field, message }) => `has the problem ${field} ${message}`);
    return [...differences(result, expected(fixture)), ...problems, ...logged][0];
  } catch (error) {
    return String(error);
  }
};

/** Returns every different failure, with the services and validation modes in which it happens. */
const failuresOf = async (fixture: ProviderFixture, way: string, reading: Reading): Promise<string[]> => {
  const settings = new Map<string, string[]>();
  for (const [service, create] of Object.entries(services))
    for (const mode of modes) {
      const failure = await failureOf(fixture, reading, create, mode);
      if (failure) settings.set(failure, [...(settings.get(failure) ?? []), `${service} ${mode}`]);
    }
  return [...settings].map(([failure, where]) => `${fixture.name}; ${way}: ${failure} (${where.join(', ')})`);
};

it('the fixtures contain at least 24 recordings of nine providers, each with a link to its documentation', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(24);
  expect(new Set(fixtures.map(({ name }) => name)).size).toBe(fixtures.length);
  expect(new Set(fixtures.map(({ name }) => name.split(':')[0])).size).toBe(9);
  expect(fixtures.filter(({ source }) => !URL.canParse(source))).toEqual([]);
});

it('both services parse the documented responses of providers completely, plain and streamed, in every validation mode', async () => {
  const failures: string[] = [];
  for (const fixture of fixtures)
    for (const [way, reading] of Object.entries(readings)) failures.push(...(await failuresOf(fixture, way, reading)));
  expect(failures).toEqual([]);
});
