import { describe, expect, it } from 'vitest';
import { drain, endless, scripted, type Message } from './scripted-answer.ts';

const encoder = new TextEncoder();

const read = async (...pieces: readonly (string | Uint8Array)[]): Promise<Message[]> => {
  const answer = scripted({ dialect: endless });
  answer.send(...pieces);
  answer.end();
  const { items, error } = await drain(answer.stream);
  expect(error).toBeUndefined();
  return items;
};

const plain = (...data: readonly string[]): Message[] => data.map((each) => ['message', each]);

/** Cases that were written by hand from the specification's rules for parsing an event stream. */
const cases: readonly (readonly [name: string, text: string, events: Message[]])[] = [
  ['splits lines at line feeds', 'data: one\n\ndata: two\n\n', plain('one', 'two')],
  ['splits lines at carriage returns', 'data: one\r\rdata: two\r\rx\n', plain('one', 'two')],
  ['splits lines at CRLF', 'data: one\r\n\r\ndata: two\r\n\r\n', plain('one', 'two')],
  [
    'splits lines at all kinds of line ends in one stream',
    'data: one\r\n\ndata: two\n\r\ndata: three\r\rdata: four\n\r\n',
    plain('one', 'two', 'three', 'four'),
  ],
  ['treats CRLF as one line end', 'data: one\r\ndata: two\r\n\r\n', plain('one\ntwo')],
  ['drops one byte order mark at the beginning', '\uFEFFdata: one\n\n', plain('one')],
  ['drops only one byte order mark', '\uFEFF\uFEFFdata: one\n\ndata: two\n\n', plain('two')],
  ['keeps a byte order mark after the beginning', 'data: \uFEFFone\n\n\uFEFFdata: two\n\n', plain('\uFEFFone')],
  ['ignores comments', ': hello\n\ndata: one\n:\n:data: no\n\n: ping\n\n', plain('one')],
  ['joins lines of data with line feeds', 'data: one\ndata: two\ndata:\ndata: four\n\n', plain('one\ntwo\n\nfour')],
  ['yields empty data', 'data\n\ndata:\n\ndata: \n\n', plain('', '', '')],
  ['yields a line feed for two lines of empty data', 'data\ndata\n\n', plain('\n')],
  ['yields nothing for an event without data', 'event: note\n\nid: 1\n\ndata: one\n\n', plain('one')],
  ['removes only one leading space of a value', 'data:one\n\ndata:  two\n\ndata:\tthree \n\n', plain('one', ' two', '\tthree ')],
  ['splits a line at the first colon', 'data: a: b:c\n\n', plain('a: b:c')],
  ['ignores unknown fields', 'datum: x\nData: y\ndata : z\n data: w\nretries: 1\ndata: one\n\n', plain('one')],
  ['yields the type of an event', 'event: note\ndata: one\n\n', [['note', 'one']]],
  ['yields the last type of an event', 'event: first\ndata: one\nevent:second\n\n', [['second', 'one']]],
  [
    'uses a type for only one event',
    'event: note\ndata: one\n\ndata: two\n\nevent: note\n\ndata: three\n\n',
    [['note', 'one'], ...plain('two', 'three')],
  ],
  ['treats an empty type as missing', 'event: note\nevent\ndata: one\n\nevent:\ndata: two\n\n', plain('one', 'two')],
  ['ignores ids, even with NUL, and retry times', 'id: 1\0\nid\nid: 2\nretry: 10\nretry: soon\nretry\ndata: one\n\n', plain('one')],
  ['keeps NUL in data', 'data: a\0b\n\n', plain('a\0b')],
  // The specification drops both events, but services can end their responses in this way.
  ['yields the last event without its empty line', 'data: one\n\ndata: two\n', plain('one', 'two')],
  ['yields the last event without its line end', 'data: one\n\nevent: note\ndata: two', [...plain('one'), ['note', 'two']]],
  [
    'keeps characters of two, three and four bytes',
    'data: é € 🦉\n\nevent: né€🦉\ndata: x\n\n',
    [
      ['message', 'é € 🦉'],
      ['né€🦉', 'x'],
    ],
  ],
  ['yields nothing for an empty stream', '', []],
];

describe.each(cases)('%s', (_, text, events) => {
  const bytes = encoder.encode(text);

  it('reads all events in one chunk', async () => {
    await expect(read(...(text === '' ? [] : [bytes]))).resolves.toEqual(events);
  });

  it('reads all events one byte at a time', async () => {
    await expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).resolves.toEqual(events);
  });

  it('reads all events in two chunks that are cut at any byte, with an empty chunk between', async () => {
    for (let at = 0; at <= bytes.length; at++)
      await expect(read(bytes.subarray(0, at), new Uint8Array(), bytes.subarray(at)), `at ${at}`).resolves.toEqual(events);
  });
});

it('reads a stream of many cases in chunks of 1 to 64 bytes', async () => {
  const whole = cases.filter(([, text]) => /[\n\r]$/.test(text) && !text.startsWith('\uFEFF') && !/[^\n\r](?:\r\n|\n|\r)$/.test(text));
  const bytes = encoder.encode(whole.map(([, text]) => text).join(''));
  const events = whole.flatMap(([, , expected]) => expected);
  expect(whole.length).toBeGreaterThan(15);
  for (let length = 1; length <= 64; length++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    );
    await expect(read(...pieces), `${length} bytes`).resolves.toEqual(events);
  }
});

it('replaces bytes that are not UTF-8', async () => {
  await expect(read('data: ', Uint8Array.of(0xff, 0xc3), '\n\n')).resolves.toEqual(plain('\uFFFD\uFFFD'));
});
