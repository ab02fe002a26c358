import type { SearchChatInput } from '@platform-sdk/search';
import { expect, it } from 'vitest';
import { completion, event, failureOf, hello, lines, stream, wire } from './wire.ts';

const read = async <T>(events: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const each of events) found.push(each);
  return found;
};

const wrong: readonly [string, object, string][] = [
  ['an empty list of messages', { messages: [] }, 'messages'],
  ['missing messages', {}, 'messages'],
  ['a message without content', { messages: [{ role: 'user' }] }, 'messages.0.content'],
  ['null content of a user', { messages: [{ role: 'user', content: null }] }, 'messages.0.content'],
  ['a part without its text', { messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages.0.content.0.text'],
];

it('search.chat sends content parts unchanged', async () => {
  const { search, sent } = wire([Response.json(completion)]);
  const content = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: 'https://a.example/a.png' } },
  ];
  await search.chat({ messages: [{ role: 'user', content }] });
  expect(JSON.parse(sent[0]!.body)).toEqual({ model: 'agentic-search', messages: [{ role: 'user', content }] });
});

it.each(['chat', 'chatStream'] as const)('search.chat sends a reply back unchanged: %s', async (way) => {
  const reply = { role: 'assistant', content: 'Hi', refusal: null, reasoning_content: 'Why', annotations: [{ type: 'url_citation' }] };
  const [choice] = completion.choices;
  const { search, sent } = wire([Response.json({ ...completion, choices: [{ ...choice, message: reply }] }), Response.json(completion)]);
  const first = await search.chat(hello);
  const messages = [...hello.messages, first.choices[0]!.message, { role: 'user', content: 'And then?' }];
  await (way === 'chat' ? search.chat({ messages }) : search.chatStream({ messages }).final());
  expect(JSON.parse(sent[1]!.body)).toMatchObject({ messages });
  expect((JSON.parse(sent[1]!.body) as { messages: object[] }).messages[1]).toMatchObject({
    reasoning_content: 'Why',
    annotations: [{ type: 'url_citation' }],
  });
});

it('search.chat sends the conversation, and returns the completion with its findings', async () => {
  const { search, sent } = wire([Response.json(completion)]);
  await expect(search.chat(hello)).resolves.toEqual(completion);
  expect(sent).toEqual([
    {
      line: 'POST https://search.test/v1/chat/completions',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"model":"agentic-search","messages":[{"role":"user","content":"Hello"}]}',
    },
  ]);
});

it('search.chat requests the given model', async () => {
  const { search, sent } = wire([Response.json(completion)]);
  await search.chat({ ...hello, model: 'agentic-search-2' });
  expect(sent[0]?.body).toBe('{"model":"agentic-search-2","messages":[{"role":"user","content":"Hello"}]}');
});

it('search.chat accepts a response without findings', async () => {
  const { citations: _, items: __, media: ___, search_results: ____, ...plain } = completion;
  await expect(wire([Response.json(plain)]).search.chat(hello)).resolves.toEqual(plain);
});

it.each(wrong)('search.chat rejects %s before anything is sent', async (_, input, field) => {
  const { search, sent } = wire([Response.json(completion)]);
  expect(await failureOf(search.chat(input as SearchChatInput))).toMatchObject({
    kind: 'invalid-input',
    field,
    operation: 'search.chat',
  });
  expect(sent).toEqual([]);
});

it('search.chat is not retried if the server fails', async () => {
  const { search, sent } = wire([Response.json({ detail: 'Busy' }, { status: 503 })]);
  expect(await failureOf(search.chat(hello))).toMatchObject({
    kind: 'http',
    status: 503,
    message: expect.stringMatching(/^Busy/) as string,
    operation: 'search.chat',
  });
  expect(sent).toHaveLength(1);
});

it('search.chatStream requests a stream', async () => {
  const { search, sent } = wire([stream()]);
  await search.chatStream(hello).final();
  expect(sent).toEqual([
    {
      line: 'POST https://search.test/v1/chat/completions',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: '{"model":"agentic-search","messages":[{"role":"user","content":"Hello"}],"stream":true}',
    },
  ]);
});

it('search.chatStream yields every event unchanged', async () => {
  await expect(read(wire([stream()]).search.chatStream(hello))).resolves.toEqual(lines.slice(0, -1));
});

it('search.chatStream yields only the text with text()', async () => {
  await expect(read(wire([stream()]).search.chatStream(hello).text())).resolves.toEqual(['Hello', ' there']);
});

it('search.chatStream returns the complete result with its findings', async () => {
  await expect(wire([stream()]).search.chatStream(hello).final()).resolves.toEqual(completion);
});

it('search.chatStream accepts a plain response instead of a stream', async () => {
  const { search } = wire([Response.json(completion), Response.json(completion)]);
  await expect(search.chatStream(hello).final()).resolves.toEqual(completion);
  await expect(read(search.chatStream(hello).text())).resolves.toEqual(['Hello there']);
});

it('search.chatStream joins several choices by their index', async () => {
  const messages = [
    { ...event({}), choices: [{ index: 1, delta: { content: 'B' }, finish_reason: 'stop' }] },
    event({ delta: { content: 'A' }, finish_reason: 'length' }),
  ];
  const { choices } = await wire([stream(messages)])
    .search.chatStream(hello)
    .final();
  expect(choices).toEqual([
    { index: 0, message: { role: 'assistant', content: 'A' }, finish_reason: 'length' },
    { index: 1, message: { role: 'assistant', content: 'B' }, finish_reason: 'stop' },
  ]);
});

it('search.chatStream rejects a truncated stream with the received part in the error', async () => {
  const error = await failureOf(
    wire([stream(lines.slice(0, 3))])
      .search.chatStream(hello)
      .final(),
  );
  expect(error).toMatchObject({
    kind: 'truncated',
    operation: 'search.chatStream',
    received: { choices: [{ message: { content: 'Hello there' }, finish_reason: null }] },
  });
});

it.each<[string, object, object]>([
  ['an error object', { error: { message: 'Overloaded', code: 'BUSY' } }, { message: 'Overloaded', code: 'BUSY' }],
  ['a detail', { detail: 'Overloaded' }, { message: 'Overloaded' }],
])('search.chatStream fails if the stream contains a failure as %s', async (_, document, expected) => {
  const error = await failureOf(
    wire([stream([...lines.slice(0, 2), document])])
      .search.chatStream(hello)
      .final(),
  );
  expect(error).toMatchObject({ kind: 'http', ...expected });
});

it.each<[string, object | string]>([
  ['is not JSON', 'oops'],
  ['is not an object', '"oops"'],
  ['contains choices that are not an array', { choices: {} }],
])('search.chatStream rejects an event that %s', async (_, message) => {
  const error = await failureOf(
    wire([stream([message, ...lines])])
      .search.chatStream(hello)
      .final(),
  );
  expect(error).toMatchObject({ kind: 'invalid-response', operation: 'search.chatStream' });
});

it.each(wrong)('search.chatStream rejects %s before anything is sent', async (_, input, field) => {
  const { search, sent } = wire([stream()]);
  expect(await failureOf(search.chatStream(input as SearchChatInput).final())).toMatchObject({
    kind: 'invalid-input',
    field,
    operation: 'search.chatStream',
  });
  expect(sent).toEqual([]);
});
