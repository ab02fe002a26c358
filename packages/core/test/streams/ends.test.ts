import { isPlatformError, type PlatformError } from '@platform-sdk/core';
import { eventStream } from '@platform-sdk/core/streams';
import { expect, it } from 'vitest';
import { openedOf } from './opened.ts';
import { drain, frame, messages, scripted, type Script, type ScriptedAnswer } from './scripted-answer.ts';

const drained = async (script: Script, play: (answer: ScriptedAnswer) => void) => {
  const answer = scripted(script);
  const work = drain(answer.stream);
  play(answer);
  const { items, error } = await work;
  return { answer, data: items.map(([, data]) => data), error };
};

it('completes a stream after its end marker', async () => {
  const { data, error } = await drained({}, ({ send, end }) => (send(frame('one', 'two', 'over')), end()));
  expect({ data, error }).toEqual({ data: ['one', 'two'], error: undefined });
});

it('completes a stream after its end marker while the connection stays open', async () => {
  const { answer, data, error } = await drained({}, ({ send }) => send(frame('one', 'over')));
  expect({ data, error }).toEqual({ data: ['one'], error: undefined });
  expect(answer.counts).toEqual({ opened: 1, closed: 1, cancelled: 1 });
});

it('throws invalid-response for a response without a body', async () => {
  const stream = eventStream('notes.watch', async () => ({ ...openedOf(''), response: new Response(null) }), messages, {});
  expect((await drain(stream)).error).toMatchObject({ kind: 'invalid-response' });
  await expect(stream.final()).rejects.toMatchObject({ kind: 'invalid-response' });
});

it('ignores everything after the end marker of a stream', async () => {
  const { data, error } = await drained({}, ({ send }) => send(frame('one', 'over', 'two', 'failed', 'garbled')));
  expect({ data, error }).toEqual({ data: ['one'], error: undefined });
});

it('completes a stream that ends after a possible last event', async () => {
  const { data, error } = await drained({}, ({ send, end }) => (send(frame('one', 'complete')), end()));
  expect({ data, error }).toEqual({ data: ['one', 'complete'], error: undefined });
});

it('completes a stream whose connection breaks after a possible last event', async () => {
  const answer = scripted();
  answer.send(frame('complete'));
  const iterator = answer.stream[Symbol.asyncIterator]();
  await iterator.next();
  answer.cut();
  await expect(iterator.next()).resolves.toEqual({ done: true, value: undefined });
});

it('yields an event that follows a possible last event', async () => {
  const { data } = await drained({}, ({ send }) => send(frame('complete'), frame('usage', 'over')));
  expect(data).toEqual(['complete', 'usage']);
});

it('throws the failure of a stream once, and then ends every later read', async () => {
  const answer = scripted();
  answer.send(frame('one', 'failed'));
  const iterator = answer.stream[Symbol.asyncIterator]();
  await iterator.next();
  await expect(iterator.next()).rejects.toMatchObject({ kind: 'http' });
  await expect(iterator.next()).resolves.toEqual({ done: true, value: undefined });
  await expect(iterator.next()).resolves.toEqual({ done: true, value: undefined });
});

const failures: readonly (readonly [
  name: string,
  expected: Partial<PlatformError>,
  script: Script,
  play: (answer: ScriptedAnswer) => void,
])[] = [
  [
    'truncated for a stream without its end marker',
    { kind: 'truncated', outcome: 'likely-applied' },
    {},
    ({ send, end }) => (send(frame('one')), end()),
  ],
  [
    'truncated for a stream that ends in the middle of an event',
    { kind: 'truncated' },
    {},
    ({ send, end }) => (send(frame('one'), 'data: garbled\n'), end()),
  ],
  [
    'interrupted for a broken connection',
    { kind: 'interrupted', outcome: 'likely-applied' },
    {},
    ({ send, cut }) => (send(frame('one')), setImmediate(cut)),
  ],
  [
    'the failure that the stream reports',
    { kind: 'http', code: 'LLM_SERVICE_ERROR', outcome: 'unknown' },
    {},
    ({ send }) => send(frame('one', 'failed', 'two')),
  ],
  ['a failure after a possible last event', { kind: 'http' }, {}, ({ send }) => send(frame('one', 'complete', 'failed'))],
  [
    'invalid-response for a message that cannot be read',
    { kind: 'invalid-response' },
    {},
    ({ send }) => send(frame('one', 'garbled', 'two')),
  ],
];

