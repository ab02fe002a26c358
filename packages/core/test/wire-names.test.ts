import { collection, document, envelope, object, operation, optional, resource, string, type Resource } from '@platform-sdk/core/contract';
import { readRequest, writeResponse } from '@platform-sdk/core/server';
import { describe, expect, it } from 'vitest';
import { baseUrl, benchOf } from './fixtures.ts';
import { json, recordingFetch } from './recording-fetch.ts';

interface Key extends Resource {
  note: string;
  owner?: { mail: string };
}

const key = resource<Key>('apiKey', { note: string, owner: optional(object<{ mail: string }>({ mail: string })) });

const create = operation({
  method: 'POST',
  path: '/keys',
  credentials: 'none',
  input: object<{ note: string; owner?: { mail: string } }>({ note: string, owner: optional(object<{ mail: string }>({ mail: string })) }),
  body: envelope('apiKey'),
  output: document(key),
  retry: 'non-idempotent',
  undocumented: { 'data.attributes.note': 'assumed' },
});
const activate = operation({
  method: 'POST',
  path: '/users/{userId}/activate',
  credentials: 'none',
  input: object<{ userId: string; code: string }>({ userId: string, code: string }),
  output: object<{ code: string }>({ code: string }),
  retry: 'non-idempotent',
  undocumented: { code: 'assumed' },
});
const list = operation({
  method: 'GET',
  path: '/keys',
  credentials: 'none',
  input: object<{ search?: string }>({ search: optional(string) }),
  output: collection(key),
  retry: 'safe',
  undocumented: { search: 'convention', 'data.attributes.note': 'assumed' },
});

const answered = { data: { id: '1', type: 'apiKey', attributes: { label: 'ci', owner: { mail: 'ada@example.com' } } } };

it('renames a top-level field of the body and of the response', async () => {
  const wire = recordingFetch(json({ activation_code: 'done' }));
  const { client } = benchOf({ activate }, wire, { wireNames: { 'notes.activate': { code: 'activation_code' } } });
  await expect(client.activate({ userId: '1', code: '123456' })).resolves.toEqual({ code: 'done' });
  expect(wire.only().body).toEqual({ activation_code: '123456' });
});

it('renames a nested field of the body and of the response', async () => {
  const wire = recordingFetch(json(answered));
  const { client } = benchOf({ create }, wire, { wireNames: { 'notes.create': { 'data.attributes.note': 'label' } } });
  await expect(client.create({ note: 'ci' })).resolves.toMatchObject({ note: 'ci' });
  expect(wire.only().body).toEqual({ data: { type: 'apiKey', attributes: { label: 'ci' } } });
});

it('renames a wrapper and the fields inside it by wireNames', async () => {
  const wire = recordingFetch(json({ data: { id: '1', attributes: { label: 'ci', holder: { email: 'ada@example.com' } } } }));
  const { client } = benchOf({ create }, wire, {
    wireNames: {
      'notes.create': { 'data.attributes.note': 'label', 'data.attributes.owner': 'holder', 'data.attributes.owner.mail': 'email' },
    },
  });
  const owner = { mail: 'ada@example.com' };
  await expect(client.create({ note: 'ci', owner })).resolves.toMatchObject({ note: 'ci', owner });
  expect(wire.only().body).toEqual({ data: { type: 'apiKey', attributes: { label: 'ci', holder: { email: 'ada@example.com' } } } });
});

it('renames a query parameter by wireNames', async () => {
  const wire = recordingFetch(json({ data: [] }));
  const { client } = benchOf({ list }, wire, { wireNames: { 'notes.list': { search: 'name_contains' } } });
  await client.list({ search: 'ci' });
  expect(wire.only().url).toBe(`${baseUrl}/keys?name_contains=ci`);
});

it('renames a field of every item of a list by wireNames', async () => {
  const wire = recordingFetch(json({ data: [answered.data, answered.data] }));
  const { client } = benchOf({ list }, wire, { wireNames: { 'notes.list': { 'data.attributes.note': 'label' } } });
  await expect(client.list()).resolves.toMatchObject([{ note: 'ci' }, { note: 'ci' }]);
});

