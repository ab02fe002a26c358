import { getMessageText, type GatewayChatInput } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { completion, failureOf, hello, json, stream, wire } from './wire.ts';

const tool = { type: 'function', function: { name: 'get_weather', description: 'Weather', parameters: { type: 'object' }, strict: true } };
const call = { id: 'call-1', type: 'function', function: { name: 'get_weather', arguments: '{}' } };

/** Every setting that OpenAI documents and the client declares. */
const settings: Omit<GatewayChatInput, 'model' | 'messages' | 'strategy' | 'agent_config'> = {
  max_completion_tokens: 1,
  frequency_penalty: -2,
  presence_penalty: 2,
  logit_bias: { '50256': -100 },
  logprobs: true,
  top_logprobs: 20,
  n: 128,
  stop: ['a', 'b', 'c', 'd'],
  seed: -7,
  user: 'user-1',
  tools: [tool, { type: 'custom', custom: { name: 'code_exec' } }],
  tool_choice: { type: 'function', function: { name: 'get_weather' } },
  parallel_tool_calls: false,
  response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } },
  reasoning_effort: 'low',
  modalities: ['text', 'audio'],
  audio: { voice: 'alloy', format: 'wav' },
  metadata: { a: 'b' },
};

const parts = [
  { type: 'text', text: 'What is this?' },
  { type: 'image_url', image_url: { url: 'https://a.example/a.png', detail: 'low' } },
  { type: 'image_url', image_url: 'https://a.example/b.png' },
  { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
  { type: 'file', file: { file_id: 'file-1' } },
  { type: 'video_url', video_url: { url: 'https://a.example/a.mp4' } },
];

it.each<[string, object]>([
  ['every setting that OpenAI documents', settings],
  ['a single stop sequence', { stop: 'END' }],
  ['a string as the tool choice', { tools: [tool], tool_choice: 'required' }],
  ['provider-specific settings', { top_k: 40, thinking: { type: 'enabled' } }],
  ['content parts, including a part of an unknown type', { messages: [{ role: 'user', content: parts }] }],
  [
    'tool calls and their results',
    {
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Weather?', name: 'ada' },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call-1', content: 'Sun' },
        { role: 'assistant', content: null, tool_calls: null },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'So' }] },
      ],
    },
  ],
])('chat and chatStream send %s unchanged', async (_, more) => {
  const { gateway, sent } = wire([json(completion), stream()]);
  const request = { ...hello, ...more };
  await gateway.chat(request);
  await gateway.chatStream({ ...request, stream_options: { include_usage: true } }).final();
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    request,
    { ...request, stream_options: { include_usage: true }, stream: true },
  ]);
});

