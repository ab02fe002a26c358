import { boolean, document, noContent, object, operation, optional, resource, string, type Resource } from '@platform-sdk/core/contract';
import { expect, it, vi } from 'vitest';
import type { PlatformOptions, ResponseInfo } from '@platform-sdk/core';
import { benchOf, standingClock, tokens } from './fixtures.ts';
import { json, recordingFetch, text, type Answer, type Sent } from './recording-fetch.ts';

interface Note extends Resource {
  title: string;
  tags: string[];
}

const note = resource<Note>('note', { title: string, tags: { type: 'array' } });
const inNote = object<{ noteId: string; include?: string; fresh?: boolean }>({
  noteId: string,
  include: optional(string),
  fresh: optional(boolean),
});

const contract = {
  get: operation({
    method: 'GET',
    path: '/notes/{noteId}',
    credentials: 'user',
    input: inNote,
    output: document(note),
    retry: 'safe',
    cacheSeconds: 300,
    cacheBypassField: 'fresh',
    checkAgainstInput: ({ id }, { noteId }) => (id === noteId ? undefined : `it is note ${id}`),
    undocumented: { fresh: 'assumed' },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/notes/{noteId}/pages',
    credentials: 'user',
    input: object<{ noteId: string }>({ noteId: string }),
    output: noContent,
    retry: 'idempotent',
    invalidates: ['/notes/{noteId}'],
  }),
};

/** Returns a function that responds to each read with the number of reads so far. */
const counted = () => {
  let count = 0;
  return ({ url, method }: Sent): Response => {
    if (method !== 'GET') return json({});
    const [id = ''] = /[^/]+$/.exec(new URL(url).pathname) ?? [];
    return json({ data: { id: decodeURIComponent(id), attributes: { title: `read ${++count}`, tags: ['a'] } } });
  };
};

const bench = async (options: PlatformOptions = {}, ...answers: Answer[]) => {
  const clock = standingClock();
  const wire = recordingFetch(...(answers.length > 0 ? answers : [counted()]));
  const bed = benchOf(contract, wire, { clock, ...options });
  await bed.platform.session.set(tokens('a'));
  return { ...bed, wire, clock };
};

it('returns a cached response without a request until cacheSeconds have passed', async () => {
  const { client, clock, wire } = await bench();
  await client.get({ noteId: '1' });
  clock.advance(299_999);
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 1' });
  expect(wire.sent).toHaveLength(1);
});

it('sends a request when cacheSeconds have passed', async () => {
  const { client, clock } = await bench();
  await client.get({ noteId: '1' });
  clock.advance(300_000);
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 2' });
});

it('keeps a cached response although the wall clock jumps by a day', async () => {
  const { client, clock, wire } = await bench();
  await client.get({ noteId: '1' });
  clock.jump(86_400_000);
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(1);
});

it('caches a separate response for each input', async () => {
  const { client, wire } = await bench();
  await client.get({ noteId: '1' });
  await client.get({ noteId: '2' });
  await client.get({ noteId: '1', include: 'pages' });
  expect(wire.sent).toHaveLength(3);
});

it('returns a separate object to every caller', async () => {
  const { client } = await bench();
  const [first, second] = await Promise.all([client.get({ noteId: '1' }), client.get({ noteId: '1' })]);
  first.tags.push('mine');
  first.title = 'mine';
  expect(second).toEqual({ id: '1', title: 'read 1', tags: ['a'] });
  await expect(client.get({ noteId: '1' })).resolves.toEqual({ id: '1', title: 'read 1', tags: ['a'] });
});

it('does not cache a failure', async () => {
  const { client, wire } = await bench({}, json({ message: 'No.' }, 404), counted());
  await expect(client.get({ noteId: '1' })).rejects.toMatchObject({ status: 404 });
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ id: '1' });
  expect(wire.sent).toHaveLength(2);
});

it.each([
  ['an HTML page', () => text('<html><title>Wi-Fi</title></html>', 200, 'text/html')],
  ['broken JSON', () => text('{"data":', 200, 'application/json')],
  ['another resource', () => json({ data: { id: '9', attributes: { title: 'other', tags: [] } } })],
])('does not cache an invalid response: %s', async (_, refused) => {
  const { client } = await bench({}, refused(), counted());
  await expect(client.get({ noteId: '1' })).rejects.toMatchObject({ kind: 'invalid-response' });
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 1' });
});

