import { beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptedJob, toldBy, type Told } from './scripted-job.ts';

const encoder = new TextEncoder();
const line = (text: string): Told => ['line', text];
const result = (document: unknown): Told => ['result', document];

/** The name of each response, its text, and the events that it yields. */
const answers: readonly (readonly [string, string, readonly Told[]])[] = [
  ['a log and a result', 'one\ntwo\n__JSON__{"a":1}', [line('one'), line('two'), result({ a: 1 })]],
  [
    'lines with each kind of line end',
    'one\r\ntwo\rthree\n\nfour\n__JSON__[1]\n',
    [line('one'), line('two'), line('three'), line('four'), result([1])],
  ],
  ['characters of several bytes', '🕷 é\n__JSON__{"é":"🕷"}', [line('🕷 é'), result({ é: '🕷' })]],
  ['no log', '__JSON__{"a":1}', [result({ a: 1 })]],
  ['terminal codes after a result', 'one\n__JSON__{"a":1}\u001b[0m \u009b2K\u001b]0;done\u0007\n', [line('one'), result({ a: 1 })]],
  ['a delimiter in a line', 'it has __JSON__ here\n__JSON__{"a":1}', [line('it has __JSON__ here'), result({ a: 1 })]],
  [
    'a delimiter in a line before JSON',
    'saw __JSON__{"x":1} there\n__JSON__{"a":1}',
    [line('saw __JSON__{"x":1} there'), result({ a: 1 })],
  ],
  [
    'a delimiter in the result',
    'one\n__JSON__{"a":"x __JSON__ y","b":"__JSON__{}"}',
    [line('one'), result({ a: 'x __JSON__ y', b: '__JSON__{}' })],
  ],
  [
    'a delimiter that is repeated',
    'one\n__JSON__\n__JSON__\n__JSON__{"a":1}',
    [line('one'), line('__JSON__'), line('__JSON__'), result({ a: 1 })],
  ],
  ['delimiters that overlap', 'one\n__JSON__JSON__{"a":1}', [line('one'), line('__JSON'), result({ a: 1 })]],
  ['two results', 'one\n__JSON__{"a":1}\n__JSON__{"b":2}', [line('one'), line('__JSON__{"a":1}'), result({ b: 2 })]],
  ['underscores before the delimiter', 'a____JSON__{"a":1}', [line('a__'), result({ a: 1 })]],
  ['a delimiter within a line', 'one __JSON__{"a":1}', [line('one '), result({ a: 1 })]],
  ['a result between white space', 'one\n__JSON__ \r\n {"a":1} \n\n', [line('one'), result({ a: 1 })]],
  ['a result over several lines', 'one\n__JSON__{\n  "a": 1\n}\n', [line('one'), result({ a: 1 })]],
  [
    'a quote that opens after one delimiter and closes after the next',
    'one __JSON__["two __JSON__["three"]',
    [line('one __JSON__["two '), result(['three'])],
  ],
  ['a result that is a number', 'one\n__JSON__7', [line('one'), result(7)]],
  ['terminal codes after a number', 'one\n__JSON__7\u001b[0m\n', [line('one'), result(7)]],
  ['a log that ends with bye', 'one\nbye\n', [line('one'), line('bye'), result('bye')]],
  ['a last line without a line end', 'one\nbye', [line('one'), line('bye'), result('bye')]],
  ['a delimiter without a result, and the line bye', '__JSON__\nbye', [line('__JSON__'), line('bye'), result('bye')]],
];

describe.each(answers)('If a job returns %s,', (_, text, wanted) => {
  const bytes = encoder.encode(text);

  it('yields the same events wherever the response is cut in two', async () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { events, error } = await toldBy([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(error).toBeUndefined();
      expect(events).toEqual(wanted);
    }
  });

  it('yields the same events if each byte arrives alone', async () => {
    const { events, error } = await toldBy(Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1)));
    expect(error).toBeUndefined();
    expect(events).toEqual(wanted);
  });
});

// Pieces that are held back are joined into blocks of several thousand characters.
it.each([4095, 4096, 4097, 9000])('returns a long result that arrives in %d pieces', async (count) => {
  const pieces = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + (index % 26)));
  const { events, error } = await toldBy(['one\n__JSON__{"a":"', ...pieces, '"}']);
  expect(error).toBeUndefined();
  expect(events).toEqual([line('one'), result({ a: pieces.join('') })]);
});

