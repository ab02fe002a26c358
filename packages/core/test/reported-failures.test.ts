import { unknown, collection, document, noContent, object, operation, optional, string } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { bare, note } from './notes.ts';
import { failureOf, json, recordingFetch, text } from './recording-fetch.ts';

const contract = {
  get: operation({ ...bare, method: 'GET', path: '/note', output: document(note), cacheSeconds: 60 }),
  list: operation({ ...bare, method: 'GET', path: '/notes', output: collection(note) }),
  flat: operation({ ...bare, method: 'GET', path: '/flat', output: object<{ content: string }>({ content: string }) }),
  remove: operation({ ...bare, method: 'DELETE', path: '/note', output: noContent, retry: 'idempotent' }),
  judged: operation({
    ...bare,
    method: 'GET',
    path: '/judged',
    output: object<{ success: boolean; error?: unknown }>({ success: unknown as never, error: optional(unknown) }),
  }),
};
const names = ['get', 'list', 'flat', 'remove'] as const;

it.each(
  names.flatMap((name) =>
    [
      { errors: [{ code: 'BROKEN', detail: 'The index is unavailable.' }] },
      { data: [], errors: [{ detail: 'The index is unavailable.' }] },
      { error: 'The index is unavailable.' },
      { error: { code: 'BROKEN', message: 'The index is unavailable.' } },
      { success: false, message: 'The index is unavailable.' },
    ].map((body) => [name, body] as const),
  ),
)("rejects a 200 response that reports a failure, with the server's message: %s %j", async (name, body) => {
  const wire = recordingFetch(json(body));
  const { client } = benchOf(contract, wire);
  await expect(failureOf(client[name]())).resolves.toMatchObject({
    kind: 'http',
    status: 200,
    outcome: 'unknown',
    message: expect.stringMatching(new RegExp(`^The index is unavailable\\. \\(notes\\.${name} returned 200`)) as string,
  });
  expect(wire.sent).toHaveLength(1);
});

it('rejects a 200 response that contains only a message instead of its fields', async () => {
  const { client } = benchOf(contract, recordingFetch(json({ detail: 'The model is down.' })));
  await expect(failureOf(client.flat())).resolves.toMatchObject({ kind: 'http', status: 200, outcome: 'unknown' });
});

it('never caches a 200 response that reports a failure', async () => {
  const wire = recordingFetch(json({ error: 'db down' }), json({ data: { id: '1', type: 'note', attributes: { title: 'a' } } }));
  const { client } = benchOf(contract, wire);
  await failureOf(client.get());
  await expect(client.get()).resolves.toMatchObject({ title: 'a' });
  expect(wire.sent).toHaveLength(2);
});

it.each([
  ['an empty list of errors', 'flat', { content: 'a', errors: [], error: null }],
  ['an error that its output documents', 'judged', { success: false, error: 'not found' }],
  ['a message beside its fields', 'flat', { content: 'a', detail: 'from the cache' }],
  ['only a message, if no output is documented', 'remove', { detail: 'The note was deleted.' }],
] as const)('accepts a 200 response with %s', async (_, name, body) => {
  const wire = recordingFetch(json(body));
  await benchOf(contract, wire).client[name]();
  expect(wire.sent).toHaveLength(1);
});

it('accepts a list with one resource instead of a resource, and rejects other lists', async () => {
  const one = { id: '1', type: 'note', attributes: { title: 'a' } };
  await expect(benchOf(contract, recordingFetch(json({ data: [one] }))).client.get()).resolves.toMatchObject({ id: '1', title: 'a' });
  for (const data of [[], [one, one]]) {
    const { client } = benchOf(contract, recordingFetch(json({ data })));
    await expect(failureOf(client.get())).resolves.toMatchObject({ kind: 'invalid-response' });
  }
});

it('rejects if the second attempt of a DELETE gets the 404 page of a proxy', async () => {
  const wire = recordingFetch(text('', 503), text('<html><title>Not found</title></html>', 404, 'text/html'));
  await expect(failureOf(benchOf(contract, wire).client.remove())).resolves.toMatchObject({ kind: 'http', status: 404 });
});
