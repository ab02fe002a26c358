import { getMessageText } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { ask, createGatewayScene } from './gateway-scene.ts';
import { platformAtNewYear, send, type RawAnswer } from './raw-request.ts';

const line = 'POST /gateway/v1/chat/completions';
const body = ask('acme/sage');

const answered = (given: unknown): Promise<RawAnswer> => {
  const platform = platformAtNewYear();
  return send(platform, line, { token: platform.gatewayKey, body: given });
};
const refused = (detail: RegExp): object => ({
  status: 400,
  body: { detail: expect.stringMatching(detail) as string, error: { code: 'INVALID_INPUT' } },
});

it.each<[string, object]>([
  ['temperature', { temperature: 3 }],
  ['top_p', { top_p: -1 }],
  ['max_tokens', { max_tokens: 0 }],
  ['messages', { messages: [] }],
  ['model', { model: undefined }],
])('a chat rejects an invalid %s, plain and streamed', async (name, given) => {
  for (const stream of [false, true])
    await expect(answered({ ...body, stream, ...given })).resolves.toMatchObject(refused(new RegExp(name)));
});

it("a chat returns an error in the gateway's format for invalid JSON", async () => {
  await expect(answered('{')).resolves.toMatchObject(refused(/./));
});

it('a chat accepts fields of other clients, and lists only the unknown field in the request log', async () => {
  const platform = platformAtNewYear();
  const content = [
    { type: 'text', text: 'Hello' },
    { type: 'text', text: ' there' },
  ];
  const given = {
    model: 'acme/sage',
    messages: [{ role: 'user', content }],
    max_completion_tokens: 3,
    tools: [],
    seed: null,
    own_idea: 1,
  };
  await expect(send(platform, line, { token: platform.gatewayKey, body: given })).resolves.toMatchObject({
    status: 200,
    body: { choices: [{ message: { content: 'You said: Hello' } }] },
  });
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'gateway.chat', status: 200, unknownFields: ['own_idea'] });
});

it('a chat accepts images, recordings and files next to text', async () => {
  const content = [
    { type: 'text', text: 'Hello' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
    { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
    { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' } },
  ];
  await expect(answered({ ...body, messages: [{ role: 'user', content }] })).resolves.toMatchObject({
    status: 200,
    body: { choices: [{ message: { content: 'You said: Hello' } }], usage: { prompt_tokens: 1 } },
  });
});

it.each<[string, unknown, RegExp]>([
  ['a part that is null', [null], /messages\.0\.content\.0/],
  ['a part that is a string', ['Hello'], /messages\.0\.content\.0/],
  ['a part without a type', [{ text: 'Hello' }], /messages\.0\.content\.0\.type/],
  ['an image without a URL', [{ type: 'image_url' }], /messages\.0\.content\.0\.image_url/],
  ['a text that is a number', [{ type: 'text', text: 4 }], /messages\.0\.content\.0\.text/],
  ['a content that is a number', 4, /messages\.0\.content must be a string or a list/],
])('a chat rejects %s in a message', async (_, content, detail) => {
  await expect(answered({ ...body, messages: [{ role: 'user', content }] })).resolves.toMatchObject(refused(detail));
});

it.each<[string, object]>([
  ['a user', { role: 'user' }],
  ['the system', { role: 'system' }],
])('a chat rejects a message of %s without content', async (_, message) => {
  await expect(answered({ ...body, messages: [...body.messages, message] })).resolves.toMatchObject(refused(/messages\.1\.content/));
});

it.each<[string, object]>([
  ['absent', {}],
  ['null', { content: null }],
])('a chat returns the result of a tool if the content of the tool call is %s', async (_, given) => {
  const call = { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function' }], ...given };
  const messages = [...body.messages, call, { role: 'tool', tool_call_id: 'call_1', content: '42' }];
  await expect(answered({ ...body, messages })).resolves.toMatchObject({
    status: 200,
    body: { choices: [{ message: { content: 'The tool returned: 42' } }], usage: { prompt_tokens: 3 } },
  });
});

it.each([[null], [4], ['Hello'], [[]]])('a chat rejects a message that is %j', async (message) => {
  await expect(answered({ ...body, messages: [message] })).resolves.toMatchObject(refused(/messages\.0/));
});

it.each([['true'], [1], [{}]])('a chat rejects %j as the value of `stream`', async (stream) => {
  await expect(answered({ ...body, stream })).resolves.toMatchObject(refused(/stream/));
});

it('a chat does not stream if `stream` is null', async () => {
  await expect(answered({ ...body, stream: null })).resolves.toMatchObject({ status: 200, body: { object: 'chat.completion' } });
});

it.each(['{', '', 'null', '[]'])('the body of a chat is not read without a key: %j', async (given) => {
  for (const token of [undefined, 'guessed'])
    await expect(send(platformAtNewYear(), line, { body: given, ...(token && { token }) })).resolves.toMatchObject({
      status: 401,
      body: { detail: expect.any(String) as string, error: { code: 'INVALID_API_KEY' } },
    });
});

it('a search agent returns at most 50 results', async () => {
  const { gateway } = await createGatewayScene();
  const found = await gateway.chat({
    ...ask('search-engine', 'engines'),
    model: 'search-engine',
    agent_config: { max_results: 2 ** 33 },
  });
  expect(getMessageText(found.choices[0]!.message).split('\n')).toHaveLength(50);
});

it('a chat ignores `max_tokens` if it is null and `max_completion_tokens` is set', async () => {
  const platform = platformAtNewYear();
  const limited = { ...ask('acme/sage'), max_tokens: null, max_completion_tokens: 2 };
  await expect(send(platform, line, { token: platform.gatewayKey, body: limited })).resolves.toMatchObject({
    body: { choices: [{ message: { content: 'You said:' }, finish_reason: 'length' }] },
  });
});

const spaces = ' '.repeat(200_000);

it.each<[string, string, number, number]>([
  ['only spaces', spaces, 0, 2],
  ['spaces before a word', `${spaces}Hello`, 1, 3],
  ['spaces after a word', `Hello${spaces}`, 1, 3],
  ['spaces between words', `Hello${spaces}there`, 2, 4],
])('a text has as many tokens as words: %s', async (_, content, prompt_tokens, completion_tokens) => {
  const { gateway } = await createGatewayScene();
  await expect(gateway.chat(ask('acme/sage', content))).resolves.toMatchObject({
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  });
});

it('a token is a word with the space before it, and the last token also contains the space after it', async () => {
  const { gateway } = await createGatewayScene();
  const tokens: unknown[] = [];
  // The response to an empty question ends with a space.
  for (const content of ['two  words\n\tand  more', ' '])
    for await (const { choices } of gateway.chatStream(ask('acme/sage', content))) tokens.push(choices[0]?.delta.content);
  expect(tokens).toEqual(['', 'You', ' said:', ' two', '  words', '\n\tand', '  more', undefined, '', 'You', ' said: ', undefined]);
});
