import { unknown, object, operation } from '@platform-sdk/core/contract';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { baseUrl, benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const bare = { path: '/notes', credentials: 'application', input: object<{}>({}), output: unknown, retry: 'non-idempotent' } as const;
const contract = { get: operation({ ...bare, method: 'GET' }), add: operation({ ...bare, method: 'POST' }) };

const redirect = (location: string | undefined, status = 302): Response =>
  new Response(null, { status, headers: location === undefined ? {} : { Location: location } });

it.each(['/v1/elsewhere', `${baseUrl}/elsewhere`, 'elsewhere'])('follows a redirect of a read within the origin: %s', async (location) => {
  const wire = recordingFetch(redirect(location), json({ ok: true }));
  await expect(benchOf(contract, wire).client.get()).resolves.toEqual({ ok: true });
  expect(wire.sent.map(({ url }) => url)).toEqual([`${baseUrl}/notes`, `${baseUrl}/elsewhere`]);
});

it.each([
  'https://evil.example/v1/notes',
  '//evil.example/v1/notes',
  'http://api.test/v1/notes',
  'https://api.test:8443/v1/notes',
  'https://api.test.evil.example/',
  'data:application/json,{}',
  'http://',
  undefined,
])('rejects a redirect to another origin, or without a target: %s', async (location) => {
  const wire = recordingFetch(redirect(location), json({}));
  await expect(benchOf(contract, wire).client.get()).rejects.toMatchObject({
    kind: 'redirect',
    status: 302,
    outcome: 'rejected',
    operation: 'notes.get',
  });
  expect(wire.sent).toHaveLength(1);
});

it.each([301, 302, 303, 307, 308])('rejects a redirect of a write, even within the origin: %d', async (status) => {
  const wire = recordingFetch(redirect('/v1/elsewhere', status), json({}));
  await expect(benchOf(contract, wire).client.add()).rejects.toMatchObject({ kind: 'redirect', status });
  expect(wire.sent).toHaveLength(1);
});

const body = (length: number): string => JSON.stringify('x'.repeat(length - 2));

it.each([
  ['declared', () => new Response(body(1001), { headers: { 'Content-Length': '1001' } })],
  ['not declared', () => new Response(body(1001))],
  ['declared falsely', () => new Response(body(1001), { headers: { 'Content-Length': '5' } })],
])('rejects a body that is longer than maxResponseBytes: %s', async (_, answer) => {
  const wire = recordingFetch(answer());
  await expect(benchOf(contract, wire, { maxResponseBytes: 1000 }).client.add()).rejects.toMatchObject({
    kind: 'too-large',
    operation: 'notes.add',
  });
  expect(wire.only().signal.aborted).toBe(true);
});

it('limits a body to 32 MiB by default', async () => {
  const wire = recordingFetch(new Response('""', { headers: { 'Content-Length': String(32 * 1024 * 1024 + 1) } }));
  await expect(benchOf(contract, wire).client.get()).rejects.toMatchObject({ kind: 'too-large' });
});

it('decodes a body whose chunks split its characters', async () => {
  const bytes = new TextEncoder().encode('{"name":"Zoë 🦊"}');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  await expect(benchOf(contract, recordingFetch(new Response(stream))).client.get()).resolves.toEqual({ name: 'Zoë 🦊' });
});

it('accepts a byte order mark at the beginning of a body', async () => {
  await expect(benchOf(contract, recordingFetch(new Response('\uFEFF{"a":1}'))).client.get()).resolves.toEqual({ a: 1 });
});

it('rejects with an error that contains no object of the transport', async () => {
  const lost = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' }),
  });
  const error = await failureOf(benchOf(contract, recordingFetch(lost)).client.get({}, { retry: false }));
  expect(error).not.toHaveProperty('cause');
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toMatch(/ky|Request|Response \{|Headers \{/);
});

it('sends with the global fetch by default', async () => {
  const wire = recordingFetch(json({ ok: true }));
  const original = globalThis.fetch;
  globalThis.fetch = wire.fetch;
  try {
    const { client } = benchOf(contract, wire, { fetch: undefined as never });
    await expect(client.get()).resolves.toEqual({ ok: true });
    expect(wire.sent).toHaveLength(1);
  } finally {
    globalThis.fetch = original;
  }
});
