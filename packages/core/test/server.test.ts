import {
  boolean,
  envelope,
  integer,
  array,
  noContent,
  object,
  enumOf,
  operation,
  optional,
  string,
  wrappedIn,
} from '@platform-sdk/core/contract';
import { matchPath, readRequest, writeResponse } from '@platform-sdk/core/server';
import { expect, it } from 'vitest';

interface Change {
  noteId: string;
  title?: string;
  stars?: number;
  client?: string;
}

const change = operation({
  method: 'PATCH',
  path: '/notes/{noteId}',
  credentials: 'none',
  input: object<Change>({ noteId: string, title: optional(string), stars: optional(integer()), client: optional(string) }),
  query: ['client'],
  body: envelope('note', 'noteId'),
  output: noContent,
  retry: 'idempotent',
});

const search = operation({
  method: 'GET',
  path: '/notes',
  credentials: 'none',
  input: object<{ sort?: 'asc' | 'desc'; page?: number; exact?: boolean; tags?: string[] }>({
    sort: optional(enumOf('asc', 'desc')),
    page: optional(integer()),
    exact: optional(boolean),
    tags: optional(array(string)),
  }),
  output: noContent,
  retry: 'safe',
});

const paint = operation({
  method: 'PUT',
  path: '/notes/{noteId}/paint',
  credentials: 'none',
  input: object<{ noteId: string; color?: string }>({ noteId: string, color: optional(string) }),
  body: wrappedIn('paint'),
  output: noContent,
  retry: 'idempotent',
});

const ask = (query: string) => readRequest(search, new Request(`https://api.test/v1/notes?${query}`), {});
const write = (body: string, query = '') =>
  readRequest(change, new Request(`https://api.test/v1/notes/1${query}`, { method: 'PATCH', body }), { noteId: '1' });

it('returns the decoded parameters of a path', () => {
  expect(matchPath('/notes/{noteId}/lines/{lineId}', '/notes/a%2Fb/lines/%F0%9F%A6%8A')).toEqual({ noteId: 'a/b', lineId: '🦊' });
});

it('returns no parameters for a path template without parameters', () => {
  expect(matchPath('/notes', '/notes')).toEqual({});
});

it.each(['/notes', '/notes/1/2', '/notes/', '/note/1', '/NOTES/1', '/notes/%ZZ', '//notes/1', '/notes/1/'])(
  'does not match the path %s',
  (path) => {
    expect(matchPath('/notes/{noteId}', path)).toBeUndefined();
  },
);

it('combines path, query and body into one input', async () => {
  const body = JSON.stringify({ data: { id: '1', type: 'note', attributes: { title: 'a', stars: 3 } } });
  await expect(write(body, '?client=web')).resolves.toEqual({
    input: { noteId: '1', client: 'web', title: 'a', stars: 3 },
    problems: [],
    unknown: [],
    document: JSON.parse(body) as unknown,
  });
});

it('converts the query to the types of the contract', async () => {
  await expect(ask('page=2&exact=true&tags=a,b&tags=c&sort=asc')).resolves.toMatchObject({
    input: { page: 2, exact: true, tags: ['a', 'b', 'c'], sort: 'asc' },
    problems: [],
  });
});

it.each(['0', '-1', '+2', '007', '2.0'])('reads the whole number %s in the query', async (text) => {
  await expect(ask(`page=${encodeURIComponent(text)}`)).resolves.toMatchObject({ input: { page: Number(text) }, problems: [] });
});

it.each([
  ['tags=', []],
  ['tags=&tags=a', ['a']],
  ['tags=a,', ['a', '']],
])('reads a list in the query %s', async (query, tags) => {
  await expect(ask(query)).resolves.toMatchObject({ input: { tags }, problems: [] });
});

it.each([
  ['page=two', 'page'],
  ['page=1.5', 'page'],
  ['page=', 'page'],
  ['page=0x10', 'page'],
  ['page=1e3', 'page'],
  ['page=%202', 'page'],
  ['exact=yes', 'exact'],
  ['sort=up', 'sort'],
])('reports a problem in the query %s', async (query, field) => {
  const { problems } = await ask(query);
  expect(problems.map((problem) => problem.field)).toEqual([field]);
});

it('reports a problem in the body', async () => {
  const { problems } = await write(JSON.stringify({ data: { id: '1', type: 'note', attributes: { title: 7 } } }));
  expect(problems).toEqual([{ field: 'title', message: 'must be a string' }]);
});

it.each([
  [{ id: '2', type: 'note' }, 'data.id'],
  [{ type: 'note' }, 'data.id'],
  [{ id: '1', type: 'book' }, 'data.type'],
  [{ id: '1' }, 'data.type'],
])('reports an envelope with a missing or wrong type or id: %j', async (data, field) => {
  const { problems } = await write(JSON.stringify({ data: { ...data, attributes: { title: 'a' } } }));
  expect(problems.map((problem) => problem.field)).toEqual([field]);
});