it.each(failures)('throws %s, after all earlier events', async (_, expected, script, play) => {
  const { answer, data, error } = await drained(script, play);
  const received = expected.kind === 'http' && data.length === 2 ? ['one', 'complete'] : ['one'];
  expect(isPlatformError(error)).toBe(true);
  expect(error).toMatchObject({ ...expected, operation: 'notes.watch', status: 200, received });
  expect(data).toEqual(received);
  expect(answer.counts.closed).toBeGreaterThan(0);
});

it('does not show an unreadable message in the error', async () => {
  const { error } = await drained({}, ({ send }) => send(frame('garbled')));
  expect((error as Error).message).not.toContain('garbled');
  expect((error as Error).cause).toBeUndefined();
});

it('throws truncated for an empty stream', async () => {
  const { error } = await drained({}, ({ end }) => end());
  expect(error).toMatchObject({ kind: 'truncated', received: [] });
});

it('throws the error of a failed request unchanged', async () => {
  const refusal = new Error('refused');
  const { data, error } = await drained({ before: Promise.reject(refusal) }, () => undefined);
  expect({ data, error }).toEqual({ data: [], error: refusal });
});

const other = (what: string): string => `The response is ${what}, but an event stream was expected. Check the base URL.`;

it.each([
  ['text/html', '<html>Sign in</html>', other('an HTML page')],
  ['text/event-stream', '\n <!doctype html><p>data: one\n\n', other('an HTML page')],
  ['text/plain', 'Sign in', other('text/plain')],
  ['text/plain', 'database: one\n\n', other('text/plain')],
  ['text/plain', 'dat', other('text/plain')],
  ['', 'Sign in', other('of no type')],
  ['application/json', '', other('empty')],
  ['text/html', ' \n', other('empty')],
  ['application/json', '{"detail":"planted"}', other('JSON of another kind')],
  ['application/json', '{"detail":', 'An event of the stream is not JSON'],
  ['application/json', 'Sign in', 'An event of the stream is not JSON'],
  ['text/event-stream', '{"detail":"planted"}', other('JSON of another kind')],
])('rejects a response of the type %j that contains %j', async (type, text, message) => {
  const { data, error } = await drained({ type }, ({ send, end }) => (send(text), end()));
  const outcome = message === other('an HTML page') ? 'unknown' : 'likely-applied';
  expect(error).toMatchObject({ kind: 'invalid-response', message, operation: 'notes.watch', status: 200, received: [], outcome });
  expect(data).toEqual([]);
});

it.each([
  ['text/plain', frame('one', 'over')],
  ['text/event-stream-like', frame('one', 'over')],
  ['application/json', `\uFEFF: hello\n\n${frame('one', 'over')}`],
  ['application/octet-stream', `\n\nid: 1\n${frame('one', 'over')}`],
  ['', `retry: 1\n\nevent: message\n${frame('one', 'over')}`],
  ['text/plain', 'data\n\ndata: one\n\ndata: over'],
])('reads an event stream labelled %j, whole and character by character: %j', async (type, text) => {
  const whole = await drained({ type }, ({ send, end }) => (send(text), end()));
  expect(whole.data.at(-1)).toBe('one');
  expect(whole.error).toBeUndefined();
  const bytewise = await drained({ type }, ({ send, end }) => (send(...Array.from(text)), end()));
  expect(bytewise.data).toEqual(whole.data);
});

