import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, parseRouting, type GatewayChatInput, type Routing } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { completion, failureOf, hello, json, wire } from './wire.ts';

const asked = '{"model":"acme/large","messages":[{"role":"user","content":"Hello"}]}';

it('gateway.chat sends the conversation with the gateway key, and returns the completion', async () => {
  const { gateway, sent } = wire([json(completion)]);
  await expect(gateway.chat(hello)).resolves.toEqual(completion);
  expect(sent).toEqual([
    {
      line: 'POST https://gateway.test/v1/chat/completions',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer key-1' },
      body: asked,
    },
  ]);
});

it.each<[string, GatewayChatInput, string]>([
  [
    'every documented setting',
    { ...hello, max_tokens: 100, temperature: 0.5, top_p: 1 },
    '{"model":"acme/large","messages":[{"role":"user","content":"Hello"}],"max_tokens":100,"temperature":0.5,"top_p":1}',
  ],
  [
    'the settings of the search agent',
    {
      model: 'search-engine',
      messages: [{ role: 'user', content: 'difference engines' }],
      agent_config: { max_results: 5, search_type: 'web' },
    },
    '{"model":"search-engine","messages":[{"role":"user","content":"difference engines"}],"agent_config":{"max_results":5,"search_type":"web"}}',
  ],
  [
    'the settings of the scrape agent',
    {
      model: 'scrap-engine',
      messages: [{ role: 'user', content: 'https://example.com' }],
      agent_config: { format: 'markdown', extract_links: true },
    },
    '{"model":"scrap-engine","messages":[{"role":"user","content":"https://example.com"}],"agent_config":{"format":"markdown","extract_links":true}}',
  ],
])('gateway.chat sends %s unchanged', async (_, input, body) => {
  const { gateway, sent } = wire([json(completion)]);
  await gateway.chat(input);
  expect(sent[0]?.body).toBe(body);
});

it('gateway.chat sends a strategy, and passes the chosen model to onResponse', async () => {
  const headers = { 'X-IRA-Model': 'acme/small', 'X-IRA-Strategy': 'cheapest', 'X-IRA-Latency': '12.5' };
  const { gateway, sent } = wire([json(completion, 200, headers)]);
  let routing: Routing | undefined;
  await gateway.chat(
    { ...hello, model: 'auto', strategy: 'cheapest' },
    { onResponse: (response) => (routing = parseRouting(response.headers)) },
  );
  expect(sent[0]?.body).toBe('{"model":"auto","messages":[{"role":"user","content":"Hello"}],"strategy":"cheapest"}');
  expect(routing).toEqual({ model: 'acme/small', strategy: 'cheapest', latencyMs: 12.5 });
});

it('gateway.chat sends the strategy under the name that `wireNames` sets', async () => {
  const { gateway, sent } = wire([json(completion)], { wireNames: { 'gateway.chat': { strategy: 'routing_strategy' } } });
  await gateway.chat({ ...hello, model: 'auto', strategy: 'best' });
  expect(sent[0]?.body).toBe('{"model":"auto","messages":[{"role":"user","content":"Hello"}],"routing_strategy":"best"}');
});

it('gateway.chat keeps provider-specific fields', async () => {
  const tool_calls = [{ id: 'call-1', type: 'function', function: { name: 'add', arguments: '{}' } }];
  const extended = {
    ...completion,
    system_fingerprint: 'fp',
    choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls }, finish_reason: 'tool_calls', logprobs: null }],
  };
  await expect(wire([json(extended)]).gateway.chat(hello)).resolves.toEqual(extended);
});

