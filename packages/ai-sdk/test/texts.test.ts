import { isInsufficientCreditsError, isPlatformError } from '@platform-sdk/core';
import { createProviderRegistry, generateText, jsonSchema, NoSuchModelError, Output, stepCountIs, streamText, tool } from 'ai';
import { expect, it } from 'vitest';
import { createScene } from './scene.ts';

const parameters = { type: 'object' as const, required: ['city'], properties: { city: { type: 'string' as const } } };
const asked = 'Get weather in Rome';

const failureOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};

it('generateText returns text with its tokens, model and finish reason', async () => {
  const { gateway, local } = createScene();
  const { text, finishReason, usage, response, warnings } = await generateText({ model: gateway('acme/sage'), prompt: 'Hello there' });
  expect({ text, finishReason, warnings }).toEqual({ text: 'You said: Hello there', finishReason: 'stop', warnings: [] });
  expect(usage).toMatchObject({ inputTokens: 2, outputTokens: 4, totalTokens: 6 });
  expect(response).toMatchObject({ modelId: 'acme/sage', id: expect.any(String) as string });
  expect(local.requestLog.at(-1)).toMatchObject({ operation: 'gateway.chat', status: 200, unknownFields: [] });
});

it('generateText routes with the strategy in providerOptions, and returns the chosen model', async () => {
  const { gateway } = createScene();
  const { providerMetadata, text } = await generateText({
    model: gateway('auto'),
    prompt: 'Hello there',
    providerOptions: { platform: { strategy: 'cheapest' } },
  });
  expect(text).toContain('Hello there');
  expect(providerMetadata).toMatchObject({ platform: { routing: { model: 'thrift/mini', strategy: 'cheapest' } } });
});

it.each([
  ['whole', generateText],
  ['streamed', streamText],
] as const)('the AI SDK runs a tool and returns text for its result, %s', async (_, ask) => {
  const { gateway, local } = createScene();
  const execute = ({ city }: { city: string }): string => `Sun: ${city}`;
  const tools = { get_weather: tool({ inputSchema: jsonSchema<{ city: string }>(parameters), execute }) };
  const result = await ask({ model: gateway('acme/sage'), prompt: asked, tools, stopWhen: stepCountIs(3) });
  const steps = await result.steps;
  expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
  expect(steps[0]?.toolCalls).toMatchObject([{ toolName: 'get_weather', input: { city: asked } }]);
  expect(await result.text).toContain(`Sun: ${asked}`);
  expect(local.requestLog.at(-1)).toMatchObject({ status: 200, unknownFields: [] });
});

it('generateText finds the provider in a registry by its name', async () => {
  const { gateway } = createScene();
  const registry = createProviderRegistry({ platform: gateway });
  const { text } = await generateText({ model: registry.languageModel('platform:acme/sage'), prompt: 'Hello' });
  expect(text).toBe('You said: Hello');
  expect(() => registry.embeddingModel('platform:acme/sage')).toThrow(NoSuchModelError);
  expect(() => registry.imageModel('platform:acme/sage')).toThrow(NoSuchModelError);
});

it('generateText rejects with the error of the gateway, without a retry', async () => {
  const { gateway, impoverish, countOf } = createScene();
  await impoverish();
  const error = await failureOf(generateText({ model: gateway('acme/sage'), prompt: 'Hello' }));
  expect(isInsufficientCreditsError(error)).toBe(true);
  expect(error).toMatchObject({ status: 402, outcome: 'rejected', code: 'INSUFFICIENT_CREDITS' });
  expect(countOf('gateway.chat')).toBe(1);
});

it('generateText sends a chat that may be billed only once, although the AI SDK retries twice by default', async () => {
  const { gateway, local, countOf } = createScene();
  local.faults.add({ operation: 'gateway.chat', failure: 'reset', applied: true });
  const error = await failureOf(generateText({ model: gateway('acme/sage'), prompt: 'Hello' }));
  expect(isPlatformError(error)).toBe(true);
  expect(error).toMatchObject({ outcome: 'unknown' });
  expect(countOf('gateway.chat')).toBe(1);
});

it('generateText throws the reason of the abort signal', async () => {
  const { gateway, countOf } = createScene();
  const stop = new AbortController();
  stop.abort();
  const error = await failureOf(generateText({ model: gateway('acme/sage'), prompt: 'Hello', abortSignal: stop.signal }));
  expect(error).toBe(stop.signal.reason);
  expect(countOf('gateway.chat')).toBe(0);
});

it('generateText rejects settings that the gateway does not accept, and names the field', async () => {
  const { gateway, local } = createScene();
  const error = await failureOf(generateText({ model: gateway('acme/sage'), prompt: 'Hello', temperature: 3 }));
  expect(error).toMatchObject({ kind: 'invalid-input', field: 'temperature', outcome: 'not-sent' });
  expect(local.requestLog).toEqual([]);
});

it('streamText streams text and its tokens', async () => {
  const { gateway, countOf } = createScene();
  const result = streamText({ model: gateway('auto'), prompt: 'Hello there' });
  let text = '';
  let pieces = 0;
  for await (const piece of result.textStream) {
    text += piece;
    pieces++;
  }
  expect(text).toBe('You said: Hello there');
  expect(pieces).toBeGreaterThan(1);
  expect(await result.finishReason).toBe('stop');
  expect(await result.usage).toMatchObject({ inputTokens: 2, outputTokens: 4, totalTokens: 6 });
  expect(await result.providerMetadata).toMatchObject({ platform: { routing: { strategy: 'best' } } });
  expect(countOf('gateway.chatStream')).toBe(1);
});

it('streamText reports an error of the gateway', async () => {
  const { gateway, impoverish } = createScene();
  await impoverish();
  let seen: unknown;
  await streamText({ model: gateway('acme/sage'), prompt: 'Hello', onError: ({ error }) => void (seen = error) }).consumeStream();
  expect(isInsufficientCreditsError(seen)).toBe(true);
});

it('streamText keeps the text that arrived before the connection broke, and reports the error', async () => {
  const { gateway, local, countOf } = createScene();
  local.faults.add({ operation: 'gateway.chatStream', failure: 'reset-body' });
  let seen: unknown;
  const result = streamText({
    model: gateway('acme/sage'),
    prompt: 'Please repeat these many words for me.',
    onError: ({ error }) => void (seen = error),
  });
  let text = '';
  for await (const piece of result.textStream) text += piece;
  expect(seen).toMatchObject({ kind: 'interrupted', outcome: 'likely-applied' });
  expect(text).toContain('You');
  expect(await result.finishReason).toBe('error');
  expect(countOf('gateway.chatStream')).toBe(1);
});

it('Output.object sends the schema, and returns an object that matches the schema', async () => {
  const { gateway, local } = createScene();
  const schema = jsonSchema<{ city: string }>({ ...parameters, additionalProperties: false });
  const { output } = await generateText({ model: gateway('acme/sage'), prompt: 'Rome', output: Output.object({ schema }) });
  expect(output).toEqual({ city: 'Rome' });
  expect(local.requestLog.at(-1)).toMatchObject({ status: 200, unknownFields: [] });
});
