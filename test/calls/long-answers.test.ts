import { createPlatform, type Platform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSearchClient } from '@platform-sdk/search';
import { beforeEach, expect, it, vi } from 'vitest';

const messages = [{ role: 'user', content: 'Hello' }];
const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }];
const completion = { id: 'c-1', object: 'chat.completion', created: 1, model: 'm', choices };
const answers = { message_id: 'm-1', content: 'Hi', answer: 'Hi', sources: [], ...completion };

type Ask = (platform: Platform) => Promise<unknown>;

/** Calls whose response a model generates, so that it takes long. */
const generated: readonly (readonly [string, Ask])[] = [
  ['gateway.chat', (platform) => createGatewayClient(platform).chat({ model: 'm', messages })],
  ['memory.chat', (platform) => createMemoryClient(platform).chat({ session_id: 's-1', message: 'Hello' })],
  ['search.chat', (platform) => createSearchClient(platform).chat({ messages })],
  ['search.search', (platform) => createSearchClient(platform).search({ query: 'wheels', flow: 'agentic' })],
];
const others: readonly (readonly [string, Ask])[] = [
  ['memory.sessions.get', (platform) => createMemoryClient(platform).sessions.get({ session_id: 's-1' })],
  ['organizations.create', (platform) => createOrganizationsClient(platform).create({ name: 'Acme' })],
];

/** Returns a response that is complete after this many seconds. */
type Later = (afterSeconds: number) => Promise<Response>;

const wholeAfter: Later = (seconds) => new Promise((resolve) => void setTimeout(() => resolve(Response.json(answers)), seconds * 1000));

/** Sends the headers immediately and the body later, as some proxies do. */
const bodyAfter: Later = async (seconds) =>
  new Response(
    new ReadableStream({
      start(controller) {
        setTimeout(() => {
          controller.enqueue(new TextEncoder().encode(JSON.stringify(answers)));
          controller.close();
        }, seconds * 1000);
      },
    }),
    { headers: { 'Content-Type': 'application/json' } },
  );

/** Makes a call whose response arrives after this many seconds. Returns the seconds until the call ends, and how it ends. */
const ended = async (ask: Ask, afterSeconds: number, limits = {}, later = wholeAfter): Promise<[number, string]> => {
  const address = 'https://api.test/v1';
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'token-1',
    tokens: { gateway: 'token-2', memory: 'token-3' },
    baseUrls: { gateway: address, organizations: address, memory: 'https://memory.test', search: 'https://search.test' },
    retry: { limit: 0 },
    ...limits,
    fetch: () => later(afterSeconds),
  });
  const started = performance.now();
  const end = (how: string): [number, string] => [Math.round((performance.now() - started) / 1000), how];
  const work = ask(platform).then(
    () => end('answered'),
    (error: unknown) => end((error as { kind: string }).kind),
  );
  await vi.advanceTimersByTimeAsync(200_000);
  return work;
};

beforeEach(() => void vi.useFakeTimers());

it.each(generated)('a call of a model waits for headers until its timeoutMs: %s', async (_, ask) => {
  await expect(ended(ask, 110)).resolves.toEqual([110, 'answered']);
  await expect(ended(ask, 130)).resolves.toEqual([120, 'timeout']);
  await expect(ended(ask, 190, { timeoutMs: 180_000 })).resolves.toEqual([180, 'timeout']);
});

it.each(generated)('a call of a model waits for headers until `timeouts.headersMs` if this option is set: %s', async (_, ask) => {
  await expect(ended(ask, 20, { timeouts: { headersMs: 10_000 } })).resolves.toEqual([10, 'timeout']);
});

it.each(others)('other calls wait 30 seconds for response headers: %s', async (_, ask) => {
  await expect(ended(ask, 40)).resolves.toEqual([30, 'timeout']);
});

it.each(generated)(
  'a call of a model waits for the body until its timeoutMs, or until `timeouts.bodyMs` if this option is set: %s',
  async (_, ask) => {
    await expect(ended(ask, 110, {}, bodyAfter)).resolves.toEqual([110, 'answered']);
    await expect(ended(ask, 130, {}, bodyAfter)).resolves.toEqual([120, 'timeout']);
    await expect(ended(ask, 20, { timeouts: { bodyMs: 10_000 } }, bodyAfter)).resolves.toEqual([10, 'timeout']);
  },
);

it.each(others)('other calls wait 30 seconds for the response body: %s', async (_, ask) => {
  await expect(ended(ask, 40, {}, bodyAfter)).resolves.toEqual([30, 'timeout']);
});
