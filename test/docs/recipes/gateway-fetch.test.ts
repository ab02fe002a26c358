import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, createLimiter, type LocalLimiter } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createWalletsClient } from '@platform-sdk/wallets';
import OpenAI, { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { expect, it } from 'vitest';
import { gatewayFetch } from './gateway-fetch.ts';

/** Creates clients of other libraries that send their requests through our gateway client, without a key, a real URL or retries. */
const createScene = (limiter?: LocalLimiter) => {
  const local = createLocalPlatform();
  const platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(),
    fetch: local.fetch,
    tokens: { gateway: local.gatewayKey },
  });
  const fetch = gatewayFetch(createGatewayClient(platform, limiter && { limiter }));
  const own = { baseURL: 'https://unused.invalid', apiKey: 'unused', maxRetries: 0 };
  return {
    local,
    openai: new OpenAI({ ...own, fetch }),
    langchain: new ChatOpenAI({
      model: 'acme/sage',
      apiKey: own.apiKey,
      maxRetries: 0,
      useResponsesApi: false,
      configuration: { baseURL: own.baseURL, fetch },
    }),
    async emptyWallets() {
      await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
      const wallets = createWalletsClient(platform);
      for (const { addressHash, balance } of await wallets.list()) await wallets.debit({ addressHash, amount: balance });
    },
  };
};

const messages = [{ role: 'user' as const, content: 'Hello there' }];
const asked = [new HumanMessage('Hello there')];
const parameters = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters } }];

const failureOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};

const textOf = async (stream: AsyncIterable<{ readonly choices: readonly { readonly delta: { readonly content?: string | null } }[] }>) => {
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  return text;
};

it('the openai client gets a completion, a stream with usage, and a tool call through our gateway client', async () => {
  const { openai, local } = createScene();
  const { choices, usage } = await openai.chat.completions.create({ model: 'acme/sage', messages });
  expect(choices[0]?.message.content).toBe('You said: Hello there');
  expect(usage?.total_tokens).toBe(6);
  const request = { model: 'acme/sage', messages, stream_options: { include_usage: true } };
  const completion = await openai.chat.completions.stream(request).finalChatCompletion();
  expect(completion.choices[0]?.message.content).toBe('You said: Hello there');
  expect(completion.usage?.total_tokens).toBe(6);
  const question = [{ role: 'user' as const, content: 'Get weather in Rome' }];
  const called = await openai.chat.completions.create({ model: 'acme/sage', messages: question, tools });
  expect(called.choices[0]?.message.tool_calls).toMatchObject([{ function: { name: 'get_weather' } }]);
  expect(local.requestLog.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'gateway.chat 200',
    'gateway.chatStream 200',
    'gateway.chat 200',
  ]);
});

it.each([false, true])('the openai client exposes the status, code and outcome of our errors (stream: %s)', async (stream) => {
  const { openai, emptyWallets } = createScene();
  await emptyWallets();
  const error = await failureOf(openai.chat.completions.create({ model: 'acme/sage', messages, stream }));
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS', error: { kind: 'http', outcome: 'rejected' } });
});

it('the openai client exposes our error as the cause of a failure without a response', async () => {
  const { openai, local } = createScene();
  local.faults.add({ operation: 'gateway.chat', failure: 'reset', applied: true });
  const error = await failureOf(openai.chat.completions.create({ model: 'acme/sage', messages }));
  expect(error).toBeInstanceOf(APIConnectionError);
  expect(error).toMatchObject({ cause: { kind: 'network', outcome: 'unknown' } });
  const wrong = await failureOf(openai.chat.completions.create({ model: 'acme/sage', messages, temperature: 3 }));
  expect(wrong).toMatchObject({ cause: { kind: 'invalid-input', field: 'temperature', outcome: 'not-sent' } });
  expect(local.requestLog).toHaveLength(1);
});

it('the openai client exposes the kind of a failure in the middle of a stream', async () => {
  const { openai, local } = createScene();
  local.faults.add({ operation: 'gateway.chatStream', failure: 'reset-body' });
  const long = [{ role: 'user' as const, content: 'Please repeat these many words for me.' }];
  const stream = await openai.chat.completions.create({ model: 'acme/sage', messages: long, stream: true });
  expect(await failureOf(textOf(stream))).toMatchObject({ error: { kind: 'interrupted', outcome: 'likely-applied' } });
});

it('the openai client waits for our limiter, and an abandoned stream frees its slot', async () => {
  const limiter = createLimiter({ requestsPerMinute: 10, concurrency: 1 });
  const { openai, local } = createScene(limiter);
  const stream = await openai.chat.completions.create({ model: 'acme/sage', messages, stream: true });
  const next = openai.chat.completions.create({ model: 'acme/sage', messages });
  await expect.poll(() => limiter.headroom().waiting).toBe(1);
  expect(local.requestLog).toHaveLength(1);
  for await (const _ of stream) break;
  expect((await next).choices[0]?.finish_reason).toBe('stop');
});

it('the openai client stops waiting for the limiter when its signal aborts', async () => {
  const limiter = createLimiter({ requestsPerMinute: 10, concurrency: 1 });
  const { openai, local } = createScene(limiter);
  const stream = await openai.chat.completions.create({ model: 'acme/sage', messages, stream: true });
  const stop = new AbortController();
  const waiting = failureOf(openai.chat.completions.create({ model: 'acme/sage', messages }, { signal: stop.signal }));
  await expect.poll(() => limiter.headroom().waiting).toBe(1);
  stop.abort();
  expect(await waiting).toBeInstanceOf(APIUserAbortError);
  await expect.poll(() => limiter.headroom().waiting).toBe(0);
  expect(local.requestLog).toHaveLength(1);
  stream.controller.abort();
});

it('LangChain gets a message with usage, a stream, and a tool call through our gateway client', async () => {
  const { langchain, local } = createScene();
  const message = await langchain.invoke(asked);
  expect(message.text).toBe('You said: Hello there');
  expect(message.usage_metadata).toMatchObject({ total_tokens: 6 });
  let text = '';
  for await (const part of await langchain.stream(asked)) text += part.text;
  expect(text).toBe('You said: Hello there');
  const { tool_calls: calls } = await langchain.bindTools(tools).invoke([new HumanMessage('Get weather in Rome')]);
  expect(calls).toMatchObject([{ name: 'get_weather' }]);
  expect(local.requestLog.every(({ unknownFields }) => unknownFields.length === 0)).toBe(true);
});

it('LangChain exposes the status and code of our errors, and does not retry', async () => {
  const { langchain, local, emptyWallets } = createScene();
  await emptyWallets();
  const before = local.requestLog.length;
  expect(await failureOf(langchain.invoke(asked))).toMatchObject({ status: 402, error: { outcome: 'rejected' } });
  expect(local.requestLog).toHaveLength(before + 1);
});

it('LangChain waits for our limiter', async () => {
  const limiter = createLimiter({ requestsPerMinute: 10, concurrency: 1 });
  const { langchain, local } = createScene(limiter);
  const all = await Promise.all([1, 2, 3].map(() => langchain.invoke(asked)));
  expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 3 }, () => 'You said: Hello there'));
  expect(local.requestLog).toHaveLength(3);
  expect(limiter.headroom()).toMatchObject({ requests: 7, concurrency: 1 });
});