it('reports that an id must be a string if it is a number', async () => {
  const { problems } = await write(JSON.stringify({ data: { id: 1, type: 'note', attributes: { title: 'a' } } }));
  expect(problems).toEqual([{ field: 'data.id', message: 'must be a string' }]);
});

it('reports a body that is not JSON', async () => {
  const { problems } = await write('{"data":');
  expect(problems).toEqual([{ field: '', message: 'is not JSON' }]);
});

it.each([
  [undefined, 'is required'],
  ['{}', 'is required'],
  ['{"color":"red"}', 'is required'],
  ['{"paint":null}', 'must be an object'],
  ['{"paint":"red"}', 'must be an object'],
  ['{"paint":["red"]}', 'must be an object'],
])('reports a body whose fields are not inside the required wrapper: %s', async (body, message) => {
  const request = new Request('https://api.test/v1/notes/1/paint', { method: 'PUT', ...(body !== undefined && { body }) });
  await expect(readRequest(paint, request, { noteId: '1' })).resolves.toMatchObject({ problems: [{ field: 'paint', message }] });
});

it.each(['[]', '"red"', 'null'])('reports a body that is not an object: %s', async (body) => {
  const request = new Request('https://api.test/v1/notes/1/paint', { method: 'PUT', body });
  await expect(readRequest(paint, request, { noteId: '1' })).resolves.toMatchObject({
    problems: [{ field: '', message: 'must be an object' }],
  });
});

it.each(['__proto__', 'constructor', 'toString'])('reports a field named %s as unknown', async (name) => {
  const request = new Request(`https://api.test/v1/notes/1/paint?${name}=1`, {
    method: 'PUT',
    body: `{"paint":{"${name}":{"color":"red"}}}`,
  });
  const { input, unknown } = await readRequest(paint, request, { noteId: '1' });
  expect(unknown).toEqual([name, `paint.${name}`]);
  expect((input as { color?: unknown }).color).toBeUndefined();
  expect(Object.keys(input)).toEqual(['noteId']);
});

it('reads query fields only from the query, and body fields only from the body', async () => {
  const sent = '{"data":{"type":"note","id":"1","attributes":{"title":"T","client":"web"}}}';
  await expect(write(sent, '?stars=5&client=app')).resolves.toMatchObject({
    input: { noteId: '1', title: 'T', client: 'app' },
    unknown: ['stars', 'data.attributes.client'],
  });
});

it('accepts an empty wrapper, and a missing envelope, if every field is optional', async () => {
  const empty = new Request('https://api.test/v1/notes/1/paint', { method: 'PUT', body: '{"paint":{}}' });
  await expect(readRequest(paint, empty, { noteId: '1' })).resolves.toMatchObject({ input: { noteId: '1' }, problems: [] });
  await expect(write('')).resolves.toMatchObject({ input: { noteId: '1' }, problems: [] });
});

it.each([
  ['{"data":"1"}', ['data.id', 'data.type', 'data']],
  ['{"data":{"id":"1","type":"note","attributes":["title"]}}', ['data.attributes']],
  ['{"data":{"id":"1","type":"note","attributes":false}}', ['data.attributes']],
  ['{"data":{"id":"1","type":"note","attributes":null}}', []],
])('reports a value other than null that replaces an object of the envelope: %s', async (body, fields) => {
  const { problems } = await write(body);
  expect(problems.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
});

it('lists unknown fields of the query and of the body at every depth', async () => {
  const body = JSON.stringify({ extra: 1, data: { links: {}, attributes: { title: 'a', color: 'red' } } });
  const { unknown } = await write(body, '?verbose=1');
  expect(unknown.toSorted()).toEqual(['data.attributes.color', 'data.links', 'extra', 'verbose']);
});

it('does not replace a path parameter with a field of the body', async () => {
  const { input } = await write(JSON.stringify({ data: { attributes: { noteId: '2' } } }));
  expect(input).toEqual({ noteId: '1' });
});

it('writes a result without an envelope unchanged', async () => {
  const check = operation({
    method: 'GET',
    path: '/check',
    credentials: 'none',
    input: object<{}>({}),
    output: object<{ valid: boolean }>({ valid: boolean }),
    retry: 'safe',
  });
  await expect(writeResponse(check, { valid: true }).json()).resolves.toEqual({ valid: true });
});

it("returns the operation's status, 200 by default", () => {
  expect(writeResponse(search, undefined).status).toBe(200);
  expect(writeResponse({ ...search, status: 201 }, undefined).status).toBe(201);
  expect(writeResponse({ ...search, status: () => 202 }, undefined).status).toBe(202);
});

it('writes no body with the status 204', async () => {
  const answer = writeResponse({ ...search, status: 204 }, undefined);
  expect(answer.status).toBe(204);
  await expect(answer.text()).resolves.toBe('');
});
