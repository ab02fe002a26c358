import { request, type Platform } from '@platform-sdk/core';
import { unknown, extensible, array, object, operation, optional, record, string, wrappedIn } from '@platform-sdk/core/contract';
import { describe, expect, it } from 'vitest';
import { baseUrl, benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

interface Note {
  noteId: string;
  title?: string;
  tags?: string[];
  author?: { name: string };
  metadata?: unknown;
  prices?: Record<string, unknown>;
}

const bare = { credentials: 'none', output: unknown } as const;
const input = object<Note>({
  noteId: string,
  title: optional(string),
  tags: optional(array(string)),
  author: optional(object<{ name: string }>({ name: string })),
  metadata: unknown,
  prices: optional(record(unknown)),
});
const contract = {
  list: operation({ ...bare, method: 'GET', path: '/notes', input: object<{}>({}), retry: 'safe' }),
  find: operation({
    ...bare,
    method: 'GET',
    path: '/notes/{noteId}',
    input: object<{ noteId: string; search?: string; tags?: string[] }>({
      noteId: string,
      search: optional(string),
      tags: optional(array(string)),
    }),
    retry: 'safe',
  }),
  save: operation({ ...bare, method: 'PUT', path: '/notes/{noteId}', input, body: wrappedIn('note'), retry: 'idempotent' }),
  pass: operation({ ...bare, method: 'POST', path: '/notes', input: extensible(input), retry: 'non-idempotent' }),
};

const bench = () => {
  const wire = recordingFetch(json({}));
  return { wire, ...benchOf(contract, wire, { wireNames: { 'notes.find': { search: 'q' } } }) };
};

/** Returns the error of a call that must not send anything. */
const refusalOf = async (call: (bed: ReturnType<typeof bench>) => Promise<unknown>): Promise<unknown> => {
  const bed = bench();
  const error = await failureOf(call(bed));
  expect(bed.wire.sent).toEqual([]);
  return error;
};

/** The URL of a module. A program may import a module, and pass it as data. */
const source: string = 'data:text/javascript,export const CREDITS = 2';
const loadedModule: unknown = await import(source);

describe('an input with an unknown field', () => {
  const note = { noteId: '1' };

  it.each<[string, object, string]>([
    ['titel', { titel: 'a' }, 'notes.save: titel is unknown: did you mean title?'],
    ['note_id', { note_id: '1' }, 'notes.save: note_id is unknown: did you mean noteId?'],
    ['author.naem', { author: { naem: 'Ada' } }, 'notes.save: author.naem is unknown: did you mean name?'],
    ['xyz', { xyz: 1 }, 'notes.save: xyz is unknown: the fields are noteId, title, tags, author, metadata, prices'],
    [
      'constructor',
      { constructor: 'a' },
      'notes.save: constructor is unknown: the fields are noteId, title, tags, author, metadata, prices',
    ],
    ['timeoutMs', { timeoutMs: 5 }, 'notes.save: timeoutMs is an option: pass it after the input'],
    ['onResponse', { onResponse: () => undefined }, 'notes.save: onResponse is an option: pass it after the input'],
  ])('rejects an unknown field, and names a similar field, all fields, or the option of that name: %s', async (field, more, message) => {
    const error = await refusalOf(({ client }) => client.save({ ...note, ...more }));
    expect(error).toMatchObject({ kind: 'invalid-input', field, message, operation: 'notes.save', outcome: 'not-sent' });
  });

  it('rejects any field if an operation takes no input', async () => {
    const { signal } = new AbortController();
    await expect(refusalOf(({ client }) => client.list({ signal } as never))).resolves.toMatchObject({
      message: 'notes.list: signal is an option: pass it after the input',
    });
    await expect(refusalOf(({ client }) => client.list({ page: 1 } as never))).resolves.toMatchObject({
      message: 'notes.list: page is unknown: there are no fields here',
    });
  });

  it('rejects the wire name of a field as an unknown field', async () => {
    const error = await refusalOf(({ client }) => client.find({ noteId: '1', q: 'a' } as { noteId: string }));
    expect(error).toMatchObject({ field: 'q' });
  });

  it('ignores an unknown field whose value is undefined', async () => {
    const { wire, client } = bench();
    await client.save({ ...note, titel: undefined } as Note);
    expect(wire.only().body).toEqual({ note: {} });
  });

  it('sends unknown fields of an object that allows any field', async () => {
    const { wire, client } = bench();
    const free = { prices: { anything: { nested: [1, null] } }, metadata: { a: { b: 'c' } } };
    await client.save({ ...note, ...free });
    expect(wire.only().body).toEqual({ note: free });
  });

  it('sends unknown fields of an operation that accepts them, unless they are options', async () => {
    const { wire, client } = bench();
    const more = { seed: 7, author: { name: 'Ada', born: 1815 } };
    await client.pass({ ...note, ...more });
    expect(wire.only().body).toEqual({ noteId: '1', ...more });
    const error = await refusalOf((bed) => bed.client.pass({ ...note, signal: new AbortController().signal } as Note));
    expect(error).toMatchObject({ field: 'signal', message: 'notes.pass: signal is an option: pass it after the input' });
  });
});

const circle: Record<string, unknown> = {};
circle['itself'] = circle;

it.each<[string, unknown, string, string]>([
  ['NaN', { a: NaN }, 'metadata.a', 'NaN'],
  ['Infinity', [-Infinity], 'metadata.0', '-Infinity'],
  ['undefined in a list', { a: ['b', undefined] }, 'metadata.a.1', 'undefined'],
  ['a hole in a list', Array(1), 'metadata.0', 'undefined'],
  ['a bigint', 1n, 'metadata', 'a bigint'],
  ['a function', { a: () => 1 }, 'metadata.a', 'a function'],
  ['a symbol', { a: Symbol('b') }, 'metadata.a', 'a symbol'],
  ['a Map', { a: new Map([['b', 1]]) }, 'metadata.a', 'no plain object'],
  ['a Set', new Set([1]), 'metadata', 'no plain object'],
  ['a promise', { a: Promise.resolve(1) }, 'metadata.a', 'no plain object'],
  ['bytes', { a: new Uint8Array(2) }, 'metadata.a', 'no plain object'],
  ['a Blob', { a: new Blob(['b']) }, 'metadata.a', 'no plain object'],
  ['an invalid date', { a: new Date('no date') }, 'metadata.a', 'an invalid date'],
])('rejects a value that JSON cannot represent, instead of dropping it: %s', async (_, metadata, field, name) => {
  const error = await refusalOf(({ client }) => client.save({ noteId: '1', metadata }));
  expect(error).toMatchObject({
    kind: 'invalid-input',
    field,
    message: `notes.save: ${field} cannot be sent as JSON: it is ${name}`,
    outcome: 'not-sent',
  });
});

it.each([
  ['a promise', Promise.resolve({ a: 1 })],
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set(['a'])],
  ['a form', new FormData()],
  ['a Blob', new Blob(['{}'])],
  ['null', null],
])('rejects a value that is not an object of fields: %s', async (_, value) => {
  const part = await refusalOf(({ client }) => client.save({ noteId: '1', prices: value as never }));
  expect(part).toMatchObject({ kind: 'invalid-input', field: 'prices', outcome: 'not-sent' });
  const whole = await refusalOf(({ client }) => client.save(value as never));
  expect(whole).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
});

