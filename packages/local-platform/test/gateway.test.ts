import { parseRouting, type Routing } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { ask, createGatewayScene, failureOf } from './gateway-scene.ts';
import { platformAtNewYear, send } from './raw-request.ts';

const line = 'POST /gateway/v1/chat/completions';

it('gateway.chat returns a completion with its usage', async () => {
  const { gateway } = await createGatewayScene();
  await expect(gateway.chat(ask('acme/sage'))).resolves.toEqual({
    id: expect.stringMatching(/^chatcmpl-/) as string,
    object: 'chat.completion',
    created: 1_767_225_600,
    model: 'acme/sage',
    choices: [{ index: 0, message: { role: 'assistant', content: 'You said: Hello there' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 },
  });
});

it('a chat stops after `max_tokens`', async () => {
  const { gateway } = await createGatewayScene();
  await expect(gateway.chat({ ...ask('acme/sage'), max_tokens: 3 })).resolves.toMatchObject({
    choices: [{ message: { content: 'You said: Hello' }, finish_reason: 'length' }],
    usage: { completion_tokens: 3 },
  });
});

it('the agents of the gateway search and read pages', async () => {
  const { gateway } = await createGatewayScene();
  const found = await gateway.chat({ ...ask('search-engine', 'engines'), model: 'search-engine', agent_config: { max_results: 2 } });
  expect(found.choices[0]?.message.content).toBe('1. engines - https://results.example/1\n2. engines - https://results.example/2');
  const page = await gateway.chat({
    ...ask('scrap-engine', 'https://example.com/a'),
    model: 'scrap-engine',
    agent_config: { extract_links: true },
  });
  expect(page.choices[0]?.message.content).toContain('[Home](https://example.com/)');
  await expect(gateway.chat(ask('scrap-engine', 'no address'))).rejects.toMatchObject({ status: 400, code: 'INVALID_URL' });
});

it.each([
  ['best', 'acme/sage'],
  ['cheapest', 'thrift/mini'],
  ['fastest', 'acme/swift'],
  [undefined, 'acme/sage'],
] as const)('the gateway routes `auto` with the strategy %s to %s', async (strategy, model) => {
  const { gateway } = await createGatewayScene();
  const routings: (Routing | undefined)[] = [];
  const onResponse = ({ headers }: { headers: Headers }) => void routings.push(parseRouting(headers));
  const request = { ...ask('auto'), model: 'auto', ...(strategy && { strategy }) } as const;
  await expect(gateway.chat(request, { onResponse })).resolves.toMatchObject({ model });
  await expect(gateway.chatStream(request, { onResponse }).final()).resolves.toMatchObject({ model });
  const routing = { model, strategy: strategy ?? 'best', latencyMs: 0 };
  expect(routings).toEqual([routing, routing]);
});

it('the headers of a chat with `auto` contain the time of the choice', async () => {
  let choose = (): unknown => undefined;
  const model = {
    id: 'acme/slow',
    capability: 1,
    creditsPerMillionTokens: 1,
    latencyMs: 1,
    get active() {
      choose();
      return true;
    },
  };
  const { gateway, platform } = await createGatewayScene({ gateway: { models: [model] } });
  choose = () => platform.clock.advance(12);
  let headers = new Headers();
  await gateway.chat(ask('auto'), { onResponse: (response) => (headers = response.headers) });
  expect(parseRouting(headers)).toEqual({ model: 'acme/slow', strategy: 'best', latencyMs: 12 });
});

it('gateway.chat returns no routing headers if the caller chose the model', async () => {
  const { gateway } = await createGatewayScene();
  let headers = new Headers();
  await gateway.chat(ask('acme/sage'), { onResponse: (response) => (headers = response.headers) });
  expect(parseRouting(headers)).toBeUndefined();
});

it('gateway.chat uses the fallback of an inactive model', async () => {
  const { gateway } = await createGatewayScene();
  await expect(gateway.chat(ask('acme/retired'))).resolves.toMatchObject({ model: 'acme/swift' });
});

it.each([
  ['acme/gone', 'MODEL_INACTIVE'],
  ['acme/never', 'MODEL_NOT_FOUND'],
])('a chat returns 400 for %s', async (model, code) => {
  const { gateway } = await createGatewayScene();
  await expect(gateway.chat(ask(model))).rejects.toMatchObject({ status: 400, code });
  await expect(gateway.chatStream(ask(model)).final()).rejects.toMatchObject({ status: 400, code });
});

it('the error for an unknown model lists the models', async () => {
  const { gateway } = await createGatewayScene();
  await expect(gateway.chat(ask('gpt-5'))).rejects.toThrow('The model gpt-5 does not exist. The local platform has auto, acme/sage,');
});

it('the gateway offers only the models of its options, and rejects calls if these are inactive', async () => {
  const price = { capability: 1, creditsPerMillionTokens: 1, latencyMs: 1 };
  const models = [
    { id: 'own/first', ...price, active: false, fallback: 'own/second' },
    { id: 'own/second', ...price, active: false },
  ];
  const { gateway } = await createGatewayScene({ gateway: { models } });
  await expect(gateway.chat(ask('own/first'))).rejects.toMatchObject({ status: 400, code: 'MODEL_INACTIVE' });
  await expect(gateway.chat({ ...ask('auto'), model: 'auto' })).rejects.toMatchObject({ status: 400, code: 'MODEL_NOT_FOUND' });
});

it.each([undefined, 'guessed'])('a chat returns 401 for the key %s', async (token) => {
  const platform = platformAtNewYear();
  const answer = await send(platform, line, { body: ask('acme/sage'), ...(token && { token }) });
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'INVALID_API_KEY' } } });
});

