import { unknown, boolean, array, number, object, operation, optional, string } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { baseUrl, benchOf } from './fixtures.ts';
import { headersOf, json, recordingFetch } from './recording-fetch.ts';

interface Search {
  shelfId: string;
  page?: number;
  tags?: string[];
  exact?: boolean;
}

const search = operation({
  method: 'GET',
  path: '/shelves/{shelfId}/books',
  credentials: 'none',
  input: object<Search>({ shelfId: string, page: optional(number()), tags: optional(array(string)), exact: optional(boolean) }),
  output: unknown,
  retry: 'safe',
});
const remove = operation({ ...search, method: 'DELETE', retry: 'idempotent' });
const add = operation({
  method: 'POST',
  path: '/shelves/{shelfId}/books',
  credentials: 'none',
  input: object<{ shelfId: string; title?: string; client?: string }>({
    shelfId: string,
    title: optional(string),
    client: optional(string),
  }),
  query: ['client'],
  output: unknown,
  retry: 'non-idempotent',
});
const move = operation({
  method: 'POST',
  path: '/shelves/{shelfId}/books/{bookId}/move',
  credentials: 'none',
  input: object<{ shelfId: string; bookId: string }>({ shelfId: string, bookId: string }),
  output: unknown,
  retry: 'non-idempotent',
});

const bench = () => {
  const wire = recordingFetch(json({}));
  return { wire, ...benchOf({ search, remove, add, move }, wire) };
};

it('sends the input of a read in the path and the query', async () => {
  const { wire, client } = bench();
  await client.search({ shelfId: '7', page: 2, tags: ['old', 'red & blue'], exact: false });
  expect(wire.only()).toMatchObject({
    method: 'GET',
    url: `${baseUrl}/shelves/7/books?page=2&tags=old%2Cred+%26+blue&exact=false`,
    body: undefined,
  });
});

it.each([
  ['leaves absent fields out of', {}, ''],
  ['leaves empty lists out of', { tags: [] }, ''],
  ['encodes special characters in', { tags: ['a&page=9#x'] }, '?tags=a%26page%3D9%23x'],
])('%s the query', async (_, fields, query) => {
  const { wire, client } = bench();
  await client.search({ shelfId: '7', ...fields });
  expect(wire.only().url).toBe(`${baseUrl}/shelves/7/books${query}`);
});

it('sends a read without a body and without headers that describe a body', async () => {
  const { wire, client } = bench();
  await client.search({ shelfId: '7' });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json' });
});

it('sends the input of a deletion in the path and the query', async () => {
  const { wire, client } = bench();
  await client.remove({ shelfId: '7', exact: true });
  expect(wire.only()).toMatchObject({ method: 'DELETE', url: `${baseUrl}/shelves/7/books?exact=true`, body: undefined });
});

it('sends the input of a write in the body, except for the path and the named query fields', async () => {
  const { wire, client } = bench();
  await client.add({ shelfId: '7', title: 'A', client: 'web' });
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/shelves/7/books?client=web`, body: { title: 'A' } });
});

it('sends the input of a write with the content type application/json', async () => {
  const { wire, client } = bench();
  await client.add({ shelfId: '7', title: 'A' });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', 'content-type': 'application/json' });
});

it('sends no body if all fields are in the path', async () => {
  const { wire, client } = bench();
  await client.move({ shelfId: '7', bookId: '8' });
  expect(wire.only().body).toBeUndefined();
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json' });
});

it("leaves the caller's input unchanged", async () => {
  const { client } = bench();
  const input = { shelfId: '7', title: 'A', client: 'web' };
  await client.add(input);
  expect(input).toEqual({ shelfId: '7', title: 'A', client: 'web' });
});

it.each([
  ['a/b', 'a%2Fb'],
  ['//evil.example', '%2F%2Fevil.example'],
  ['..\\..', '..%5C..'],
  ['a?b=c', 'a%3Fb%3Dc'],
  ['a#b', 'a%23b'],
  ['a;b', 'a%3Bb'],
  ['%2f', '%252f'],
  ['%252e', '%25252e'],
  ['@evil.example', '%40evil.example'],
  ['...', '...'],
  ['a b', 'a%20b'],
  ['🦊', '%F0%9F%A6%8A'],
])('encodes an id in a path: %s', async (id, encoded) => {
  const { wire, client } = bench();
  await client.search({ shelfId: id });
  expect(wire.only().url).toBe(`${baseUrl}/shelves/${encoded}/books`);
});

it.each(['', '.', '..', '%2e', '%2E', '%2e%2e', '%2E.', '.%2e', 'a\r\nHost: evil', 'a\u0000', 'a\tb', '\u007F', '\uD83E'])(
  'rejects an invalid id in a path before anything is sent: %j',
  async (shelfId) => {
    const { wire, client } = bench();
    await expect(client.search({ shelfId })).rejects.toMatchObject({ kind: 'invalid-input', field: 'shelfId', outcome: 'not-sent' });
    expect(wire.sent).toEqual([]);
  },
);

it('rejects an invalid input before anything is sent, and names the operation and the field', async () => {
  const { wire, client } = bench();
  const refusal = client.search({ shelfId: '7', page: 'two' as never });
  await expect(refusal).rejects.toMatchObject({ kind: 'invalid-input', field: 'page', outcome: 'not-sent' });
  await expect(refusal).rejects.toThrow('notes.search: page must be a number');
  expect(wire.sent).toEqual([]);
});

it('rejects an input that is not an object', async () => {
  const { client } = bench();
  await expect(client.search(null as never)).rejects.toMatchObject({ kind: 'invalid-input' });
});