it.each<[string, unknown, unknown]>([
  [
    'a class of its own',
    new (class Prices {
      readonly CREDITS = 2;
      get [Symbol.toStringTag](): string {
        return 'Prices';
      }
    })(),
    { CREDITS: 2 },
  ],
  ['an object without a prototype', Object.assign(Object.create(null), { CREDITS: 2 }), { CREDITS: 2 }],
  ['a module', loadedModule, { CREDITS: 2 }],
])('sends %s as a JSON object with its members', async (_, prices, sent) => {
  const { wire, client } = bench();
  await client.save({ noteId: '1', prices: prices as never });
  expect(wire.only().body).toEqual({ note: { prices: sent } });
});

it('rejects NaN in a record, a circular value, and undefined in the body of a raw request', async () => {
  await expect(refusalOf(({ client }) => client.save({ noteId: '1', prices: { CREDITS: NaN } }))).resolves.toMatchObject({
    field: 'prices.CREDITS',
  });
  await expect(refusalOf(({ client }) => client.save({ noteId: '1', metadata: circle }))).resolves.toMatchObject({
    field: 'metadata',
    message: 'notes.save: metadata is circular, or nested too deeply',
  });
  const post = (platform: Platform, body: unknown): Promise<unknown> =>
    request(platform, { base: 'organizations', path: '/x', method: 'POST', credentials: 'none', body });
  await expect(refusalOf(({ platform }) => post(platform, { a: [undefined] }))).resolves.toMatchObject({ field: 'body.a.0' });
});

