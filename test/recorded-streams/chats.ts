/** Streamed and plain completions, written by hand from the public documentation of providers. */
import { createGatewayClient, type GatewayChatResult, type GatewayClient } from '@platform-sdk/gateway';
import { createSearchClient } from '@platform-sdk/search';
import type { RecordedResponse } from './recorded-response.ts';

const EVENTS = 'text/event-stream';
const DONE = 'data: [DONE]\n\n';
const USAGE = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
const hello = { model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] };

type Members = Record<string, unknown>;
type Read = RecordedResponse['read'];

const event = (choices: readonly Members[], more: Members = {}): string =>
  `data: ${JSON.stringify({ id: 'c-1', created: 1, model: 'm', choices, ...more })}\n\n`;
const choice = (delta: Members, more: Members = {}): Members => ({ index: 0, delta, ...more });
const delta = (members: Members, more: Members = {}): string => event([choice(members)], more);
const finish = (reason: string | null = 'stop', more: Members = {}): string => event([choice({}, { finish_reason: reason })], more);
const hi = delta({ role: 'assistant', content: '' }) + delta({ content: 'Grüße' }) + delta({ content: ' 🌍' });
const usage = event([], { usage: USAGE });

const reading =
  (read: (gateway: GatewayClient) => Promise<unknown>): Read =>
  (fetch) =>
    read(createGatewayClient({ baseUrl: 'https://gateway.test/v1', apiKey: 'key', fetch, retry: { limit: 0 } }));

/** Reads the text of a stream, then its final value. */
const asText = reading(async (gateway) => {
  const stream = gateway.chatStream(hello);
  let text = '';
  for await (const piece of stream.text()) text += piece;
  return { text, final: await stream.final() };
});
/** Reads the events of a stream while `final()` waits for its final value. */
const asEvents = reading(async (gateway) => {
  const stream = gateway.chatStream(hello);
  const final = stream.final();
  let text = '';
  for await (const { choices } of stream)
    for (const {
      index,
      delta: { content },
    } of choices)
      text += `${index}:${JSON.stringify(content)} `;
  return { text, final: await final };
});
const asWhole = reading(async (gateway) => ({ final: await gateway.chatStream(hello).final() }));
const plain = reading(async (gateway) => ({ final: await gateway.chat(hello) }));
const searched: Read = async (fetch) => {
  const stream = createSearchClient({ baseUrl: 'https://search.test', fetch }).chatStream({ messages: hello.messages });
  let text = '';
  for await (const piece of stream.text()) text += piece;
  return { text, final: await stream.final() };
};

/** Removes the usage. A response that ends between the finish reason and the usage lacks the usage. */
const withoutUsage = (whole: unknown): unknown => {
  const { final, ...others } = whole as { readonly final: GatewayChatResult };
  const { usage: _, ...rest } = final;
  return { ...others, final: rest };
};

const call = (index: number, more: Members): Members => ({ tool_calls: [{ index, ...more }] });
const tools =
  delta(call(0, { id: 'call-1', type: 'function', function: { name: 'weather', arguments: '' } })) +
  delta(call(0, { function: { arguments: '{"city":' } })) +
  delta(call(1, { id: 'call-2', type: 'function', function: { name: 'time', arguments: '{}' } })) +
  delta(call(0, { function: { arguments: '"Köln"}' } })) +
  finish('tool_calls');
const both = (one: string, other: string): string =>
  event([
    { index: 1, delta: { content: one } },
    { index: 0, delta: { content: other } },
  ]);
const logprobs = (token: string): Members => ({ logprobs: { content: [{ token, logprob: -0.5, bytes: null, top_logprobs: [] }] } });
const completion = (message: Members, more: Members = {}): string =>
  JSON.stringify({
    id: 'c-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop', ...more }],
    usage: USAGE,
  });
