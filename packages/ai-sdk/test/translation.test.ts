import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { generateText, jsonSchema, Output, streamText, tool, type ModelMessage } from 'ai';
import { expect, it } from 'vitest';
import { createScriptedGateway, DONE, eventOf, replyOf, streamOf, USAGE } from './scene.ts';

const png = 'iVBORw0KGgo=';
const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Sends a prompt, and returns the body of its request. */
const bodyOf = async (options: Omit<Parameters<typeof generateText>[0], 'model'>): Promise<Record<string, unknown>> => {
  const { gateway, bodies } = createScriptedGateway(() => replyOf({ content: 'Hi' }));
  await generateText({ ...options, model: gateway('acme/large') } as Parameters<typeof generateText>[0]);
  return bodies[0]!;
};

/** Passes a prompt to the model directly, without the AI SDK. */
const sendPrompt = async (prompt: LanguageModelV4Prompt, options: Partial<LanguageModelV4CallOptions> = {}) => {
  const { gateway, bodies } = createScriptedGateway(() => replyOf({ content: 'Hi' }));
  const { warnings } = await gateway('acme/large').doGenerate({ ...options, prompt });
  return { messages: bodies[0]!['messages'], body: bodies[0]!, warnings };
};

it('the provider converts the settings of the AI SDK to the names of the gateway', async () => {
  const body = await bodyOf({
    system: 'Be brief.',
    prompt: 'Hello',
    maxOutputTokens: 100,
    temperature: 0.5,
    topP: 0.9,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    stopSequences: ['END'],
    seed: 7,
    reasoning: 'low',
    providerOptions: { platform: { user: 'ada', top_k: 5, model: 'acme/other', messages: [] }, openai: { user: 'other' } },
  });
  expect(body).toEqual({
    model: 'acme/large',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ],
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    stop: ['END'],
    seed: 7,
    reasoning_effort: 'low',
    user: 'ada',
    top_k: 5,
  });
});

it('the provider converts files in a message to content parts', async () => {
  const messages: ModelMessage[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'file', data: bytesOf(png), mediaType: 'image' },
        { type: 'file', data: new URL('https://example.com/engine.png'), mediaType: 'image/png' },
        { type: 'file', data: bytesOf('SUQz'), mediaType: 'audio/mpeg' },
        { type: 'file', data: bytesOf('JVBERg=='), mediaType: 'application/pdf', filename: 'engine.pdf' },
      ],
    },
  ];
  expect((await bodyOf({ messages }))['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
        { type: 'image_url', image_url: { url: 'https://example.com/engine.png' } },
        { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
        { type: 'file', file: { filename: 'engine.pdf', file_data: 'data:application/pdf;base64,JVBERg==' } },
      ],
    },
  ]);
});

it('the provider encodes large files as base64', async () => {
  const data = new Uint8Array(200_001).fill(7);
  const { messages } = await sendPrompt([
    { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data } }] },
  ]);
  const { url } = (messages as { content: { image_url: { url: string } }[] }[])[0]!.content[0]!.image_url;
  expect(bytesOf(url.slice(url.indexOf(',') + 1))).toEqual(data);
});

it('the provider converts replies, tool calls and tool results', async () => {
  const call = { toolCallId: 'call-1', toolName: 'get_weather' };
  const { messages, warnings } = await sendPrompt([
    { role: 'user', content: [{ type: 'text', text: 'Rome?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Use a tool.' },
        { type: 'tool-call', ...call, input: { city: 'Rome' } },
        { type: 'tool-call', toolCallId: 'call-2', toolName: 'web_search', input: {}, providerExecuted: true },
        { type: 'tool-result', toolCallId: 'call-2', toolName: 'web_search', output: { type: 'text', value: 'Found' } },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', ...call, output: { type: 'json', value: { sun: true } } },
        { type: 'tool-result', ...call, toolCallId: 'call-3', output: { type: 'execution-denied' } },
        { type: 'tool-approval-response', approvalId: 'a', approved: true },
        { type: 'tool-result', ...call, toolCallId: 'call-4', output: { type: 'content', value: [{ type: 'text', text: 'Sun' }] } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Sun.' }] },
  ]);
  expect(messages).toEqual([
    { role: 'user', content: 'Rome?' },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'Use a tool.',
      tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }],
    },
    { role: 'tool', tool_call_id: 'call-1', content: '{"sun":true}' },
    { role: 'tool', tool_call_id: 'call-3', content: 'The user denied the execution of the tool.' },
    { role: 'tool', tool_call_id: 'call-4', content: 'Sun' },
    { role: 'assistant', content: 'Sun.' },
  ]);
  expect(warnings).toHaveLength(2);
});