it.each<[string, object, string]>([
  ['a penalty below -2', { frequency_penalty: -2.1 }, 'frequency_penalty'],
  ['a penalty above 2', { presence_penalty: 2.1 }, 'presence_penalty'],
  ['a bias above 100', { logit_bias: { '1': 101 } }, 'logit_bias.1'],
  ['more than 20 likely tokens', { top_logprobs: 21 }, 'top_logprobs'],
  ['0 replies', { n: 0 }, 'n'],
  ['more than 128 replies', { n: 129 }, 'n'],
  ['a maximum of 0 tokens', { max_completion_tokens: 0 }, 'max_completion_tokens'],
  ['a fractional seed', { seed: 0.5 }, 'seed'],
  ['more than 4 stop sequences', { stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
  ['a stop sequence that is a number', { stop: [1] }, 'stop.0'],
  ['a number instead of stop sequences', { stop: 1 }, 'stop'],
  ['more than 128 tools', { tools: Array.from({ length: 129 }, () => tool) }, 'tools'],
  ['a tool without a type', { tools: [{ function: tool.function }] }, 'tools.0.type'],
  ['a function with a space in its name', { tools: [{ type: 'function', function: { name: 'a b' } }] }, 'tools.0.function.name'],
  ['a function with a long name', { tools: [{ type: 'function', function: { name: 'a'.repeat(65) } }] }, 'tools.0.function.name'],
  ['a tool choice without a type', { tool_choice: { function: { name: 'a' } } }, 'tool_choice.type'],
  ['a boolean as the tool choice', { tool_choice: true }, 'tool_choice'],
  ['a response format without a type', { response_format: {} }, 'response_format.type'],
  ['a number in the metadata', { metadata: { a: 1 } }, 'metadata.a'],
  ['a number as content', { messages: [{ role: 'user', content: 7 }] }, 'messages.0.content'],
  ['null content of a user', { messages: [{ role: 'user', content: null }] }, 'messages.0.content'],
  ['a tool result without content', { messages: [{ role: 'tool', tool_call_id: 'a' }] }, 'messages.0.content'],
  ['a part that is null', { messages: [{ role: 'user', content: [null] }] }, 'messages.0.content.0'],
  ['a part without a type', { messages: [{ role: 'user', content: [{ text: 'a' }] }] }, 'messages.0.content.0.type'],
  ['a text part without text', { messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages.0.content.0.text'],
  [
    'an image part without a URL',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
    'messages.0.content.0.image_url.url',
  ],
  [
    'an audio part without a format',
    { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '' } }] }] },
    'messages.0.content.0.input_audio.format',
  ],
  ['a tool call without an id', { messages: [{ role: 'assistant', tool_calls: [{ type: 'function' }] }] }, 'messages.0.tool_calls.0.id'],
])('chat and chatStream reject %s before anything is sent', async (_, more, field) => {
  const { gateway, sent } = wire([json(completion)]);
  const request = { ...hello, ...more };
  for (const work of [gateway.chat(request), gateway.chatStream(request).final()])
    expect(await failureOf(work)).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

it('the error of an invalid input lists the allowed types', async () => {
  const error = (await failureOf(wire([]).gateway.chat({ ...hello, messages: [{ role: 'user', content: 7 as never }] }))) as Error;
  expect(error.message).toBe('gateway.chat: messages.0.content must be a string or a list');
});

it('a chat sends the message of a reply unchanged in the next request', async () => {
  const message = { role: 'assistant', content: null, tool_calls: [call], refusal: null, annotations: [], audio: null };
  const { gateway, sent } = wire([json({ ...completion, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })]);
  const { choices } = await gateway.chat(hello);
  const next = { ...hello, messages: [...hello.messages, choices[0]!.message, { role: 'tool', tool_call_id: 'call-1', content: '' }] };
  await gateway.chat(next);
  expect(JSON.parse(sent[1]!.body)).toEqual(next);
});

it.each<[string, unknown, string]>([
  ['a string', 'Hello', 'Hello'],
  [
    'the joined texts of parts',
    [
      { type: 'text', text: 'Hel' },
      { type: 'thinking', thinking: 'So' },
      { type: 'text', text: 'lo' },
    ],
    'Hello',
  ],
  ['an empty string without content', undefined, ''],
  ['an empty string for null content', null, ''],
  ['an empty string for invalid parts', [null, 7, 'Hello', { type: 'text', text: 7 }], ''],
])('getMessageText returns %s', (_, content, text) => {
  expect(getMessageText({ content: content as string })).toBe(text);
});

const events = (...data: readonly string[]): Response =>
  new Response(data.map((each) => `data: ${each}\n\n`).join(''), { headers: { 'Content-Type': 'text/event-stream' } });
const begun = '{"id":"c-1","choices":[{"index":0,"delta":{"content":"Hello"}}]}';

it('a chat with an event stream rejects with the error in the stream and the received part', async () => {
  const { gateway } = wire([events(begun, '{"error":{"message":"The provider failed","code":"upstream_error"}}')]);
  await expect(gateway.chat(hello)).rejects.toMatchObject({
    kind: 'http',
    status: 200,
    message: 'The provider failed',
    code: 'upstream_error',
    operation: 'gateway.chat',
    outcome: 'likely-applied',
    received: { choices: [{ message: { content: 'Hello' } }] },
  });
});

it('a chat without the end marker rejects as truncated, with the received part', async () => {
  await expect(wire([events(begun)]).gateway.chat(hello)).rejects.toMatchObject({
    kind: 'truncated',
    operation: 'gateway.chat',
    outcome: 'likely-applied',
    received: { choices: [{ message: { content: 'Hello' } }] },
  });
});

it('a chat accepts an event stream whose last event lacks its blank line', async () => {
  await expect(wire([new Response((await stream().text()).trimEnd())]).gateway.chat(hello)).resolves.toEqual(completion);
});

it('a chat skips comments and a byte order mark of an event stream', async () => {
  const body = `\uFEFF: PROCESSING\n\n${await stream().text()}`;
  await expect(wire([new Response(body)]).gateway.chat(hello)).resolves.toEqual(completion);
});

it('a chat translates the field names of a deployment in an event stream', async () => {
  const renamed = (await stream().text()).replaceAll('"content"', '"words"');
  const { gateway } = wire([new Response(renamed)], { wireNames: { 'gateway.chat': { 'choices.delta.content': 'words' } } });
  await expect(gateway.chat(hello)).resolves.toEqual(completion);
});

it('a chat rejects with an invalid-response error for a string that resembles an event stream', async () => {
  const { gateway } = wire([new Response('database: down')]);
  await expect(gateway.chat(hello)).rejects.toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied' });
});
