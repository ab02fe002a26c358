import {
  collection,
  document,
  relationship,
  object,
  operation,
  optional,
  resource,
  string,
  type Resource,
} from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { json, recordingFetch, text } from './recording-fetch.ts';

interface Shelf extends Resource {
  name: string;
  color?: string;
  readonly books?: Book[];
}

interface Book extends Resource {
  title: string;
}

const shelf = resource<Shelf>('shelf', {
  name: string,
  color: optional(string),
  books: relationship(resource<Book>('book', { title: string })),
});
const inShelf = object<{ shelfId: string }>({ shelfId: string });

const get = operation({
  method: 'GET',
  path: '/shelves/{shelfId}',
  credentials: 'none',
  input: inShelf,
  output: document(shelf),
  retry: 'safe',
});
const list = operation({
  method: 'GET',
  path: '/shelves',
  credentials: 'none',
  input: object<{}>({}),
  output: collection(shelf),
  retry: 'safe',
});

const read = (answer: unknown): Promise<Shelf> => benchOf({ get }, recordingFetch(json(answer))).client.get({ shelfId: '1' });
const readAll = (answer: unknown): Promise<Shelf[]> => benchOf({ list }, recordingFetch(json(answer))).client.list();

const book = (id: string, title: string) => ({ id, type: 'book', attributes: { title } });
const related = {
  data: {
    id: '1',
    type: 'shelf',
    attributes: { name: 'Top' },
    relationships: { books: { data: [{ type: 'book', id: '12' }] } },
  },
  included: [
    { ...book('11', 'A'), relationships: { sequel: { data: { type: 'book', id: '12' } } } },
    { ...book('12', 'B'), relationships: { prequel: { data: { type: 'book', id: '11' } } } },
    { id: '5', type: 'user', attributes: { email: 'ada@example.com' } },
  ],
};

it('puts the attributes of a resource beside its id', async () => {
  await expect(read({ data: { id: '1', type: 'shelf', attributes: { name: 'Top' } } })).resolves.toEqual({
    id: '1',
    type: 'shelf',
    name: 'Top',
  });
});

it('keeps attributes and members that the contract does not contain', async () => {
  const answer = { data: { id: '1', type: 'shelf', attributes: { name: 'Top', wood: 'oak' }, links: { self: '/shelves/1' } } };
  await expect(read(answer)).resolves.toEqual({ id: '1', type: 'shelf', name: 'Top', wood: 'oak', links: { self: '/shelves/1' } });
});

it('reads an id that is a number as a string', async () => {
  await expect(read({ data: { id: 42, type: 'shelf', attributes: { name: 'Top' } } })).resolves.toMatchObject({ id: '42' });
});

// JavaScript reads 9007199254740993 as 9007199254740992.
it.each(['9007199254740993', '1.5', '-1e400'])('reports a numeric id that is not a safe integer: %s', async (id) => {
  const body = `{"data":{"id":${id},"type":"shelf","attributes":{"name":"Top"}}}`;
  const { client, events } = benchOf({ get }, recordingFetch(text(body, 200, 'application/vnd.api+json')));
  const { id: found } = await client.get({ shelfId: '1' });
  expect(typeof found).toBe('number');
  expect(events).toContainEqual({ type: 'invalid-response', operation: 'notes.get', field: 'id', message: 'must be a string' });
});

it.each(['constructor', 'toString'])('links a relationship whose name equals an inherited member: %s', async (name) => {
  const relationships = { [name]: { data: { type: 'user', id: '5' } } };
  const top = await read({ data: { id: '1', type: 'shelf', attributes: { name: 'Top' }, relationships }, included: related.included });
  expect((top as unknown as Record<string, unknown>)[name]).toMatchObject({ id: '5', email: 'ada@example.com' });
});

it('keeps the meta of the resource', async () => {
  const answer = { data: { id: '1', attributes: { name: 'Top' }, meta: { can: { edit: true } } } };
  await expect(read(answer)).resolves.toMatchObject({ meta: { can: { edit: true } } });
});

it('merges the meta of the envelope and the resource, and the resource wins', async () => {
  const answer = { data: { id: '1', attributes: { name: 'Top' }, meta: { can: 'resource' } }, meta: { can: 'document', note: 'x' } };
  await expect(read(answer)).resolves.toMatchObject({ meta: { can: 'resource', note: 'x' } });
});

it('groups included resources by type, even without relationships', async () => {
  const { data, included } = related;
  const { relationships: _, ...bare } = data;
  const top = await read({ data: bare, included });
  expect(top.included).toMatchObject({
    book: [
      { id: '11', title: 'A' },
      { id: '12', title: 'B' },
    ],
    user: [{ email: 'ada@example.com' }],
  });
  // The included resources relate to each other, so it is unknown whether the shelf contains both.
  expect(top.books).toBeUndefined();
});

it('links the related resources by the name of the relationship', async () => {
  const top = await read(related);
  expect(top.books).toHaveLength(1);
  expect(top.books?.[0]).toMatchObject({ id: '12', title: 'B' });
});

