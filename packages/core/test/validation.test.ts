import type { PlatformOptions } from '@platform-sdk/core';
import {
  collection,
  document,
  integer,
  array,
  object,
  openEnum,
  operation,
  optional,
  record,
  resource,
  string,
  type Resource,
} from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { json, recordingFetch, text } from './recording-fetch.ts';

interface Note extends Resource {
  title: string;
  color?: string;
}

const note = resource<Note>('note', { title: string, color: optional(openEnum('red', 'blue')) });
const bare = { method: 'GET', path: '/notes', credentials: 'none', input: object<{}>({}), retry: 'safe' } as const;
const contract = {
  get: operation({ ...bare, output: document(note) }),
  find: operation({ ...bare, output: document(note) }),
  list: operation({ ...bare, output: collection(note) }),
  facts: operation({ ...bare, output: record(string) }),
  mayBeEmpty: operation({ ...bare, output: optional(document(note)) }),
  mayBeEmptyList: operation({ ...bare, output: { ...collection(note), optional: true } }),
  vital: operation({ ...bare, output: document(note), alwaysValidate: ['title'] }),
};

const bench = (answer: Response, validation?: PlatformOptions['validation']) =>
  benchOf(contract, recordingFetch(answer), validation === undefined ? {} : { validation });

const untitled = { data: { id: '1', attributes: { color: 'red' } } };

it('returns an invalid response by default, and logs the problem', async () => {
  const { client, events } = bench(json(untitled));
  await expect(client.get()).resolves.toEqual({ id: '1', color: 'red' });
  expect(events).toContainEqual({ type: 'invalid-response', operation: 'notes.get', field: 'title', message: 'is required' });
});

it('logs a problem of a response once per operation and field', async () => {
  const { client, events } = bench(json({ data: [untitled.data, untitled.data] }));
  await client.list();
  await client.list();
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([
    { type: 'invalid-response', operation: 'notes.list', field: '*.title', message: 'is required' },
  ]);
});

it('logs at most a hundred fields of an operation, because the keys of a record may be data', async () => {
  const facts = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`key${index}`, 5]));
  const { client, events } = benchOf(contract, recordingFetch(json(facts), json(untitled)));
  await client.facts();
  await client.get();
  const operations = events.flatMap((event) => (event.type === 'invalid-response' ? [event.operation] : []));
  expect(operations).toEqual([...Array<string>(100).fill('notes.facts'), 'notes.get']);
});

it('logs the numbers in the keys of a record as asterisks, and each resulting field once', async () => {
  const { client, events } = bench(json({ '2026-01-01': 5, '2026-01-02': 5, 7: 5 }));
  await client.facts();
  const fields = events.flatMap((event) => (event.type === 'invalid-response' ? [event.field] : []));
  expect(fields).toEqual(['*', '*-*-*']);
});

it('logs a problem of the same field once for each operation', async () => {
  const { client, events } = bench(json(untitled));
  await client.get();
  await client.find();
  expect(events.filter(({ type }) => type === 'invalid-response')).toMatchObject([{ operation: 'notes.get' }, { operation: 'notes.find' }]);
});

it('ignores unknown keys and unknown values of an open enum', async () => {
  const { client, events } = bench(json({ data: { id: '1', attributes: { title: 'a', color: 'green', later: 1 } } }));
  await expect(client.get()).resolves.toEqual({ id: '1', title: 'a', color: 'green', later: 1 });
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([]);
});

it('reports an integer that JavaScript cannot read exactly', async () => {
  const owned = operation({
    ...bare,
    output: object<{ owner: number; members: number[] }>({ owner: integer(), members: array(integer()) }),
  });
  const { client, events } = benchOf({ owned }, recordingFetch(text('{"owner": 9007199254740993, "members": [1, -9007199254740993]}')));
  await client.owned();
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([
    { type: 'invalid-response', operation: 'notes.owned', field: 'owner', message: 'must be at most 9007199254740991' },
    { type: 'invalid-response', operation: 'notes.owned', field: 'members.*', message: 'must be at least -9007199254740991' },
  ]);
});

it('never logs an invalid value of a response', async () => {
  const { client, events } = bench(json({ data: { id: '1', attributes: { title: { word: 'hunter2' } } } }));
  await client.get();
  expect(JSON.stringify(events)).not.toContain('hunter2');
});

it("rejects with the operation, the field and the body with validation 'throw'", async () => {
  const { client } = bench(json(untitled), 'throw');
  const failure = client.get();
  await expect(failure).rejects.toMatchObject({
    kind: 'invalid-response',
    operation: 'notes.get',
    field: 'title',
    status: 200,
    outcome: 'likely-applied',
    body: untitled,
  });
  await expect(failure).rejects.toThrow('title is required');
});

