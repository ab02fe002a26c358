import { expect, it } from 'vitest';
import type * as Lines from '../../src/streams/messages.ts';
import { chatOf, delta, done, hi, stop } from './scripted-chat.ts';
import { openedOf } from './opened.ts';
import { completionChunks, eventStream } from '@platform-sdk/core/streams';

const { separateDataLines } = (await import(new URL('../../src/streams/messages.ts', import.meta.url).href)) as typeof Lines;

/** Removes the blank lines between events, as in the examples of the API specification. */
const asLines = (text: string): string => text.replaceAll('\n\n', '\n');
const there = delta({ content: ' there' });
const lines = asLines(hi + there + done);

const textOf = async (stream: ReturnType<typeof chatOf>): Promise<string> => {
  let text = '';
  for await (const part of stream.text()) text += part;
  return text;
};

/** Passes `pieces` to `separateDataLines`, and returns the text that the parser would receive. */
const separated = (pieces: readonly string[]): string => {
  let passed = '';
  const feed = separateDataLines((text) => (passed += text));
  for (const piece of pieces) feed(piece);
  return passed;
};

it.each([
  ['with line feeds', lines],
  ['with CRLF', lines.replaceAll('\n', '\r\n')],
  ['after a byte order mark', `\uFEFF${lines}`],
  ['with comments between', `${asLines(hi + there)}: ping\n${asLines(done)}`],
  ['with a finish reason instead of [DONE]', asLines(hi + there + stop)],
  ['without the last line end', lines.trimEnd()],
  ['without spaces after the field name', lines.replaceAll('data: ', 'data:')],
])('reads data lines without blank lines %s', async (_, body) => {
  await expect(textOf(chatOf(body))).resolves.toBe('Hi there');
});

it('reads the same events wherever the bytes of data lines are cut in two', async () => {
  const bytes = new TextEncoder().encode(lines);
  const texts = await Promise.all(
    Array.from(bytes, (__, at) => {
      const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          controller.enqueue(bytes.slice(0, at));
          controller.enqueue(bytes.slice(at));
          controller.close();
        },
      });
      return textOf(eventStream('notes.chat', async () => openedOf(pieces), completionChunks(), {}));
    }),
  );
  expect(new Set(texts)).toEqual(new Set(['Hi there']));
});

it('yields the event of a data line before the stream ends', async () => {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const events = eventStream('notes.chat', async () => openedOf(readable), completionChunks(), {})[Symbol.asyncIterator]();
  void writer.write(new TextEncoder().encode(asLines(hi + there)));
  await expect(events.next()).resolves.toMatchObject({ done: false, value: { choices: [{ delta: { content: 'Hi' } }] } });
  await expect(events.next()).resolves.toMatchObject({ done: false, value: { choices: [{ delta: { content: ' there' } }] } });
  void writer.write(new TextEncoder().encode(asLines(done)));
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
});

it('rejects data lines without an end marker as truncated, with the text so far', async () => {
  await expect(chatOf(asLines(hi + there)).final()).rejects.toMatchObject({
    kind: 'truncated',
    received: { choices: [{ message: { content: 'Hi there' } }] },
  });
});

const spread = 'data: {"choices":\ndata: [{"index":0,"delta":{"content":"Hi"}}]}\n\n';

it.each([
  ['events with blank lines', 'data: {}\n\ndata: {}\n\n'],
  ['an object on two lines', spread],
  ['text on two lines', 'data: 5\ndata: apples\n\n'],
  ['a list on a line of its own', 'data: [1]\ndata: [2]\n\n'],
  ['events with a type', 'event: a\ndata: {}\nevent: b\ndata: {}\n\n'],
  ['fields after the data', 'data: {}\nevent: a\n\n'],
  ['lines that end with carriage returns', 'data: {}\rdata: {}\r\r'],
])('separateDataLines passes %s on unchanged, wherever the text is cut', (_, text) => {
  const cuts = Array.from({ length: text.length }, (__, at) => separated([text.slice(0, at), text.slice(at), '\n\n']));
  expect(new Set([...cuts, separated([...text.split(''), '\n\n'])])).toEqual(new Set([`${text}\n\n`]));
});

it('reads a JSON object on two data lines as one event', async () => {
  await expect(textOf(chatOf(spread + done))).resolves.toBe('Hi');
});