it('links the same object that the group of included resources contains', async () => {
  const top = await read(related);
  expect(top.books?.[0]).toBe(top.included?.['book']?.[1]);
});

it('links an included resource whose id is a number', async () => {
  const relationships = { books: { data: [{ type: 'book', id: 7 }] } };
  const top = await read({
    data: { id: 1, attributes: { name: 'Top' }, relationships },
    included: [{ id: 7, type: 'book', attributes: { title: 'A' } }],
  });
  expect(top.books).toMatchObject([{ id: '7', title: 'A' }]);
});

it('reads a number as a string in the identifier of a resource that is not included', async () => {
  const relationships = { books: { data: [{ type: 'book', id: 7, meta: { order: 1 } }] } };
  const top = await read({ data: { id: '1', type: 'shelf', attributes: { name: 'Top' }, relationships } });
  expect(top.books).toEqual([{ type: 'book', id: '7', meta: { order: 1 } }]);
});

it.each(['9007199254740993', '"9007199254740992"'])('links no resource whose numeric id is not a safe integer to the id %s', async (id) => {
  const body = `{"data":{"id":"1","type":"shelf","attributes":{"name":"Top"},"relationships":{"books":{"data":[{"type":"book","id":${id}}]}}},
    "included":[{"id":9007199254740992,"type":"book","attributes":{"title":"Another"}}]}`;
  const top = await benchOf({ get }, recordingFetch(text(body))).client.get({ shelfId: '1' });
  expect(top.books).toHaveLength(1);
  expect(top.books?.[0]).not.toHaveProperty('title');
});

it('reads relationships although no resource is included', async () => {
  await expect(read({ data: related.data })).resolves.toEqual({ id: '1', type: 'shelf', name: 'Top' });
});

it('serialises resources that link to each other, without the linked resources', async () => {
  const top = await read(related);
  const second = top.books?.[0] as unknown as { prequel: { sequel: unknown } };
  expect(second.prequel.sequel).toBe(second);
  expect(JSON.parse(JSON.stringify(top))).toEqual({ name: 'Top', id: '1', type: 'shelf' });
  expect(JSON.parse(JSON.stringify(top.included))).toEqual({
    book: [
      { title: 'A', id: '11', type: 'book' },
      { title: 'B', id: '12', type: 'book' },
    ],
    user: [{ email: 'ada@example.com', id: '5', type: 'user' }],
  });
});

it.each([
  [{ data: null }, { kind: 'invalid-response', outcome: 'likely-applied' }],
  [
    { errors: [{ detail: 'No' }], data: { id: '1' } },
    { kind: 'http', outcome: 'unknown' },
  ],
])('rejects a document without a resource, or with errors beside it: %j', async (answer, failure) => {
  const { client } = benchOf({ get }, recordingFetch(json(answer)));
  await expect(client.get({ shelfId: '1' })).rejects.toMatchObject({ ...failure, body: answer });
});

it.each([{ data: 'text' }, { data: 7 }])(
  'rejects with the field id for a document without a resource if validation is throw: %j',
  async (answer) => {
    const { client } = benchOf({ get }, recordingFetch(json(answer)), { validation: 'throw' });
    await expect(client.get({ shelfId: '1' })).rejects.toMatchObject({ kind: 'invalid-response', field: 'id' });
  },
);

it.each(['__proto__', 'constructor', 'toString'])('reads an included resource whose type is named %s', async (type) => {
  const top = await read({ data: related.data, included: [{ id: '1', type, attributes: { polluted: true } }] });
  expect(Object.keys(top.included ?? {})).toEqual([type]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('unwraps every resource of a collection', async () => {
  const answer = {
    data: [
      { id: '1', attributes: { name: 'A' } },
      { id: 2, attributes: { name: 'B' } },
    ],
  };
  await expect(readAll(answer)).resolves.toEqual([
    { id: '1', name: 'A' },
    { id: '2', name: 'B' },
  ]);
});

it('reads a bare array as a collection', async () => {
  await expect(readAll([{ id: '1', type: 'shelf', attributes: { name: 'A' } }])).resolves.toEqual([{ id: '1', type: 'shelf', name: 'A' }]);
});

it('reads resources whose attributes are beside their id', async () => {
  await expect(readAll({ data: [{ id: '1', name: 'A' }] })).resolves.toEqual([{ id: '1', name: 'A' }]);
});

it('links each resource of a collection to its own related resources', async () => {
  const of = (id: string, bookId: string) => ({
    id,
    attributes: { name: id },
    relationships: { books: { data: [{ type: 'book', id: bookId }] } },
  });
  const shelves = await readAll({ data: [of('1', '11'), of('2', '12')], included: [book('11', 'A'), book('12', 'B')] });
  expect(shelves.map(({ books }) => books?.map(({ title }) => title))).toEqual([['A'], ['B']]);
});

it('rejects a collection that is not a list', async () => {
  await expect(readAll({ shelves: [] })).rejects.toMatchObject({ kind: 'invalid-response' });
});
