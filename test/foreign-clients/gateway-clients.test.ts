import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createLocalPlatform, localAdminAccess, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createWalletsClient } from '@platform-sdk/wallets';
import { APICallError, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import OpenAI, { APIError, AuthenticationError, BadRequestError } from 'openai';
import { expect, it, onTestFinished } from 'vitest';
import { failureOf } from '@platform-sdk/test-helpers';

/** Serves the local gateway on a real port. Returns the platform, an openai client without retries, and a provider for the AI SDK. */
const scene = async () => {
  const platform = createLocalPlatform({ gateway: { tokenMs: 1 } });
  const server = await serve(platform);
  onTestFinished(() => server.close());
  const { gateway: baseURL } = server.baseUrls;
  const apiKey = platform.gatewayKey;
  const openai = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  const provider = createOpenAICompatible({ name: 'gateway', baseURL, apiKey, includeUsage: true });
  return { platform, openai, provider };
};

const messages = [{ role: 'user' as const, content: 'Hello there' }];
const image = 'data:image/png;base64,iVBORw0KGgo=';
const parameters = { type: 'object' as const, required: ['city'], properties: { city: { type: 'string' as const } } };
const weather = { type: 'function' as const, function: { name: 'get_weather', description: 'The weather of a city', parameters } };
const asked = 'Get weather in Rome';
const called = { name: 'get_weather', arguments: JSON.stringify({ city: asked }) };
const reply = 'You said: Hello there';

/** Removes all credits from every wallet. */
const emptyWallets = async ({ apiKey, account, fetch, ...platform }: LocalPlatform): Promise<void> => {
  const shared = createPlatform({ apiKey, fetch, baseUrls: platform.baseUrls(), adminAccess: localAdminAccess });
  await createAuthClient(shared).login({ username: account.email, password: account.password });
  const wallets = createWalletsClient(shared);
  for (const { addressHash, balance } of await wallets.list()) await wallets.debit({ addressHash, amount: balance });
};

/** Uses up the requests that the free tier allows in a minute. */
const exhaust = async (platform: LocalPlatform): Promise<void> => {
  for (let count = 0; count < 60; count++) {
    await platform.fetch(`${platform.baseUrls().gateway}/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${platform.gatewayKey}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
  }
};

const insufficient = { error: { code: 'INSUFFICIENT_CREDITS', required_amount: 0.09 } };
const limited = { error: { code: 'RATE_LIMIT_EXCEEDED' } };

it('the openai client with the local gateway gets a completion with usage', async () => {
  const { openai } = await scene();
  const { choices, usage, model } = await openai.chat.completions.create({
    model: 'acme/sage',
    messages,
    temperature: 1,
    max_tokens: 100,
  });
  expect({ model, content: choices[0]?.message.content, reason: choices[0]?.finish_reason, total: usage?.total_tokens }).toEqual({
    model: 'acme/sage',
    content: reply,
    reason: 'stop',
    total: 6,
  });
});

it('the openai client streams a chat with usage', async () => {
  const { openai, platform } = await scene();
  const stream = await openai.chat.completions.create({
    model: 'acme/sage',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(reply);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 } });
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'gateway.chatStream', status: 200, unknownFields: [] });
});

it('the openai client collects a stream with its own helper', async () => {
  const { openai } = await scene();
  const completion = await openai.chat.completions.stream({ model: 'acme/sage', messages }).finalChatCompletion();
  expect(completion.choices[0]?.message.content).toBe(reply);
});

it('the generation stops when the openai client closes the stream', async () => {
  const { openai, platform } = await scene();
  const long = [{ role: 'user' as const, content: 'word '.repeat(3000) }];
  for await (const chunk of await openai.chat.completions.create({ model: 'thrift/mini', messages: long, stream: true })) {
    expect(chunk.model).toBe('thrift/mini');
    break;
  }
  await expect.poll(() => platform.requestLog.at(-1)?.disconnected).toBe(true);
});

it('the openai client with the local gateway gets a completion for content parts', async () => {
  const { openai, platform } = await scene();
  const content = [
    { type: 'text' as const, text: 'Hello there' },
    { type: 'image_url' as const, image_url: { url: image } },
  ];
  const { choices } = await openai.chat.completions.create({ model: 'acme/sage', messages: [{ role: 'user', content }] });
  expect(choices[0]?.message.content).toBe(reply);
  expect(platform.requestLog.at(-1)).toMatchObject({ status: 200, unknownFields: [] });
});

it("the openai client with the local gateway gets a tool call, then a text after the tool's result", async () => {
  const { openai, platform } = await scene();
  const question = { role: 'user' as const, content: asked };
  const request = { model: 'acme/sage', tools: [weather] };
  const { choices } = await openai.chat.completions.create({ ...request, messages: [question] });
  const message = choices[0]!.message;
  expect(message).toMatchObject({ content: null, tool_calls: [{ type: 'function', function: called }] });
  expect(choices[0]?.finish_reason).toBe('tool_calls');

  const result = { role: 'tool' as const, tool_call_id: message.tool_calls![0]!.id, content: 'Sun' };
  const next = await openai.chat.completions.create({ ...request, messages: [question, message, result] });
  expect(next.choices[0]?.message.content).toBe('The tool returned: Sun');
  expect(platform.requestLog.at(-1)).toMatchObject({ status: 200, unknownFields: [] });
});

it('the openai client joins a streamed tool call with its own helper', async () => {
  const { openai } = await scene();
  const stream = openai.chat.completions.stream({ model: 'acme/sage', messages: [{ role: 'user', content: asked }], tools: [weather] });
  const { choices } = await stream.finalChatCompletion();
  expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null, tool_calls: [{ function: called }] } });
});

it('the openai client runs a tool loop with its own helper', async () => {
  const { openai } = await scene();
  const runner = openai.chat.completions.runTools({
    model: 'acme/sage',
    messages: [{ role: 'user', content: asked }],
    tools: [
      {
        type: 'function',
        function: { ...weather.function, parse: JSON.parse, function: ({ city }: { city: string }) => `Sun: ${city}` },
      },
    ],
  });
  await expect(runner.finalContent()).resolves.toBe(`The tool returned: Sun: ${asked}`);
});

it('the openai client exposes the response headers with the chosen model', async () => {
  const { openai } = await scene();
  const { response } = await openai.chat.completions.create({ model: 'auto', messages }).withResponse();
  expect(response.headers.get('x-ira-model')).toBe('acme/sage');
});

it('the openai client lists the models', async () => {
  const { openai } = await scene();
  const { data } = await openai.models.list();
  expect(data.map(({ id }) => id)).toContain('thrift/mini');
});

it.each([false, true])('the openai client with the local gateway gets 402 without credits (stream: %s)', async (stream) => {
  const { openai, platform } = await scene();
  await emptyWallets(platform);
  const error = await failureOf(openai.chat.completions.create({ model: 'acme/sage', messages, stream }));
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status: 402, ...insufficient });
});

it.each([false, true])('the openai client with the local gateway gets 429 after too many requests (stream: %s)', async (stream) => {
  const { openai, platform } = await scene();
  await exhaust(platform);
  const error = await failureOf(openai.chat.completions.create({ model: 'acme/sage', messages, stream }));
  expect(error).toMatchObject({ status: 429, ...limited });
  expect(Number((error as APIError).headers?.get('retry-after'))).toBeGreaterThan(0);
});

it('the openai client with the local gateway throws its error class for a wrong key and for an unknown model', async () => {
  const { openai } = await scene();
  const wrong = openai.withOptions({ apiKey: 'wrong' });
  await expect(failureOf(wrong.chat.completions.create({ model: 'auto', messages }))).resolves.toBeInstanceOf(AuthenticationError);
  await expect(failureOf(openai.chat.completions.create({ model: 'none', messages }))).resolves.toBeInstanceOf(BadRequestError);
});

it('the Vercel AI SDK with the local gateway gets a completion with usage', async () => {
  const { provider } = await scene();
  const { text, finishReason, usage } = await generateText({ model: provider('acme/sage'), messages, maxRetries: 0 });
  expect({ text, finishReason, total: usage.totalTokens }).toEqual({ text: reply, finishReason: 'stop', total: 6 });
});

it('the Vercel AI SDK streams a chat with usage', async () => {
  const { provider, platform } = await scene();
  const { textStream, usage, finishReason } = streamText({ model: provider('acme/sage'), messages, maxRetries: 0 });
  let text = '';
  for await (const part of textStream) text += part;
  expect({ text, finishReason: await finishReason, total: (await usage).totalTokens }).toEqual({
    text: reply,
    finishReason: 'stop',
    total: 6,
  });
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'gateway.chatStream', status: 200, unknownFields: [] });
});

it.each([
  ['whole', generateText],
  ['streamed', streamText],
] as const)('the Vercel AI SDK runs a tool, and gets text that contains its result: %s', async (_, ask) => {
  const { provider } = await scene();
  const execute = ({ city }: { city: string }): string => `Sun: ${city}`;
  const tools = { get_weather: tool({ inputSchema: jsonSchema<{ city: string }>(parameters), execute }) };
  const result = await ask({ model: provider('acme/sage'), prompt: asked, tools, stopWhen: stepCountIs(3), maxRetries: 0 });
  const steps = await result.steps;
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
  expect(steps[0]?.toolCalls).toMatchObject([{ toolName: 'get_weather', input: { city: asked } }]);
  expect(await result.text).toContain(`Sun: ${asked}`);
});

it('the Vercel AI SDK sends content parts', async () => {
  const { provider, platform } = await scene();
  const content = [
    { type: 'text' as const, text: 'Hello there' },
    { type: 'file' as const, data: image, mediaType: 'image/png' },
  ];
  const { text } = await generateText({ model: provider('acme/sage'), messages: [{ role: 'user', content }], maxRetries: 0 });
  expect(text).toBe(reply);
  expect(platform.requestLog.at(-1)).toMatchObject({ status: 200, unknownFields: [] });
});

it.each([
  [402, emptyWallets, insufficient],
  [429, exhaust, limited],
])('the Vercel AI SDK with the local gateway gets the status %i, plain and streamed', async (statusCode, prepare, body) => {
  const { provider, platform } = await scene();
  await prepare(platform);
  const model = provider('acme/sage');
  const error = await failureOf(generateText({ model, messages, maxRetries: 0 }));
  expect(APICallError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ statusCode });
  expect(JSON.parse((error as APICallError).responseBody ?? '')).toMatchObject(body);

  let seen: unknown;
  await streamText({ model, messages, maxRetries: 0, onError: ({ error: failure }) => void (seen = failure) }).consumeStream();
  expect(seen).toMatchObject({ statusCode });
});