it.each([
  ['two fields that swap their names', { note: 'owner', owner: 'note' }],
  ['a field that takes the name of a renamed field', { note: 'owner', owner: 'holder' }],
  ['a field whose name another field takes', { owner: 'note', note: 'label' }],
  ['swapped wrappers with renamed content', { note: 'owner', owner: 'note', 'owner.mail': 'note' }],
])('renames %s by wireNames', async (_, names) => {
  const renames = Object.fromEntries(Object.entries(names).map(([name, wireName]) => [`data.attributes.${name}`, wireName]));
  const wire = recordingFetch(({ body }) => json({ data: { id: '1', ...(body as { data: object }).data } }));
  const { client } = benchOf({ create }, wire, { wireNames: { 'notes.create': renames } });
  const input = { note: 'ci', owner: { mail: 'ada@example.com' } };

  await expect(client.create(input)).resolves.toMatchObject(input);
  const { body } = wire.only();
  const nameOf = (name: string): string => (names as Record<string, string>)[name] ?? name;
  expect(body).toEqual({
    data: {
      type: 'apiKey',
      attributes: {
        [nameOf('note')]: 'ci',
        [nameOf('owner')]: { [(names as Record<string, string>)['owner.mail'] ?? 'mail']: 'ada@example.com' },
      },
    },
  });
  const request = new Request(`${baseUrl}/keys`, { method: 'POST', body: JSON.stringify(body) });
  await expect(readRequest(create, request, {}, renames)).resolves.toMatchObject({ input, problems: [], unknown: [] });
});

it('leaves operations and fields without wireNames unchanged', async () => {
  const wire = recordingFetch(json({ data: { id: '1', attributes: { note: 'ci' } } }));
  const { client } = benchOf({ create, activate }, wire, {
    wireNames: { 'notes.activate': { note: 'label' }, 'notes.create': { 'data.attributes.title': 'label' } },
  });
  await client.create({ note: 'ci' });
  expect(wire.only().body).toEqual({ data: { type: 'apiKey', attributes: { note: 'ci' } } });
});

describe('wireNames of an unknown operation', () => {
  const renames = { note: 'label' };
  const failWith = async (name: string): Promise<unknown> => {
    const wire = recordingFetch(json({ data: { id: '1', attributes: { note: 'ci' } } }));
    const { client } = benchOf({ create, activate, keys: { list } }, wire, { wireNames: { [name]: renames } });
    const result: unknown = await client.create({ note: 'ci' }).then(() => 'sent', String);
    expect(wire.sent).toHaveLength(result === 'sent' ? 1 : 0);
    return result;
  };

  it.each([
    ['notes.creat', 'notes.create'],
    ['notes.keys.lists', 'notes.keys.list'],
    ['notes.Activate', 'notes.activate'],
    ['note.create', 'notes.create'],
    ['nodes.keys.list', 'notes.keys.list'],
  ])('rejects the first call if wireNames contain an unknown operation: %s', async (name, similar) => {
    await expect(failWith(name)).resolves.toBe(
      `PlatformError: wireNames.${name} is no operation of the clients of this platform; did you mean ${similar}?`,
    );
  });

  it('rejects the first call if wireNames contain an unknown operation without a similar operation', async () => {
    await expect(failWith('notes.somethingElseAltogether')).resolves.toBe(
      'PlatformError: wireNames.notes.somethingElseAltogether is no operation of the clients of this platform',
    );
  });

  it.each(['notes.create', 'notes.keys.list', 'wallets.get', 'auth.refresh'])(
    'accepts wireNames of an operation that a client has, or of a service without clients: %s',
    async (name) => {
      await expect(failWith(name)).resolves.toBe('sent');
    },
  );
});

describe('readRequest and writeResponse', () => {
  const renames = { 'data.attributes.note': 'label' };

  it("reads requests and writes responses with the deployment's names", async () => {
    const body = JSON.stringify({ data: { type: 'apiKey', attributes: { label: 'ci' } } });
    const request = new Request(`${baseUrl}/keys`, { method: 'POST', body });
    await expect(readRequest(create, request, {}, renames)).resolves.toEqual({
      input: { note: 'ci' },
      problems: [],
      unknown: [],
      document: JSON.parse(body) as unknown,
    });
    await expect(writeResponse(create, { id: '1', note: 'ci' }, renames).json()).resolves.toEqual({
      data: { id: '1', type: 'apiKey', attributes: { label: 'ci' } },
    });
  });
});
