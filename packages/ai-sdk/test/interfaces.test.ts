import {
  extractReasoningMiddleware,
  generateText,
  jsonSchema,
  simulateStreamingMiddleware,
  smoothStream,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai';
import { expect, it } from 'vitest';
import { createScene, createScriptedGateway, DONE, eventOf, replyOf, streamOf, USAGE } from './scene.ts';

it('the AI SDK with the provider streams messages to a page', async () => {
  const { gateway } = createScene();
  const transform = smoothStream({ delayInMs: null });
  const result = streamText({ model: gateway('acme/sage'), prompt: 'Hello there', experimental_transform: transform });
  const body = await result.toUIMessageStreamResponse().text();
  expect(body).toContain('"type":"text-delta"');
  expect(body).toContain('"finishReason":"stop"');
  expect(body.trimEnd().endsWith('data: [DONE]')).toBe(true);
});

it('the AI SDK with the provider streams a failure to a page after the text, without private details', async () => {
  const { gateway, local } = createScene();
  local.faults.add({ operation: 'gateway.chatStream', failure: 'reset-body' });
  const result = streamText({ model: gateway('acme/sage'), prompt: 'Please repeat these many words for me.', onError: () => undefined });
  const body = await result.toUIMessageStreamResponse().text();
  expect(body).toContain('"type":"text-delta"');
  expect(body).toContain('{"type":"error","errorText":"An error occurred."}');
  expect(body).not.toMatch(/gateway|interrupted/);
});

it('the middleware of the AI SDK accepts a model of the provider', async () => {
  const { gateway } = createScriptedGateway(() => replyOf({ content: '<think>Hm</think>Hi' }));
  const model = wrapLanguageModel({
    model: gateway('acme/large'),
    middleware: [extractReasoningMiddleware({ tagName: 'think' }), simulateStreamingMiddleware()],
  });
  const result = streamText({ model, prompt: 'Hello' });
  expect(await result.text).toBe('Hi');
  expect(await result.reasoningText).toBe('Hm');
});

it('the AI SDK with the provider runs several tools in parallel in a stream with two steps', async () => {
  let turn = 0;
  const call = (index: number, id: string): string =>
    eventOf({ tool_calls: [{ index, id, type: 'function', function: { name: 'add', arguments: `{"a":${index},"b":1}` } }] });
  const { gateway, bodies } = createScriptedGateway(() =>
    turn++ === 0
      ? streamOf(eventOf({ content: 'Let me see. ' }), call(0, 'x'), call(1, 'y'), eventOf({}, 'tool_calls'), USAGE, DONE)
      : streamOf(eventOf({ content: 'Three.' }), eventOf({}, 'stop'), USAGE, DONE),
  );
  const execute = ({ a, b }: { a: number; b: number }): number => a + b;
  const tools = { add: tool({ inputSchema: jsonSchema<{ a: number; b: number }>({ type: 'object' }), execute }) };
  const result = streamText({ model: gateway('acme/large'), prompt: 'Add', tools, stopWhen: stepCountIs(3) });
  expect(await result.text).toBe('Three.');
  expect((await result.steps).map(({ toolResults }) => toolResults.map(({ output }) => output))).toEqual([[1, 2], []]);
  expect((await result.totalUsage).totalTokens).toBe(24);
  expect(bodies[1]?.['messages']).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: 'Let me see. ', tool_calls: [{ id: 'x' }, { id: 'y' }] },
    { role: 'tool', tool_call_id: 'x', content: '1' },
    { role: 'tool', tool_call_id: 'y', content: '2' },
  ]);
});

it('the AI SDK with the provider ends a chat at the time limit of the call', async () => {
  const { gateway } = createScriptedGateway(() => new Promise<Response>(() => undefined));
  const error = await generateText({ model: gateway('acme/large'), prompt: 'Hello', timeout: 20 }).catch((failure: unknown) => failure);
  expect((error as Error).name).toBe('TimeoutError');
});

it('the AI SDK with the provider never replaces the credentials with a header of the call', async () => {
  const { gateway, local } = createScene();
  const headers = { authorization: 'Bearer other', 'x-own': '1', 'x-none': undefined };
  const { text } = await generateText({ model: gateway('acme/sage'), prompt: 'Hello', headers });
  expect(text).toBe('You said: Hello');
  expect(local.requestLog.at(-1)?.status).toBe(200);
});