it.each([
  ['a log alone', 'one\ntwo\n', ['one', 'two']],
  ['a delimiter alone', 'one\n__JSON__', ['one']],
  ['half a delimiter', 'one\n__JSO', ['one', '__JSO']],
  ['a result that is cut', 'one\n__JSON__{"a":[1,2', ['one']],
  ['a result followed by other text', 'one\n__JSON__{"a":1}\nrubbish', ['one', '__JSON__{"a":1}', 'rubbish']],
  ['text that only looks like JSON', 'one\n__JSON__[truly]', ['one', '__JSON__[truly]']],
  ['a result that is cut in a line of its own', 'one\ntwo __JSON__{"a":', ['one', 'two ']],
  ['a line of JSON that is cut', 'one\n{"a":[1,2', ['one']],
  ['a line that only begins as JSON does', 'one\n{a', ['one', '{a']],
  ['a value inside the string of a result that is cut', 'one\n__JSON__{"a":"b __JSON__{}', ['one']],
  ['a value inside the string of a result that is cut, before white space', 'one\n__JSON__{"a":"b __JSON__[1, 2]  ', ['one']],
])('throws truncated with the log if a job ends without a result after %s', async (_, text, received) => {
  const bytes = encoder.encode(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { error } = await toldBy([bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect(error).toMatchObject({ kind: 'truncated', operation: 'jobs.run', received });
  }
});

it.each([
  ['an empty text', '', 'text/plain'],
  ['white space', ' \n\n', 'text/plain'],
  ['an empty JSON document', '', 'application/json'],
  ['an HTML page', '<!doctype html><title>Sorry</title>', 'text/html'],
  ['an HTML page with the type text/plain', ' \n<html><body>Sorry</body></html>', 'text/plain'],
  ['an HTML page without a content type', '<!DOCTYPE html>', ''],
  ['invalid JSON', '{"a":', 'application/json'],
])('rejects %s instead of the response of a job', async (_, text, type) => {
  const { events, error } = await toldBy([text], {}, type);
  expect(events).toEqual([]);
  expect(error).toMatchObject({ kind: 'invalid-response' });
});

it('rejects an XML document instead of the response of a job as a page', async () => {
  const { error } = await toldBy(['<?xml version="1.0"?><Error/>'], {}, 'text/plain');
  expect(error).toMatchObject({ kind: 'invalid-response', message: expect.stringContaining('a page of HTML or XML') as string });
});

it.each(['application/json', 'application/json; charset=utf-8', 'application/problem+json'])(
  'reads the response of a job with the type %s as the result',
  async (type) => {
    const { events } = await toldBy(['{"a":', '1}'], {}, type);
    expect(events).toEqual([result({ a: 1 })]);
  },
);

it.each(['application/x-ndjson', 'application/jsonl'])('reads the response of a job with the type %s as a log', async (type) => {
  const { events } = await toldBy(['{"a":1}\n{"b":2}\nbye\n'], {}, type);
  expect(events).toEqual([line('{"a":1}'), line('{"b":2}'), line('bye'), result('bye')]);
});

it('throws the failure that the result of a job reports', async () => {
  const { events, error } = await toldBy(['one\n__JSON__{"failed":true}']);
  expect(events).toEqual([line('one')]);
  expect(error).toMatchObject({ kind: 'http', status: 200, body: { failed: true }, received: ['one'] });
});

it('yields the lines of a job before the rest arrives', async () => {
  const { job, send } = scriptedJob();
  const events = job[Symbol.asyncIterator]();
  send('one\ntwo __JSON__ {"not json" __\nthr');
  expect([await events.next(), await events.next()].map(({ value }) => value as Told)).toEqual([
    line('one'),
    line('two __JSON__ {"not json" __'),
  ]);
  await events.return?.();
});

it('holds back lines of a job only while they can be the result', async () => {
  const { job, send, end } = scriptedJob();
  const events = job[Symbol.asyncIterator]();
  send('one\n__JSON__[1,\n');
  expect((await events.next()).value).toEqual(line('one'));
  send('2] no\nthree\n');
  expect((await events.next()).value).toEqual(line('__JSON__[1,'));
  expect((await events.next()).value).toEqual(line('2] no'));
  expect((await events.next()).value).toEqual(line('three'));
  send('bye\n');
  end();
  await events.return?.();
});

it('throws too-large for a line of a job that is longer than maxEventCharacters', async () => {
  for (const pieces of [
    ['one\n', 'x'.repeat(600), 'x'.repeat(600)],
    ['one\n', `${'x'.repeat(1001)}\ntwo\n`],
    [`one\n${'x'.repeat(1001)}\n`],
  ]) {
    const { error } = await toldBy(pieces, { maxEventCharacters: 1000 });
    expect(error).toMatchObject({ kind: 'too-large', received: ['one'] });
  }
});

it('yields 50 lines of a job that are longer than maxEventCharacters only together', async () => {
  const { events } = await toldBy([...Array.from({ length: 50 }, (_, index) => `${'x'.repeat(900)}${index}\n`), '__JSON__{}'], {
    maxEventCharacters: 1000,
  });
  expect(events).toHaveLength(51);
});

it('throws truncated for a long result that is cut, and yields no line of it', async () => {
  const half = `{"a":"${'x'.repeat(2 * 1024 * 1024)}`;
  for (const text of [`one\n__JSON__${half}`, `one\n${half}`]) {
    const { events, error } = await toldBy([text]);
    expect(error).toMatchObject({ kind: 'truncated', received: ['one'] });
    expect(events).toEqual([line('one')]);
  }
});

it('throws too-large before the end of a result that is longer than maxEventCharacters', async () => {
  const { job, send } = scriptedJob({ maxEventCharacters: 1000 });
  send('one\n__JSON__["', 'x'.repeat(2000));
  await expect(job.result()).rejects.toMatchObject({ kind: 'too-large' });
});

it('returns the result of a job without a loop', async () => {
  const { job, send, end } = scriptedJob();
  send('one\n__JSON__{"a":1}');
  end();
  await expect(job.result()).resolves.toEqual({ a: 1 });
  await expect(job.result()).resolves.toEqual({ a: 1 });
});

it('returns the result of a job during a loop and after it', async () => {
  const { job, send, end, counts } = scriptedJob();
  const events = job[Symbol.asyncIterator]();
  send('one\n');
  await events.next();
  const later = job.result();
  send('__JSON__{"a":1}');
  end();
  await events.next();
  await events.next();
  await expect(later).resolves.toEqual({ a: 1 });
  await expect(job.result()).resolves.toEqual({ a: 1 });
  expect(counts.opened).toBe(1);
});

it('rejects `result()` with aborted and the received lines if the loop ended early', async () => {
  const { job, send, counts } = scriptedJob();
  send('one\ntwo\n');
  for await (const event of job) {
    expect(event).toEqual(line('one'));
    break;
  }
  expect(counts).toEqual({ opened: 1, closed: 1, cancelled: 1 });
  await expect(job.result()).rejects.toMatchObject({ kind: 'aborted', received: ['one', 'two'] });
});

it('rejects `result()` with the error of the loop', async () => {
  const { job, send, cut } = scriptedJob();
  send('one\n');
  const events = job[Symbol.asyncIterator]();
  await events.next();
  cut();
  await expect(events.next()).rejects.toMatchObject({ kind: 'interrupted' });
  await expect(job.result()).rejects.toMatchObject({ kind: 'interrupted', received: ['one'] });
});

it('rejects a loop after the result of a job was read', async () => {
  const { job, send, end } = scriptedJob();
  send('__JSON__1');
  end();
  await job.result();
  expect(() => job[Symbol.asyncIterator]()).toThrow('read once');
});

it('yields the result of a job although the connection breaks after it', async () => {
  const { job, send, cut } = scriptedJob();
  send('one\n__JSON__{"a":1}');
  const events = job[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual(line('one'));
  const next = events.next();
  cut();
  await expect(next).resolves.toEqual({ done: false, value: result({ a: 1 }) });
  await expect(events.next()).resolves.toEqual({ done: true, value: undefined });
});

it.each([
  ['inside a result', '__JSON__{"a":'],
  ['after a value inside the string of a result', '__JSON__{"a":"__JSON__{}'],
  ['after a value that is not a result', '__JSON__{"isOther":true}'],
  ['after a delimiter', '__JSON__'],
  ['after a number, which may continue', '__JSON__12'],
])('throws interrupted if the connection breaks %s', async (_, text) => {
  const { job, send, cut } = scriptedJob();
  send(`one\n${text}`);
  const events = job[Symbol.asyncIterator]();
  expect((await events.next()).value).toEqual(line('one'));
  const next = events.next();
  cut();
  await expect(next).rejects.toMatchObject({ kind: 'interrupted', received: ['one'] });
  await expect(job.result()).rejects.toMatchObject({ kind: 'interrupted' });
});

it('throws invalid-response at the end of a response whose JSON value is not a result', async () => {
  const { events, error } = await toldBy(['one\n__JSON__{"isOther":true}\n']);
  expect(events).toEqual([line('one')]);
  expect(error).toMatchObject({ kind: 'invalid-response', body: { isOther: true } });
});

it('yields a JSON value as a line of the log if more follows', async () => {
  const { events, error } = await toldBy(['one\n__JSON__{"isOther":true}', '\nbye\n']);
  expect(events).toEqual([line('one'), line('__JSON__{"isOther":true}'), line('bye'), result('bye')]);
  expect(error).toBeUndefined();
});

it('reads a log that is labelled as JSON, wherever it is cut', async () => {
  const bytes = encoder.encode('one\n__JSON__{"a":1}');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { events, error } = await toldBy([bytes.subarray(0, cut), bytes.subarray(cut)], {}, 'application/json');
    expect(error).toBeUndefined();
    expect(events).toEqual([line('one'), result({ a: 1 })]);
  }
});

describe('the wait for the end of a job', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('returns the result after idleMs if the connection stays open, and not earlier', async () => {
    const { job, send, counts } = scriptedJob({ idleMs: 5000 });
    send('one\n__JSON__{"a":1}');
    const settled = vi.fn<() => void>();
    const given = job.result().finally(settled);
    await vi.advanceTimersByTimeAsync(4999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(given).resolves.toEqual({ a: 1 });
    expect(counts.cancelled).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['a value that is not a result', 'one\n__JSON__{"isOther":true}'],
    ['a value inside the string of a result', 'one\n__JSON__{"a":"__JSON__{}'],
    ['a value that white space follows', 'one\n__JSON__{"isOther":true} \n'],
    ['a number, which may continue', 'one\n__JSON__12'],
  ])('throws stalled after %s', async (_, text) => {
    const { job, send } = scriptedJob({ idleMs: 5000 });
    send(text);
    const failed = job.result().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await failed).toMatchObject({ kind: 'stalled', received: ['one'] });
  });

  it('continues the job if text follows the result', async () => {
    const { job, send, end } = scriptedJob();
    send('one\n__JSON__{"a":1}');
    const given = job.result();
    await vi.advanceTimersByTimeAsync(50_000);
    send('\n', 'more\n__JSON__{"b":2}');
    await vi.advanceTimersByTimeAsync(50_000);
    end();
    await expect(given).resolves.toEqual({ b: 2 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws stalled if the rest of the result never comes', async () => {
    const { job, send } = scriptedJob({ idleMs: 5000 });
    send('one\n__JSON__{"a":');
    const failed = job.result().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await failed).toMatchObject({ kind: 'stalled', received: ['one'] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('clears its timers when the loop ends early', async () => {
    const { job, send } = scriptedJob();
    send('one\n__JSON__{"a":1}');
    for await (const _ of job) break;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('throws aborted when the signal of the caller aborts', async () => {
    const controller = new AbortController();
    const { job, send, counts } = scriptedJob({ signal: controller.signal });
    send('one\n');
    const failed = job.result().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    expect(await failed).toMatchObject({ kind: 'aborted', received: ['one'] });
    expect(counts.closed).toBeGreaterThan(0);
  });
});

it.each([
  ['false delimiters', '__JSON__[1,2 '],
  ['delimiters in strings', '__JSON__["'],
  ['nothing but delimiters', '__JSON__'],
  ['half delimiters', '__JSON_'],
  ['opened brackets', '__JSON__[[[['],
])('parses JSON at most twice for a long log of %s', async (_, piece) => {
  const parsed = vi.spyOn(JSON, 'parse');
  const { error } = await toldBy(Array.from({ length: 2000 }, () => `${piece}\n`));
  expect(error).toMatchObject({ kind: 'truncated' });
  expect(parsed.mock.calls.length).toBeLessThanOrEqual(2);
});

it('throws truncated for a job that ends inside a character after the line bye', async () => {
  const { events, error } = await toldBy(['one\nbye', Uint8Array.of(0xf0, 0x9f)]);
  expect(events).toEqual([line('one'), line('bye\uFFFD')]);
  expect(error).toMatchObject({ kind: 'truncated' });
});

it('throws truncated, and yields no result, for a job that ends inside a character after its result', async () => {
  const { events, error } = await toldBy(['one\n__JSON__{"a":1}', Uint8Array.of(0xc3)]);
  expect(events.filter(([kind]) => kind === 'result')).toEqual([]);
  expect(error).toMatchObject({ kind: 'truncated' });
});