it('accepts dates, URLs, null and objects of classes as JSON values', async () => {
  class Point {
    x = 1;
  }
  const metadata = {
    at: new Date(0),
    url: new URL(baseUrl),
    none: null,
    absent: undefined,
    point: new Point(),
    bare: Object.create(null) as object,
  };
  const { wire, client } = bench();
  await client.save({ noteId: '1', metadata });
  expect(wire.only().body).toEqual({
    note: { metadata: { at: '1970-01-01T00:00:00.000Z', url: baseUrl, none: null, point: { x: 1 }, bare: {} } },
  });
});

const half = '\uD83E';

it.each<[string, string, (bed: ReturnType<typeof bench>) => Promise<unknown>]>([
  ['a path', 'noteId', ({ client }) => client.find({ noteId: half })],
  ['a query', 'search', ({ client }) => client.find({ noteId: '1', search: `fox ${half}` })],
  ['a list in a query', 'tags', ({ client }) => client.find({ noteId: '1', tags: ['a', half] })],
  ['a header', 'X-Name', ({ client }) => client.list({}, { headers: { 'X-Name': half } })],
  ['a raw path', 'path', ({ platform }) => request(platform, { base: 'organizations', path: `/${half}`, credentials: 'none' })],
  ['a raw query', 'a', ({ platform }) => request(platform, { base: 'organizations', path: '/x', query: { a: half }, credentials: 'none' })],
])('rejects a lone surrogate in %s instead of sending U+FFFD', async (_, field, call) => {
  await expect(refusalOf(call)).resolves.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
});

it('sends a lone surrogate in a body as a JSON escape', async () => {
  const { wire, client } = bench();
  await client.save({ noteId: '1', title: half });
  expect(wire.only().body).toEqual({ note: { title: half } });
});

it('accepts surrogate pairs', async () => {
  const { wire, client } = bench();
  await client.find({ noteId: '🦊', search: '🦊' });
  expect(wire.only().url).toBe(`${baseUrl}/notes/%F0%9F%A6%8A?q=%F0%9F%A6%8A`);
});

it.each([null, {}, NaN, [undefined], new Date(0)])('rejects a value that a query cannot represent in a raw request: %j', async (value) => {
  const call = ({ platform }: ReturnType<typeof bench>): Promise<unknown> =>
    request(platform, { base: 'organizations', path: '/x', query: { a: value as never }, credentials: 'none' });
  await expect(refusalOf(call)).resolves.toMatchObject({ kind: 'invalid-input', field: 'a', outcome: 'not-sent' });
});

const faulty = { noteId: '1', titel: 'x', author: { name: 1 }, tags: Array.from({ length: 300 }, () => 5) };

it('shows the first fault of an input, and lists at most a hundred faults with their fields', async () => {
  const error = await refusalOf(({ client }) => client.save(faulty as never));
  expect(error).toMatchObject({ kind: 'invalid-input', field: 'titel', message: expect.stringContaining('titel is unknown') as string });
  const { details } = error as { readonly details: readonly { readonly field: string; readonly detail: string }[] };
  expect(details).toHaveLength(100);
  expect(details.slice(1, 3)).toEqual([
    { field: 'tags.0', detail: 'tags.0 must be a string' },
    { field: 'tags.1', detail: 'tags.1 must be a string' },
  ]);
});