const colorless = { data: { id: '1', type: null, meta: null, attributes: { title: 'a', color: null, later: null } } };

it.each(['report', 'throw', 'off'] as const)('treats null in an optional field as absent, with validation %s', async (validation) => {
  const { client, events } = bench(json(colorless), validation);
  await expect(client.get()).resolves.toEqual({ id: '1', title: 'a', later: null });
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([]);
});

it("keeps null in an optional field of onResponse's document", async () => {
  const { client } = bench(json(colorless));
  let received: unknown;
  await client.get({}, { onResponse: (response) => void (received = response.document) });
  expect(received).toEqual(colorless);
});

it('keeps null in an optional field of an error body', async () => {
  const { client } = bench(json({ data: { id: '1', attributes: { color: null } } }), 'throw');
  await expect(client.get()).rejects.toMatchObject({ field: 'title', body: { data: { attributes: { color: null } } } });
});

it('reports null in a required field', async () => {
  const { client, events } = bench(json({ data: { id: '1', attributes: { title: null } } }));
  await expect(client.get()).resolves.toEqual({ id: '1', title: null });
  expect(events).toContainEqual({ type: 'invalid-response', operation: 'notes.get', field: 'title', message: 'must be a string' });
});

const nothings: readonly (readonly [string, () => Response])[] = [
  ['204', () => new Response(null, { status: 204 })],
  ['an empty body', () => text('', 200, 'application/json')],
  ['blanks', () => text(' \n', 200, 'application/json')],
  ['null', () => text('null', 200, 'application/json')],
  ['{}', () => json({})],
  ['{"data": null}', () => json({ data: null })],
  ['{"data": null, "meta": {}}', () => json({ data: null, meta: { page: 1 }, jsonapi: { version: '1.0' } })],
];
const modes = ['report', 'throw', 'off'] as const;

it.each(nothings)('returns undefined for a response without data if the output is optional: %s', async (_, respond) => {
  for (const mode of modes) await expect(bench(respond(), mode).client.mayBeEmpty()).resolves.toBeUndefined();
});

it.each(nothings)('returns an empty list for a response without data if the output is an optional list: %s', async (_, respond) => {
  for (const mode of modes) await expect(bench(respond(), mode).client.mayBeEmptyList()).resolves.toEqual([]);
});

it.each(nothings)('rejects a response without data as invalid-response if a resource is documented: %s', async (_, respond) => {
  for (const mode of modes) {
    await expect(bench(respond(), mode).client.get()).rejects.toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied' });
    await expect(bench(respond(), mode).client.list()).rejects.toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied' });
  }
});

it("rejects with the service's failure if a response contains errors instead of data, whatever the output is", async () => {
  for (const mode of modes) {
    const answer = json({ errors: [{ detail: 'No' }] });
    await expect(bench(answer, mode).client.mayBeEmpty()).rejects.toMatchObject({ kind: 'http', body: { errors: [{ detail: 'No' }] } });
    await expect(bench(answer, mode).client.get()).rejects.toMatchObject({ kind: 'http', outcome: 'unknown' });
  }
});

it('accepts a response with an empty list of errors', async () => {
  await expect(bench(json({ ...untitled, errors: [] })).client.get()).resolves.toMatchObject({ id: '1' });
});

it("checks and logs nothing with validation 'off'", async () => {
  const { client, events } = bench(json(untitled), 'off');
  await expect(client.get()).resolves.toEqual({ id: '1', color: 'red' });
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([]);
});

it("checks the fields that the SDK needs even with validation 'off'", async () => {
  const { client } = bench(json(untitled), 'off');
  await expect(client.vital()).rejects.toMatchObject({ kind: 'invalid-response', field: 'title' });
});

it.each([
  ['an HTML page', () => text('<!DOCTYPE html><title>Sign in to the Wi-Fi</title>', 200, 'text/html'), /HTML/],
  ['an HTML page with the media type of JSON', () => text('\n<html><body>x</body></html>', 200, 'application/json'), /HTML/],
  ['an XML page', () => text('<?xml version="1.0"?><html><body>x</body></html>', 200, 'text/xml'), /HTML/],
  ['an empty body', () => text('', 200, 'application/json'), /empty/],
  ['broken JSON', () => text('{"data":{"id":"1"', 200, 'application/json'), /JSON/],
  ['plain text', () => text('OK'), /JSON/],
  ['a list instead of a resource', () => json([]), /object/],
])('rejects as invalid-response instead of returning an empty success: %s', async (_, answer, reason) => {
  const { client } = bench(answer());
  const outcome = reason.source === 'HTML' ? 'unknown' : 'likely-applied';
  await expect(client.get()).rejects.toMatchObject({ kind: 'invalid-response', operation: 'notes.get', status: 200, outcome });
  await expect(client.get()).rejects.toThrow(reason);
});
