import {
  boolean,
  collection,
  document,
  envelope,
  integer,
  array,
  noContent,
  object,
  operation,
  optional,
  string,
  type AnyOperation,
} from '@platform-sdk/core/contract';
import { mock } from '@platform-sdk/core/testing';
import { createPlatform } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { expect, it } from 'vitest';
import { baseUrl } from './fixtures.ts';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { note } from './notes.ts';

interface Search {
  shelfId: string;
  page?: number;
  exact?: boolean;
  tags?: string[];
}

const bare = { credentials: 'none', retry: 'non-idempotent' } as const;
const contract = {
  get: operation({
    ...bare,
    method: 'GET',
    path: '/notes/{noteId}',
    input: object<{ noteId: string }>({ noteId: string }),
    output: document(note),
  }),
  search: operation({
    ...bare,
    method: 'GET',
    path: '/shelves/{shelfId}/notes',
    input: object<Search>({ shelfId: string, page: optional(integer()), exact: optional(boolean), tags: optional(array(string)) }),
    output: collection(note),
  }),
  update: operation({
    ...bare,
    method: 'PATCH',
    path: '/notes/{noteId}',
    input: object<{ noteId: string; title: string }>({ noteId: string, title: string }),
    body: envelope('note', 'noteId'),
    output: document(note),
  }),
  create: operation({
    ...bare,
    method: 'POST',
    path: '/notes',
    input: object<{ title: string }>({ title: string }),
    body: envelope('note'),
    output: document(note),
    status: 201,
  }),
  remove: operation({
    ...bare,
    method: 'DELETE',
    path: '/notes/{noteId}',
    input: object<{ noteId: string }>({ noteId: string }),
    output: noContent,
  }),
};

const server = mockServer();

const client = createClient(
  { name: 'notes', base: 'organizations' },
  contract,
  createPlatform({ baseUrls: { organizations: baseUrl }, validation: 'throw' }),
);

it('returns the result of the resolver to the client', async () => {
  server.use(mock(contract.get, baseUrl, ({ noteId }) => ({ id: noteId, title: 'a' })));
  await expect(client.get({ noteId: '1' })).resolves.toEqual({ id: '1', type: 'note', title: 'a' });
});

it('writes the result into the envelope of the service', async () => {
  server.use(mock(contract.get, baseUrl, ({ noteId }) => ({ id: noteId, title: 'a', meta: { can: { edit: true } } })));
  const response = await fetch(`${baseUrl}/notes/1`);
  await expect(response.json()).resolves.toEqual({
    data: { id: '1', type: 'note', attributes: { title: 'a' } },
    meta: { can: { edit: true } },
  });
});

it.each(['a b', 'a/b', '🦊', 'a%2Fb'])('passes the id to the resolver as the caller wrote it: %s', async (id) => {
  server.use(mock(contract.get, baseUrl, ({ noteId }) => ({ id: noteId, title: 'a' })));
  await expect(client.get({ noteId: id })).resolves.toMatchObject({ id });
});

it('passes the query to the resolver with the types of the contract', async () => {
  let received: unknown;
  const input = { shelfId: '7', page: 2, exact: false, tags: ['a', 'b'] };
  server.use(
    mock(contract.search, baseUrl, (given) => {
      received = given;
      return [];
    }),
  );
  await client.search(input);
  expect(received).toEqual(input);
});

it('passes the fields of the body and the request to the resolver', async () => {
  server.use(
    mock(contract.update, baseUrl, async ({ noteId, title }, request) => {
      expect(await request.json()).toEqual({ data: { id: '1', type: 'note', attributes: { title: 'b' } } });
      return { id: noteId, title };
    }),
  );
  await expect(client.update({ noteId: '1', title: 'b' })).resolves.toMatchObject({ id: '1', title: 'b' });
});

it('responds with the status of the mocked operation', async () => {
  server.use(mock(contract.create, baseUrl, ({ title }) => ({ id: '1', title })));
  let status = 0;
  await client.create({ title: 'a' }, { onResponse: (response) => void (status = response.status) });
  expect(status).toBe(201);
});

it('sends no body if the mocked operation returns nothing', async () => {
  server.use(mock(contract.remove, baseUrl, () => undefined));
  await expect(client.remove({ noteId: '1' })).resolves.toBeUndefined();
});

it('sends a Response that the resolver returns', async () => {
  server.use(mock(contract.get, baseUrl, () => Response.json({ errors: [{ code: 'GONE', detail: 'It is gone.' }] }, { status: 410 })));
  await expect(client.get({ noteId: '1' })).rejects.toMatchObject({ status: 410, code: 'GONE' });
});

it('responds with 400 to a request that breaks the contract, and names the field', async () => {
  server.use(mock(contract.create, baseUrl, ({ title }) => ({ id: '1', title })));
  const response = await fetch(`${baseUrl}/notes`, {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'note', attributes: { title: 7 } } }),
  });
  expect(response.status).toBe(400);
  await expect(response.json()).resolves.toEqual({ detail: 'title must be a string' });
});

it('accepts a base URL of a mock that ends in a slash', async () => {
  server.use(mock(contract.get, `${baseUrl}/`, ({ noteId }) => ({ id: noteId, title: 'a' })));
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ id: '1' });
});

it.each([
  ['a missing operation', 'operation', undefined, baseUrl, (): undefined => undefined],
  ['a method of a client instead of an operation', 'operation', client.get, baseUrl, (): undefined => undefined],
  ['a missing base URL', 'baseUrl', contract.get, undefined, (): undefined => undefined],
  ['a value instead of a resolver', 'resolve', contract.get, baseUrl, { id: '1' }],
])('throws if mock gets %s, and shows the name of the argument', (_, field, mocked, base, resolve) => {
  expect(() => mock(mocked as never, base as never, resolve as never)).toThrow(
    expect.objectContaining({ kind: 'invalid-input', field, message: expect.stringContaining(`mock: ${field} must be `) as string }),
  );
});

it.each([
  ['get', { id: '1' }, 'title is required'],
  ['get', { id: '1', title: Number.NaN }, 'title must be a string'],
  ['get', undefined, 'it is required'],
  ['get', [], 'it must be an object'],
  ['search', [{ id: '1', title: 'a' }, { id: '2' }], '1.title is required'],
  ['search', { id: '1' }, 'it must be a list'],
] as const)('responds with 501 to a result that breaks the contract, and the client does not retry: %s %j', async (name, result, words) => {
  let calls = 0;
  const count = (): never => {
    calls++;
    return result as never;
  };
  server.use(mock(contract[name] as AnyOperation, baseUrl, count));
  const call = name === 'get' ? client.get({ noteId: '1' }) : client.search({ shelfId: '1' });
  await expect(call).rejects.toMatchObject({
    status: 501,
    message: expect.stringContaining(`the result is wrong: ${words}. `) as string,
  });
  expect(calls).toBe(1);
});

it('sends a Response unchanged even if it breaks the contract', async () => {
  server.use(mock(contract.get, baseUrl, () => Response.json({ data: { id: '1', type: 'note', attributes: {} } })));
  await expect(client.get({ noteId: '1' })).rejects.toMatchObject({ kind: 'invalid-response', field: 'title' });
});

it('responds with an empty object if a mock with an optional output returns nothing', async () => {
  server.use(mock({ ...contract.get, output: optional(document(note)) } as never, baseUrl, () => undefined));
  const response = await fetch(`${baseUrl}/notes/1`);
  expect([response.status, await response.json()]).toEqual([200, {}]);
});