it('caches a separate response for each token that the function accessToken returns', async () => {
  let token = 'of-ada';
  const { client, wire } = await bench({ accessToken: async () => token });
  await client.get({ noteId: '1' });
  token = 'of-bob';
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 2' });
  token = 'of-ada';
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 1' });
  expect(wire.sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer of-ada', 'Bearer of-bob']);
});

it('caches a response for the token that was sent, whatever token the function returns next', async () => {
  let count = 0;
  const { client, wire } = await bench({ accessToken: () => `token-${++count}`, apiKey: () => `key-${count}` });
  await client.get({ noteId: '1' });
  await client.get({ noteId: '1' });
  expect(wire.sent.map(({ headers }) => [headers.get('api-key'), headers.get('authorization')])).toEqual([
    ['key-0', 'Bearer token-1'],
    ['key-1', 'Bearer token-2'],
  ]);
});

it('shares no running request between calls with different tokens', async () => {
  let token = 'of-ada';
  const { client, wire } = await bench({ accessToken: () => token });
  const first = client.get({ noteId: '1' });
  token = 'of-bob';
  const second = client.get({ noteId: '1' });
  await Promise.all([first, second]);
  expect(wire.sent).toHaveLength(2);
});

it('invalidates cached responses of every token after a write', async () => {
  let token = 'of-ada';
  const { client, wire } = await bench({ accessToken: () => token });
  await client.get({ noteId: '1' });
  token = 'of-bob';
  await client.remove({ noteId: '1' });
  token = 'of-ada';
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(3);
});

it.each([
  ['of another user', { 'X-Act-As': 'user-2' }, 2],
  ['in another language', { 'accept-language': 'de' }, 2],
  ['with a cookie', { Cookie: 'session=planted' }, 2],
  ['with a trace id', { 'X-Trace-ID': 'trace-1', traceparent: '00-1-2-01' }, 1],
  ['without headers', {}, 1],
])('caches a call %s separately only if its headers affect the response', async (_, headers: Record<string, string>, requests) => {
  const { client, wire } = await bench();
  await client.get({ noteId: '1' });
  await client.get({ noteId: '1' }, { headers });
  await client.get({ noteId: '1' }, { headers });
  expect(wire.sent).toHaveLength(requests);
});

it('uses cache keys without secrets', async () => {
  const read = vi.fn<(request: { key: string }) => void>();
  const { client, platform } = await bench({ accessToken: () => 'planted-token', apiKey: () => 'planted-key' });
  const { cache } = platform.context;
  const { read: original } = cache;
  cache.read = (request) => {
    read(request);
    return original(request);
  };
  await client.get({ noteId: '1' }, { headers: { Cookie: 'planted-cookie' } });
  expect(read.mock.calls[0]?.[0].key).toContain('/notes/1');
  expect(read.mock.calls[0]?.[0].key).not.toContain('planted');
});

it('rejects a cached read if its token function rejects', async () => {
  const { client, wire } = await bench({ accessToken: () => Promise.reject(new Error('vault is locked')) });
  await expect(client.get({ noteId: '1' })).rejects.toMatchObject({ kind: 'session', outcome: 'not-sent', operation: 'notes.get' });
  expect(wire.sent).toEqual([]);
});

it('ends a cached read when its caller aborts while a token function is slow', async () => {
  const { client } = await bench({ accessToken: () => new Promise(() => undefined) });
  const controller = new AbortController();
  const call = client.get({ noteId: '1' }, { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ kind: 'aborted', outcome: 'not-sent' });
});

it('calls `onResponse` of every caller once for a shared response', async () => {
  const { client } = await bench();
  const received: string[] = [];
  const listen = (name: string) => ({
    onResponse: (response: ResponseInfo): void =>
      void received.push(`${name} ${response.status} ${response.operation} ${JSON.stringify(response.document).includes('read 1')}`),
  });
  await Promise.all(['first', 'second'].map((name) => client.get({ noteId: '1' }, listen(name))));
  await client.get({ noteId: '1' }, listen('third'));
  expect(received).toEqual(['first', 'second', 'third'].map((name) => `${name} 200 notes.get true`));
});

it('passes each listener its own copy of a cached response', async () => {
  const { client } = await bench();
  const onResponse = (response: ResponseInfo): void => {
    response.headers.set('x-mine', '1');
    Object.assign(response.document as object, { data: undefined });
  };
  await client.get({ noteId: '1' }, { onResponse });
  const received: ResponseInfo[] = [];
  await expect(client.get({ noteId: '1' }, { onResponse: (response) => received.push(response) })).resolves.toMatchObject({
    title: 'read 1',
  });
  expect(received[0]?.headers.get('x-mine')).toBeNull();
  expect(received[0]?.document).toMatchObject({ data: { id: '1' } });
});

it('sends a request if the bypass field is true, and updates the cache', async () => {
  const { client, wire } = await bench();
  await client.get({ noteId: '1' });
  await expect(client.get({ noteId: '1', fresh: true })).resolves.toMatchObject({ title: 'read 2' });
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 2' });
  expect(wire.sent).toHaveLength(2);
});

it('updates the cache if the bypass field has another wire name', async () => {
  const { client, wire } = await bench({ wireNames: { 'notes.get': { fresh: 'no_cache' } } });
  await client.get({ noteId: '1' });
  await client.get({ noteId: '1', fresh: true });
  expect(wire.sent.at(-1)?.url).toBe('https://api.test/v1/notes/1?no_cache=true');
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 2' });
});

it.each([
  [403, false],
  [404, false],
  [410, false],
  [429, true],
  [503, true],
])('keeps the cached response after a failed bypass only if the status may be temporary: status %s, kept: %s', async (status, isKept) => {
  const read = counted();
  let isFailing = false;
  const { client, wire } = await bench({ retry: { limit: 0 } }, (sent) => (isFailing ? json({}, status) : read(sent)));
  await client.get({ noteId: '1' });
  isFailing = true;
  await expect(client.get({ noteId: '1', fresh: true })).rejects.toMatchObject({ status });
  isFailing = false;
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(isKept ? 2 : 3);
});

it('uses the cache if the bypass field is false', async () => {
  const { client, wire } = await bench();
  await client.get({ noteId: '1' });
  await client.get({ noteId: '1', fresh: false });
  expect(wire.sent).toHaveLength(1);
});

it('removes the cached response of a path that a write invalidates', async () => {
  const { client } = await bench();
  await client.get({ noteId: '1' });
  await client.remove({ noteId: '1' });
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ title: 'read 2' });
});