it.each<[string, object, string]>([
  ['a temperature below 0', { temperature: -0.1 }, 'temperature'],
  ['a temperature above 2', { temperature: 2.1 }, 'temperature'],
  ['a top_p below 0', { top_p: -1 }, 'top_p'],
  ['a top_p above 1', { top_p: 1.01 }, 'top_p'],
  ['a maximum of 0 tokens', { max_tokens: 0 }, 'max_tokens'],
  ['a fractional maximum of tokens', { max_tokens: 1.5 }, 'max_tokens'],
  ['no messages', { messages: [] }, 'messages'],
  ['missing messages', { messages: undefined }, 'messages'],
  ['a message without a role', { messages: [{ content: 'Hello' }] }, 'messages.0.role'],
  ['a message without content', { messages: [{ role: 'user' }] }, 'messages.0.content'],
  ['a model without a name', { model: '' }, 'model'],
  ['an undocumented strategy', { model: 'auto', strategy: 'luckiest' }, 'strategy'],
  ['a strategy for a named model', { strategy: 'best' }, 'strategy'],
  ['agent settings for a named model', { agent_config: { max_results: 5 } }, 'agent_config.max_results'],
  ["another agent's settings", { model: 'scrap-engine', agent_config: { max_results: 5 } }, 'agent_config.max_results'],
  ['a maximum of 0 results', { model: 'search-engine', agent_config: { max_results: 0 } }, 'agent_config.max_results'],
  ['`stream: true`', { stream: true }, 'stream'],
])('gateway.chat rejects %s before anything is sent', async (_, given, field) => {
  const { gateway, sent } = wire([json(completion)]);
  const error = await failureOf(gateway.chat({ ...hello, ...given }));
  expect(error).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

it('a chat accepts the minimum and the maximum of every setting', async () => {
  const { gateway, sent } = wire([json(completion)]);
  await gateway.chat({ ...hello, temperature: 0, top_p: 0, max_tokens: 1 });
  await gateway.chat({ ...hello, temperature: 2, top_p: 1 });
  expect(sent).toHaveLength(2);
});

it.each([
  ['a failed provider', json({ detail: 'The provider failed.' }, 500), 'unknown'],
  ['an overloaded gateway', json({}, 503), 'unknown'],
  ['too many requests', json({}, 429, { 'retry-after': '0' }), 'rejected'],
  ['a broken connection', new TypeError('terminated', { cause: { code: 'ECONNRESET' } }), 'unknown'],
])('gateway.chat rejects without a retry after %s', async (_, answer, outcome) => {
  const { gateway, sent } = wire([answer]);
  await expect(gateway.chat(hello)).rejects.toMatchObject({ operation: 'gateway.chat', outcome, attempts: 1 });
  expect(sent).toHaveLength(1);
});

it('gateway.chat retries after a 429 with retryOn429', async () => {
  const { gateway, sent } = wire([json({}, 429, { 'retry-after': '0' }), json(completion)]);
  await expect(gateway.chat(hello, { retry: { retryOn429: true } })).resolves.toMatchObject({ id: 'chatcmpl-1' });
  expect(sent).toHaveLength(2);
});

it('a chat rejects with an invalid-response error for a response that is not a completion', async () => {
  await expect(wire([json({ id: 'chatcmpl-1' })]).gateway.chat(hello)).rejects.toMatchObject({
    kind: 'invalid-response',
    outcome: 'likely-applied',
  });
  await expect(wire([new Response('<html></html>')]).gateway.chat(hello)).rejects.toMatchObject({ kind: 'invalid-response' });
});

it('an error hides the key if the gateway repeats it', async () => {
  const { gateway } = wire([json({ detail: 'The key planted-key-91ab is unknown' }, 401)], { apiKey: 'planted-key-91ab' });
  const error = (await failureOf(gateway.chat(hello))) as Error;
  expect(error).toMatchObject({ status: 401 });
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('planted');
});

it('the gateway client calls the key function for each request', async () => {
  let count = 0;
  const { gateway, sent } = wire([json(completion)], { apiKey: async () => `key-${++count}` });
  await gateway.chat(hello);
  await gateway.chat(hello);
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key-1', 'Bearer key-2']);
});

it('the gateway client sends only the gateway key of a platform, and no other credentials', async () => {
  const sent: Headers[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'session-1',
    tokens: { gateway: 'key-2', memory: 'memory-1' },
    baseUrls: { gateway: 'https://gateway.test/v1' },
    fetch: async (input, init) => {
      sent.push(new Request(input, init).headers);
      return json(completion);
    },
  });
  await createGatewayClient(platform).chat(hello);
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer key-2',
  });
});

it('gateway.chat rejects with an input error if the key is missing', async () => {
  const gateway = createGatewayClient({ baseUrl: 'https://gateway.test/v1' });
  await expect(gateway.chat(hello)).rejects.toMatchObject({ kind: 'invalid-input', field: 'tokens.gateway', outcome: 'not-sent' });
});