it.each([
  ['a file with only a URL', { type: 'url', url: new URL('https://example.com/a.pdf') }, 'application/pdf'],
  ['an image of an unknown type', { type: 'data', data: 'AAAA' }, 'image'],
  ['a reference to a file of another provider', { type: 'reference', reference: { openai: 'file-1' } }, 'application/pdf'],
] as const)('the provider rejects %s before sending, and names its position', async (_, data, mediaType) => {
  const { gateway, bodies } = createScriptedGateway(() => replyOf({ content: 'Hi' }));
  const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'file', data, mediaType }] }];
  for (const run of ['doGenerate', 'doStream'] as const)
    await expect(gateway('acme/large')[run]({ prompt })).rejects.toMatchObject({
      kind: 'invalid-input',
      field: 'prompt.0.content.0',
      outcome: 'not-sent',
    });
  expect(bodies).toEqual([]);
});

it('the provider converts the tools and the tool choice', async () => {
  const inputSchema = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });
  const tools = { get_weather: tool({ description: 'The weather', inputSchema, execute: () => 'Sun' }) };
  const { gateway, bodies } = createScriptedGateway(() =>
    replyOf({ tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Rome"}' } }] }),
  );
  const choice = { type: 'tool', toolName: 'get_weather' } as const;
  const { toolCalls, finishReason } = await generateText({ model: gateway('acme/large'), prompt: 'Rome?', tools, toolChoice: choice });
  expect(bodies[0]).toMatchObject({
    tools: [{ type: 'function', function: { name: 'get_weather', description: 'The weather', parameters: { type: 'object' } } }],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
  });
  expect(toolCalls).toMatchObject([{ toolCallId: 'call-1', input: { city: 'Rome' } }]);
  expect(finishReason).toBe('tool-calls');
});

it('the provider warns about settings that the gateway does not support', async () => {
  const { warnings, body } = await sendPrompt([{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], {
    topK: 5,
    tools: [{ type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} }],
    toolChoice: { type: 'auto' },
  });
  expect(warnings).toMatchObject([{ feature: 'topK' }, { feature: 'tool openai.web_search' }]);
  expect(Object.keys(body)).toEqual(['model', 'messages']);
});

it('the provider converts the schema of an object', async () => {
  const schema = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });
  const { gateway, bodies } = createScriptedGateway(() => replyOf({ content: '{"city":"Rome"}' }));
  const { output } = await generateText({
    model: gateway('acme/large'),
    prompt: 'Rome?',
    output: Output.object({ schema, name: 'place' }),
  });
  expect(output).toEqual({ city: 'Rome' });
  expect(bodies[0]).toMatchObject({ response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true } } });
});

it('the provider returns reasoning, sources and token details', async () => {
  const { gateway } = createScriptedGateway(() =>
    replyOf(
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
          { type: 'text', text: 'Hi' },
        ],
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.com/', title: 'Example' } }, { type: 'other' }],
      },
      {
        usage: {
          prompt_tokens: 5,
          completion_tokens: 7,
          total_tokens: 12,
          prompt_tokens_details: { cached_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      },
    ),
  );
  const { text, reasoningText, sources, usage } = await generateText({ model: gateway('acme/large'), prompt: 'Hello' });
  expect({ text, reasoningText }).toEqual({ text: 'Hi', reasoningText: 'Hm' });
  expect(sources).toMatchObject([{ sourceType: 'url', url: 'https://example.com/', title: 'Example' }]);
  expect(usage).toMatchObject({
    inputTokenDetails: { noCacheTokens: 3, cacheReadTokens: 2 },
    outputTokenDetails: { textTokens: 4, reasoningTokens: 3 },
    raw: { total_tokens: 12 },
  });
});

it('the provider returns the text with which a model declines', async () => {
  const { gateway } = createScriptedGateway(() => replyOf({ refusal: 'I cannot help with that.' }));
  expect((await generateText({ model: gateway('acme/large'), prompt: 'Hello' })).text).toBe('I cannot help with that.');
});