it('keeps the cached responses of neighbouring paths', async () => {
  const { client, wire } = await bench();
  await client.get({ noteId: '11' });
  await client.remove({ noteId: '1' });
  await client.get({ noteId: '11' });
  expect(wire.sent).toHaveLength(2);
});

it('removes a cached response whose id is encoded in the path', async () => {
  const { client } = await bench();
  await client.get({ noteId: 'a/b' });
  await client.remove({ noteId: 'a/b' });
  await expect(client.get({ noteId: 'a/b' })).resolves.toMatchObject({ title: 'read 2' });
});

it('removes cached responses after a failed write, because the server may have applied it', async () => {
  const { client } = await bench({ retry: { limit: 0 } }, counted(), json({}, 500), counted());
  await client.get({ noteId: '1' });
  await expect(client.remove({ noteId: '1' })).rejects.toMatchObject({ outcome: 'unknown' });
  await client.get({ noteId: '1' });
  await expect(client.get({ noteId: '1' })).resolves.toMatchObject({ id: '1' });
});

it('empties the cache after a sign-out', async () => {
  const { client, platform, wire } = await bench();
  await client.get({ noteId: '1' });
  await platform.session.clear();
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(2);
});

it('empties the cache after a sign-in as another user', async () => {
  const { client, platform, wire } = await bench();
  await client.get({ noteId: '1' });
  await platform.session.set({ ...tokens('b'), id: 'user-2' });
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(2);
});

it('keeps cached responses when the same user gets new tokens', async () => {
  const { client, platform, wire } = await bench();
  await client.get({ noteId: '1' });
  await platform.session.set(tokens('b'));
  await client.get({ noteId: '1' });
  expect(wire.sent).toHaveLength(1);
});