const parts = [
  { type: 'text', text: 'Hel' },
  { type: 'text', text: 'lo' },
];
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const streams: readonly (readonly [name: string, body: string, read?: Read, more?: Partial<RecordedResponse>])[] = [
  ['a text, ended by [DONE] alone', hi + DONE],
  ['a text with a finish reason', hi + finish() + DONE, asEvents],
  ['a text with a finish reason and no [DONE]', hi + finish()],
  ['usage after the finish reason', hi + finish() + usage + DONE, asText, { early: withoutUsage }],
  ['usage with the finish reason', hi + finish('stop', { usage: USAGE }) + DONE, asWhole],
  ['usage in every event', delta({ content: 'Hi' }, { usage: null }) + finish('stop', { usage: USAGE }) + DONE, asText],
  ['CRLF line ends', crlf(hi + finish() + usage + DONE), asText, { early: withoutUsage }],
  ['carriage returns alone', (hi + finish() + DONE).replaceAll('\n', '\r'), asText],
  ['comments between events', `: ping\n\n${hi}: ping\n\n${finish()}: ping\n\n${DONE}`],
  ['a byte order mark', `\uFEFF${hi}${finish()}${DONE}`, asWhole],
  ['names, ids and retry times', `retry: 3000\nid: 1\nevent: message\n${hi}id: 2\n${finish()}${DONE}`, asEvents],
  ['an event of several lines', `data: {"choices":[{"index":0,\ndata: "delta":{"content":"Hi"}}]}\n\n${finish()}${DONE}`],
  ['no blank line at the end', (hi + finish()).trimEnd()],
  ['one line end at the end', `${(hi + DONE).trimEnd()}\n`],
  ['a [DONE] with a space after a finish reason', `${hi}${finish()}data: [DONE] \n\n`],
  ['an event that is not JSON after half of the text', `${hi}data: [DONE\n\n${finish()}`, asText],
  ['tool calls', tools + DONE, asWhole],
  ['tool calls beside a text', hi + tools + usage + DONE, asText, { early: withoutUsage }],
  [
    'a reasoning before the text',
    delta({ reasoning_content: 'So, ' }) + delta({ reasoning_content: 'well' }) + hi + finish() + DONE,
    asEvents,
  ],
  [
    'content as parts',
    delta({ content: parts.slice(0, 1) }) + delta({ content: parts.slice(1) }) + delta({ content: '!' }) + finish() + DONE,
  ],
  [
    'several choices',
    both('A', 'a') + both('B', 'b') + event([{ index: 1, delta: {}, finish_reason: 'length' }]) + finish() + DONE,
    asEvents,
  ],
  [
    'log probabilities',
    event([choice({ content: 'Hi' }, logprobs('Hi'))]) + event([choice({ content: '!' }, logprobs('!'))]) + finish() + DONE,
    asWhole,
  ],
  ['filters before the first choice', event([], { prompt_filter_results: [{ prompt_index: 0 }] }) + hi + finish() + DONE, asWhole],
  ['an error in its middle', `${hi}data: {"error":{"message":"The provider failed","code":"upstream_error"}}\n\n`],
  ['an error event', `${hi}event: error\ndata: {"message":"The provider failed"}\n\n`, asEvents],
  ['no end', hi],
  ['nothing but [DONE]', DONE],
];

const others: readonly RecordedResponse[] = [
  { name: 'chat: a stream without a content type', contentType: '', body: hi + finish() + DONE, read: asText },
  { name: 'chat: a stream labelled as text', contentType: 'text/plain', body: `\n${hi}${DONE}`, read: asWhole },
  {
    name: 'chat: a stream labelled as JSON',
    contentType: 'application/json',
    body: hi + finish() + usage + DONE,
    read: asText,
    early: withoutUsage,
  },
  {
    name: 'chat: JSON instead of a stream',
    contentType: 'application/json',
    body: completion({ role: 'assistant', content: 'Grüße 🌍' }),
    read: asText,
  },
  {
    name: 'chat: JSON labelled as a stream',
    contentType: EVENTS,
    body: `\n${completion({ content: null, tool_calls: null })}\n`,
    read: asEvents,
  },
  {
    name: 'chat: JSON with content parts instead of a stream',
    contentType: 'application/json',
    body: completion({ content: parts }),
    read: asText,
  },
  {
    name: 'chat: JSON without choices instead of a stream',
    contentType: 'application/json',
    body: '{"choices":[],"usage":null}',
    read: asWhole,
  },
  { name: 'chat: an error instead of a stream', contentType: 'application/json', body: '{"error":{"message":"No"}}', read: asWhole },
  {
    name: 'chat: an HTML page instead of a stream',
    contentType: 'text/html',
    body: '<!doctype html><title>Sign in</title>',
    read: asWhole,
  },
  {
    name: 'chat: a whole completion',
    contentType: 'application/json',
    body: completion({ role: 'assistant', content: 'Grüße 🌍' }),
    read: plain,
  },
  {
    name: 'chat: a stream instead of a document',
    contentType: EVENTS,
    body: hi + finish() + usage + DONE,
    read: plain,
    early: withoutUsage,
  },
  {
    name: 'search: findings beside the text',
    contentType: EVENTS,
    body: delta({ content: 'See' }, { citations: ['https://a.test'] }) + finish() + DONE,
    read: searched,
  },
];

export const chats: readonly RecordedResponse[] = [
  ...streams.map(([name, body, read = asText, more]) => ({ name: `chat: ${name}`, contentType: EVENTS, body, read, ...more })),
  ...others,
];