it("a chat accepts the secret of a project's API key until the key expires", async () => {
  const { platform, projects, place, gatewayWith } = await createGatewayScene();
  const key = await projects.apiKeys.create({ ...place, note: 'chat', expiresAt: '2026-01-01T00:10:00Z' });
  const gateway = gatewayWith({ apiKey: key!.meta!.secretKey! });
  await expect(gateway.chat(ask('acme/sage'))).resolves.toMatchObject({ model: 'acme/sage' });
  platform.clock.advance(600_000);
  await expect(gateway.chat(ask('acme/sage'))).rejects.toMatchObject({ status: 401 });
});

it('a chat fails with the error of a fault', async () => {
  const { platform, gateway } = await createGatewayScene();
  platform.faults.add({
    operation: 'gateway.chat',
    status: 500,
    body: { detail: 'The provider failed', error: { code: 'PROVIDER_ERROR' } },
  });
  await expect(gateway.chat(ask('acme/sage'))).rejects.toMatchObject({ status: 500, code: 'PROVIDER_ERROR' });
  platform.faults.add({ operation: 'gateway.chatStream', failure: 'truncated-body' });
  await expect(gateway.chatStream(ask('acme/sage')).final()).rejects.toMatchObject({ kind: 'truncated' });
});

it('a chat is streamed token by token, with the usage at the end', async () => {
  const { gateway, platform } = await createGatewayScene();
  const chunks = [];
  for await (const { choices, usage } of gateway.chatStream(ask('acme/sage'))) chunks.push({ ...choices[0], usage });
  expect(chunks.map(({ delta }) => delta?.content)).toEqual(['', 'You', ' said:', ' Hello', ' there', undefined]);
  expect(chunks.at(-1)).toEqual({
    index: 0,
    delta: {},
    finish_reason: 'stop',
    usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 },
  });
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'gateway.chatStream', status: 200 });
  expect(platform.requestLog.at(-1)).not.toHaveProperty('disconnected');
});

it('a stream consists of `data:` lines up to `[DONE]`', async () => {
  const platform = platformAtNewYear();
  const response = await platform.fetch('https://platform.test/gateway/v1/chat/completions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${platform.gatewayKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ask('acme/sage', 'Hi'), stream: true, stream_options: { include_usage: true } }),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const lines = (await response.text()).split('\n\n');
  expect(lines.slice(-3)).toEqual([expect.stringMatching(/^data: \{.*"choices":\[\],"usage":\{/), 'data: [DONE]', '']);
  expect(lines).toHaveLength(8);
});

it('a stream stops when its client disconnects, which the request log shows', async () => {
  const { gateway, platform, balance } = await createGatewayScene();
  for await (const { choices } of gateway.chatStream(ask('acme/sage', 'word '.repeat(1000))))
    if (choices[0]?.delta.content === ' word') break;
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'gateway.chatStream', status: 200, disconnected: true });
  // The chat costs 1,000 tokens for the question, and 3 tokens for the response.
  await expect(balance('organization')).resolves.toBe(1000 - 1003 * 0.015);
});

it('a stream that is aborted rejects its next event, and is logged as disconnected', async () => {
  const { gateway, platform } = await createGatewayScene();
  const controller = new AbortController();
  const events = gateway.chatStream(ask('acme/sage'), { signal: controller.signal })[Symbol.asyncIterator]();
  await events.next();
  controller.abort();
  expect(platform.requestLog.at(-1)).toMatchObject({ disconnected: true });
  await expect(failureOf(events.next())).resolves.toMatchObject({ kind: 'aborted' });
});

it('a stream that is aborted before it starts frees its slot', async () => {
  const platform = platformAtNewYear();
  const address = `${platform.baseUrls().gateway}/chat/completions`;
  const headers = { Authorization: `Bearer ${platform.gatewayKey}`, 'Content-Type': 'application/json' };
  for (let ticks = 0; ticks < 45; ticks++) {
    const controller = new AbortController();
    const body = JSON.stringify({ ...ask('acme/sage'), stream: true });
    const asked = platform.fetch(address, { method: 'POST', headers, body, signal: controller.signal });
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    controller.abort();
    await expect(asked).resolves.toMatchObject({ status: 200 });
  }
  expect(platform.requestLog.map(({ disconnected }) => disconnected)).toEqual(Array.from({ length: 45 }, () => true));
  await expect(send(platform, line, { token: platform.gatewayKey, body: ask('acme/sage') })).resolves.toMatchObject({ status: 200 });
});

it('the request log shows that the client of a plain chat disconnected', async () => {
  const { gateway, platform } = await createGatewayScene({ gateway: { tokenMs: 1000 } });
  const controller = new AbortController();
  const chat = gateway.chat(ask('acme/sage'), { signal: controller.signal });
  await expect.poll(() => platform.requestLog.length).toBeGreaterThan(2);
  controller.abort();
  await expect(chat).rejects.toMatchObject({ kind: 'aborted' });
  await expect.poll(() => platform.requestLog.at(-1)?.disconnected).toBe(true);
});

it('GET /models lists the models in the OpenAI-compatible format', async () => {
  const platform = platformAtNewYear();
  const { body } = await send(platform, 'GET /gateway/v1/models', { token: platform.gatewayKey });
  expect(body).toMatchObject({ object: 'list' });
  expect((body as { data: unknown[] }).data[0]).toEqual({ id: 'acme/sage', object: 'model', created: 0, owned_by: 'acme' });
  await expect(send(platform, 'GET /gateway/v1/models')).resolves.toMatchObject({ status: 401 });
});