it('the provider returns the response headers without cookies', async () => {
  const { gateway } = createScriptedGateway(() => {
    const response = replyOf({ content: 'Hi' });
    response.headers.set('set-cookie', 'session=planted');
    return response;
  });
  const { response } = await generateText({ model: gateway('acme/large'), prompt: 'Hello' });
  expect(response.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(JSON.stringify(response)).not.toContain('planted');
});

it.each([
  { choices: [{}] },
  { choices: [{ message: null, finish_reason: 5 }], usage: 'many' },
  { choices: [{ message: { tool_calls: [null, {}] } }] },
  { choices: [{ message: { content: 'Hi' }, finish_reason: 'constructor' }] },
])('the provider returns content for an invalid reply, which may be billed: %j', async (wrong) => {
  const { gateway } = createScriptedGateway(() => Response.json(wrong));
  const { finishReason, content } = await gateway('acme/large').doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  });
  expect(finishReason.unified).toBe('other');
  expect(Array.isArray(content)).toBe(true);
});

const partsOf = async (...events: readonly string[]) => {
  const { gateway, bodies } = createScriptedGateway(() => streamOf(...events));
  const { stream } = await gateway('acme/large').doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] });
  const parts = [];
  for await (const part of stream) parts.push(part);
  return { parts, body: bodies[0]! };
};

it('a streamed reply yields blocks of reasoning and text, each with a start and an end', async () => {
  const { parts, body } = await partsOf(
    eventOf({ reasoning_content: 'Hm' }),
    eventOf({ content: 'Hi' }),
    eventOf({ content: ' there' }),
    eventOf({}, 'stop'),
    USAGE,
    DONE,
  );
  expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  expect(parts).toMatchObject([
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'chatcmpl-1', modelId: 'acme/large', timestamp: new Date(1_700_000_000_000) },
    { type: 'reasoning-start', id: 'reasoning-0' },
    { type: 'reasoning-delta', id: 'reasoning-0', delta: 'Hm' },
    { type: 'reasoning-end', id: 'reasoning-0' },
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', delta: 'Hi' },
    { type: 'text-delta', id: 'text-1', delta: ' there' },
    { type: 'text-end', id: 'text-1' },
    { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: { inputTokens: { total: 5 }, outputTokens: { total: 7 } } },
  ]);
});

it('a streamed reply yields tool arguments as they arrive, and calls the tools at the end', async () => {
  const piece = (index: number, call: object): string => eventOf({ tool_calls: [{ index, ...call }] });
  const { parts } = await partsOf(
    piece(0, { id: 'a', type: 'function', function: { name: 'first', arguments: '' } }),
    piece(0, { function: { arguments: '{"x"' } }),
    piece(1, { id: 'b', type: 'function', function: { name: 'second', arguments: '{}' } }),
    piece(0, { function: { arguments: ':1}' } }),
    eventOf({}, 'stop'),
    DONE,
  );
  expect(parts.slice(2)).toMatchObject([
    { type: 'tool-input-start', id: 'a', toolName: 'first' },
    { type: 'tool-input-delta', id: 'a', delta: '{"x"' },
    { type: 'tool-input-start', id: 'b', toolName: 'second' },
    { type: 'tool-input-delta', id: 'b', delta: '{}' },
    { type: 'tool-input-delta', id: 'a', delta: ':1}' },
    { type: 'tool-input-end', id: 'a' },
    { type: 'tool-input-end', id: 'b' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'first', input: '{"x":1}' },
    { type: 'tool-call', toolCallId: 'b', toolName: 'second', input: '{}' },
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'stop' } },
  ]);
});

it('a streamed reply calls no tool if the stream breaks within its arguments', async () => {
  const { parts } = await partsOf(
    eventOf({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'pay', arguments: '{"amount":1' } }] }),
  );
  expect(parts.map(({ type }) => type)).toEqual([
    'stream-start',
    'response-metadata',
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'error',
    'finish',
  ]);
  expect(parts.at(-2)).toMatchObject({ error: { kind: 'truncated', outcome: 'likely-applied' } });
});

it('a streamed reply calls a tool with an empty object if the provider sends no arguments', async () => {
  const { gateway } = createScriptedGateway(() =>
    streamOf(
      eventOf({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'now' } }] }),
      eventOf({}, 'tool_calls'),
      DONE,
    ),
  );
  const execute = (): string => 'noon';
  const result = streamText({
    model: gateway('acme/large'),
    prompt: 'When?',
    tools: { now: tool({ inputSchema: jsonSchema({ type: 'object' }), execute }) },
  });
  expect(await result.toolResults).toMatchObject([{ toolName: 'now', input: {}, output: 'noon' }]);
});
