import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';
import { expect, it } from 'vitest';
import { ask } from './gateway-scene.ts';
import { createMemoryScene, tokens } from './memory-scene.ts';
import { platformAtNewYear } from './raw-request.ts';

/** A deployment's names for fields that the rules write themselves. */
const wireNames = {
  'gateway.chat': { choices: 'answers', 'choices.message.content': 'said', usage: 'used' },
  'gateway.chatStream': { 'choices.delta.content': 'said', 'usage.total_tokens': 'all' },
  'memory.chatStream': { chunk: 'piece', 'usage.tokens_out': 'out', cost_usd: 'dollars' },
  'search.chatStream': { citations: 'refs', 'search_results.snippet': 'words' },
  'converter.convert': { success: 'ok', markdown: 'content', 'metadata.title': 'name' },
  'converter.batch': { 'results.markdown': 'content' },
  'converter.health': { time: 'at' },
};

const scene = () => {
  const platform = platformAtNewYear({ wireNames });
  const { fetch, gatewayKey } = platform;
  const base = platform.baseUrls();
  const text = async (path: string, body: object): Promise<string> => {
    const headers = { Authorization: `Bearer ${gatewayKey}`, 'Content-Type': 'application/json' };
    return (await fetch(`https://platform.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  };
  const shared = { fetch, wireNames, validation: 'throw' } as const;
  return {
    platform,
    text,
    gateway: createGatewayClient({ ...shared, baseUrl: base.gateway, apiKey: gatewayKey }),
    search: createSearchClient({ ...shared, baseUrl: base.search }),
    converter: createConverterClient({ ...shared, baseUrl: base.converter }),
  };
};

/** Returns the JSON in the `data` lines of a stream. */
const eventsIn = (stream: string): unknown[] =>
  [...stream.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown);

/** Returns the final JSON document in a job's log. */
const resultIn = (log: string): unknown => JSON.parse(log.split('\n__JSON__')[1] ?? '');

it('wireNames rename a completion of the gateway', async () => {
  const { text, gateway } = scene();
  const document = JSON.parse(await text('/gateway/v1/chat/completions', ask('acme/sage'))) as object;

  expect(document).toMatchObject({
    answers: [{ index: 0, message: { role: 'assistant', said: 'You said: Hello there' }, finish_reason: 'stop' }],
    used: { total_tokens: 6 },
  });
  expect(document).not.toHaveProperty('choices');
  await expect(gateway.chat(ask('acme/sage'))).resolves.toMatchObject({
    choices: [{ message: { content: 'You said: Hello there' } }],
    usage: { total_tokens: 6 },
  });
});

it('wireNames rename every event of the gateway', async () => {
  const { text, gateway } = scene();
  const stream = await text('/gateway/v1/chat/completions', { ...ask('acme/sage', 'Hi'), stream: true });

  expect(eventsIn(stream)).toMatchObject([
    { choices: [{ delta: { role: 'assistant', said: '' } }] },
    { choices: [{ delta: { said: 'You' } }] },
    { choices: [{ delta: { said: ' said:' } }] },
    { choices: [{ delta: { said: ' Hi' } }] },
    { choices: [{ finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 3, all: 4 } },
  ]);
  expect(stream).not.toMatch(/"content"|"total_tokens"/);
  await expect(gateway.chatStream(ask('acme/sage', 'Hi')).final()).resolves.toMatchObject({
    choices: [{ message: { content: 'You said: Hi' } }],
    usage: { total_tokens: 4 },
  });
});

it('wireNames rename every event of memory chats', async () => {
  const { platform, startSession } = createMemoryScene({}, { wireNames });
  const session_id = await startSession('ada');
  const response = await platform.fetch('https://platform.test/memory/v1/chat', {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.ada}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id, message: 'Hello', config: { stream: true } }),
  });
  const events = eventsIn(await response.text());

  expect(events[0]).toEqual({ piece: expect.any(String) as string, id: expect.any(String) as string });
  expect(events.at(-1)).toMatchObject({
    status: 'completed',
    usage: { out: expect.any(Number) as number },
    dollars: expect.any(Number) as number,
  });
  expect(events.at(-1)).not.toHaveProperty('cost_usd');
  const memory = createMemoryClient({
    fetch: platform.fetch,
    baseUrl: platform.baseUrls().memory,
    token: tokens.ada,
    wireNames,
    validation: 'throw',
  });
  const { content, usage } = await memory.chatStream({ session_id, message: 'Hello' }).final();
  expect(content).not.toBe('');
  expect(usage?.tokens_out).toBeGreaterThan(0);
});

it('wireNames rename every event of search chats', async () => {
  const { text, search } = scene();
  const input = { messages: [{ role: 'user', content: 'What is a difference engine?' }] };
  const events = eventsIn(await text('/search/v1/chat/completions', { ...input, model: 'agentic-search', stream: true }));

  expect(events.at(-1)).toMatchObject({
    refs: expect.any(Array) as unknown,
    search_results: expect.arrayContaining([expect.objectContaining({ words: expect.any(String) as string })]) as unknown,
  });
  expect(events.at(-1)).not.toHaveProperty('citations');
  const { citations } = await search.chatStream(input).final();
  expect(citations).toEqual((events.at(-1) as { refs: unknown }).refs);
});

it('wireNames rename the final document of a job, and its failure', async () => {
  const { platform, text, converter } = scene();
  const url = `${platform.sampleSite}guide/`;
  const result = resultIn(await text('/converter/api/convert', { url, frontMatter: false }));

  expect(result).toMatchObject({
    ok: true,
    content: expect.stringMatching(/^# /) as string,
    metadata: { name: expect.any(String) as string },
  });
  expect(result).not.toHaveProperty('markdown');
  await expect(converter.convert({ url, frontMatter: false }).result()).resolves.toMatchObject({
    success: true,
    markdown: (result as { content: string }).content,
  });

  const elsewhere = 'https://elsewhere.example/';
  expect(resultIn(await text('/converter/api/convert', { url: elsewhere }))).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' });
  await expect(converter.convert({ url: elsewhere }).result()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(resultIn(await text('/converter/api/batch', { urls: [url] }))).toMatchObject({
    results: [{ content: expect.any(String) as string }],
  });
  await expect(converter.batch({ urls: [url] }).result()).resolves.toMatchObject({
    results: [{ markdown: expect.any(String) as string }],
  });
});

it('wireNames rename the health of the converter', async () => {
  const { platform, converter } = scene();
  const response = await platform.fetch('https://platform.test/converter/api/health');

  await expect(response.json()).resolves.toEqual({ status: 'ok', at: '2026-01-01T00:00:00.000Z' });
  await expect(converter.health()).resolves.toEqual({ status: 'ok', time: '2026-01-01T00:00:00.000Z' });
});
