import {
  collection,
  document,
  envelope,
  relationship,
  object,
  operation,
  optional,
  resource,
  string,
  wrappedIn,
  type Resource,
} from '@platform-sdk/core/contract';
import { writeResponse } from '@platform-sdk/core/server';
import { expect, it } from 'vitest';
import { baseUrl, benchOf } from './fixtures.ts';
import { json, recordingFetch } from './recording-fetch.ts';

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
const bare = { method: 'GET', credentials: 'none', retry: 'safe' } as const;
const get = operation({
  ...bare,
  path: '/shelves/{shelfId}',
  input: object<{ shelfId: string }>({ shelfId: string }),
  output: document(shelf),
});
const list = operation({ ...bare, path: '/shelves', input: object<{}>({}), output: collection(shelf) });

it('wraps a resource in the envelope that the client reads', async () => {
  const answer = writeResponse(get, { id: '1', name: 'Top', meta: { can: { edit: true } } });
  await expect(answer.json()).resolves.toEqual({
    data: { id: '1', type: 'shelf', attributes: { name: 'Top' } },
    meta: { can: { edit: true } },
  });
});

it.each([
  ['a resource', writeResponse(get, { id: '1', name: 'Top', books: [] })],
  ['a list', writeResponse(list, [{ id: '1', name: 'Top', books: [] }])],
])('writes an empty list of included resources for %s without related resources', async (_, response) => {
  await expect(response.json()).resolves.toMatchObject({ included: [] });
});

it.each(['constructor', 'toString'])('writes an attribute named %s beside relationships', async (name) => {
  const response = writeResponse(get, { id: '1', [name]: 'Top', books: [] });
  await expect(response.json()).resolves.toMatchObject({ data: { attributes: { [name]: 'Top' } } });
});

it('writes linked resources as relationships, and includes each of them once', async () => {
  const books = [{ id: '11', title: 'A' }];
  const answer = writeResponse(list, [
    { id: '1', name: 'Top', books },
    { id: '2', name: 'Low', books },
  ]);
  const relationships = { books: { data: [{ type: 'book', id: '11' }] } };
  await expect(answer.json()).resolves.toEqual({
    data: [
      { id: '1', type: 'shelf', attributes: { name: 'Top' }, relationships },
      { id: '2', type: 'shelf', attributes: { name: 'Low' }, relationships },
    ],
    included: [{ id: '11', type: 'book', attributes: { title: 'A' } }],
  });
});

it('writes a response with related resources that the client reads as the same result', async () => {
  const written = writeResponse(get, { id: '1', name: 'Top', books: [{ id: '11', title: 'A' }] });
  const top = await benchOf({ get }, recordingFetch(written)).client.get({ shelfId: '1' });
  expect(top).toEqual({ id: '1', type: 'shelf', name: 'Top' });
  expect(top.books).toMatchObject([{ id: '11', title: 'A' }]);
});

const update = operation({
  method: 'PATCH',
  path: '/shelves/{shelfId}',
  credentials: 'none',
  input: object<{ shelfId: string; name: string }>({ shelfId: string, name: string }),
  body: envelope('shelf', 'shelfId'),
  output: document(shelf),
  retry: 'idempotent',
});

it('wraps the input in an envelope with the type and the id', async () => {
  const wire = recordingFetch(json({ data: { id: '1', attributes: { name: 'Top' } } }));
  await benchOf({ update }, wire).client.update({ shelfId: '1', name: 'Top' });
  expect(wire.only()).toMatchObject({
    method: 'PATCH',
    url: `${baseUrl}/shelves/1`,
    body: { data: { id: '1', type: 'shelf', attributes: { name: 'Top' } } },
  });
});

const create = operation({
  method: 'POST',
  path: '/shelves',
  credentials: 'none',
  input: object<{ name: string }>({ name: string }),
  body: wrappedIn('shelf'),
  output: document(shelf),
  retry: 'non-idempotent',
});

it('sends the input fields inside an object with the name that wrappedIn gets', async () => {
  const wire = recordingFetch(json({ data: { id: '1', attributes: { name: 'Top' } } }));
  await benchOf({ create }, wire).client.create({ name: 'Top' });
  expect(wire.only().body).toEqual({ shelf: { name: 'Top' } });
});