it.each(['text/plain', 'text/event-stream', ''])('reads a JSON list labelled %j as a document', async (type) => {
  const { error } = await drained({ type }, ({ send, end }) => (send('[', '1]'), end()));
  expect(error).toMatchObject({ kind: 'invalid-response', message: other('JSON of another kind') });
});

it('throws too-large before the end of a response of more spaces than maxEventCharacters', async () => {
  const answer = scripted({ type: 'text/plain', options: { maxEventCharacters: 10 } });
  answer.send(' '.repeat(11));
  await expect(answer.stream.final()).rejects.toMatchObject({ kind: 'too-large' });
});

it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json'])(
  'reads a response of the type %s as one event if the dialect accepts documents',
  async (type) => {
    const { data, error } = await drained({ type }, ({ send, end }) => (send('\uFEFF"o', 'ne"'), end()));
    expect({ data, error }).toEqual({ data: ['one'], error: undefined });
  },
);

it.each([
  'text/event-stream',
  'Text/Event-Stream; charset=utf-8',
  'text/event-stream ;charset=utf-8',
  'text/event-stream\t; charset=utf-8',
  'text/event-stream, text/event-stream',
])('reads a response of the type %j as a stream', async (type) => {
  const { data } = await drained({ type }, ({ send }) => send(frame('one', 'over')));
  expect(data).toEqual(['one']);
});

it('returns a document as the result of final()', async () => {
  const answer = scripted({ type: 'application/json' });
  answer.send('"one"');
  answer.end();
  await expect(answer.stream.final()).resolves.toEqual(['one']);
});

it('throws interrupted if a document breaks in a response that is not labelled as a stream', async () => {
  const { error } = await drained({ type: 'application/json' }, ({ send, cut }) => (send('"on'), setImmediate(cut)));
  expect(error).toMatchObject({ kind: 'interrupted' });
});

const most = (maxEventCharacters: number, text: string, pieces: number): Promise<{ data: string[]; error?: unknown }> =>
  drained({ options: { maxEventCharacters } }, ({ send }) => {
    for (let at = 0; at < text.length; at += pieces) send(text.slice(at, at + pieces));
  });
const long = 'x'.repeat(10);

it.each([1, 3, 1000])('yields an event of exactly the maximum length, in pieces of %d', async (pieces) => {
  const { data, error } = await most(10, `event: a-long-name\n${frame(long)}data: 12345\ndata: 7890\n\n${frame('over')}`, pieces);
  expect({ data, error }).toEqual({ data: [long, '12345\n7890'], error: undefined });
});

it.each([1, 3, 1000])('rejects an event above the maximum length, in pieces of %d', async (pieces) => {
  const { data, error } = await most(10, frame('one', `${long}x`, 'over'), pieces);
  expect(data).toEqual(['one']);
  expect(error).toMatchObject({
    kind: 'too-large',
    message: 'An event is longer than 10 characters. Raise maxEventCharacters to read it.',
    received: ['one'],
  });
});

it('rejects an event of many short lines above the maximum length', async () => {
  const { error } = await most(10, `${'data: 123\n'.repeat(4)}\n`, 7);
  expect(error).toMatchObject({ kind: 'too-large' });
});

it('rejects an endless line as soon as it is too long', async () => {
  const answer = scripted({ options: { maxEventCharacters: 10 } });
  answer.send(`data: ${'x'.repeat(2000)}`);
  await expect(answer.stream.final()).rejects.toMatchObject({ kind: 'too-large', received: [] });
  expect(answer.counts).toMatchObject({ closed: 1, cancelled: 1 });
});

it('ignores a comment of any length', async () => {
  const { data, error } = await most(10, `: ${'x'.repeat(5000)}\n\n${frame('one', 'over')}`, 100);
  expect({ data, error }).toEqual({ data: ['one'], error: undefined });
});

it('rejects a document above the maximum length', async () => {
  const { error } = await drained({ type: 'application/json', options: { maxEventCharacters: 10 } }, ({ send }) => send(`"${long}"`));
  expect(error).toMatchObject({ kind: 'too-large' });
});
