/** Chats of the conversation-memory service, streamed and plain, as document 2 of the API specification shows them. */
import { createMemoryClient, type MemoryClient } from '@platform-sdk/memory';
import type { RecordedResponse } from './recorded-response.ts';

const EVENTS = 'text/event-stream';
const JSON_TYPE = 'application/json';
const input = { session_id: 's-1', message: 'Hello' };

const reading =
  (read: (memory: MemoryClient) => Promise<unknown>): RecordedResponse['read'] =>
  (fetch) =>
    read(createMemoryClient({ baseUrl: 'https://memory.test', token: 'token', fetch, retry: { limit: 0 } }));

const asEvents = reading(async (memory) => {
  const stream = memory.chatStream(input);
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  return { events, final: await stream.final() };
});
const asText = reading(async (memory) => {
  const stream = memory.chatStream(input);
  let text = '';
  for await (const piece of stream.text()) text += piece;
  return { text, final: await stream.final() };
});
const plain = reading((memory) => memory.chat(input));

const message = (chunk: string): string => `event: message\ndata: ${JSON.stringify({ chunk, id: 'm-1' })}\n\n`;
const bill = { usage: { tokens_in: 3, tokens_out: 2 }, cost_usd: 0.01, model: 'm' };
const done = (more: object = {}): string => `event: done\ndata: ${JSON.stringify({ status: 'completed', ...bill, ...more })}\n\n`;
const begun = message('Ünder') + message('stood 🦉');
const failure = { error: { code: 'LLM_SERVICE_ERROR', message: 'The model failed.', trace_id: 't-1', details: {} } };
const result = JSON.stringify({ message_id: 'm-1', content: 'Ünderstood 🦉', ...bill });

export const memories: readonly RecordedResponse[] = [
  { name: 'memory: events', contentType: EVENTS, body: begun + done(), read: asEvents },
  { name: 'memory: text', contentType: EVENTS, body: `: ping\n\n${begun}: ping\n\n${done()}`, read: asText },
  {
    name: 'memory: CRLF and several lines',
    contentType: EVENTS,
    body: `event: message\r\ndata: {"chunk":\r\ndata: "Hi"}\r\n\r\n${done()}`,
    read: asEvents,
  },
  { name: 'memory: no blank line at the end', contentType: EVENTS, body: (begun + done()).trimEnd(), read: asText },
  {
    name: 'memory: unknown events',
    contentType: EVENTS,
    body: `event: thinking\ndata: hm\n\n${begun}${done({ memories: 2 })}`,
    read: asEvents,
  },
  { name: 'memory: a failed done event', contentType: EVENTS, body: begun + done({ status: 'failed' }), read: asEvents },
  { name: 'memory: an error event', contentType: EVENTS, body: `${begun}event: error\ndata: ${JSON.stringify(failure)}\n\n`, read: asText },
  { name: 'memory: no done event', contentType: EVENTS, body: begun, read: asText },
  { name: 'memory: a stream without a content type', contentType: '', body: begun + done(), read: asText },
  { name: 'memory: JSON instead of a stream', contentType: JSON_TYPE, body: result, read: asEvents },
  { name: 'memory: a failure instead of a stream', contentType: JSON_TYPE, body: JSON.stringify(failure), read: asText },
  { name: 'memory: a whole result', contentType: JSON_TYPE, body: `${result}\n`, read: plain },
  { name: 'memory: a stream instead of a document', contentType: EVENTS, body: begun + done(), read: plain },
];
