import { chunksOf, download, object, operation, streamOperation, unknown } from '@platform-sdk/core/contract';
import { describe, expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const { fail } = vi.hoisted(() => ({
  fail: () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));
vi.mock('../src/client/reopen.ts', fail);
vi.mock('../src/client/identity-key.ts', fail);
vi.mock('../src/client/wire-naming.ts', fail);

const read = operation({ method: 'GET', path: '/file', credentials: 'user', input: object<{}>({}), output: unknown, retry: 'safe' });
const file = streamOperation(read, async (open) =>
  download(await open(), 'file.bin', (source, options) => chunksOf(source, 'notes.file', { ...options })),
);

describe('a page that cannot load code on demand', () => {
  it('reports that a download broke, although it cannot be retried', async () => {
    const cut = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
    const { client } = benchOf({ file }, recordingFetch(new Response(cut)), { accessToken: 'token' });
    const found = await client.file();
    await expect(failureOf(found.blob())).resolves.toMatchObject({ kind: 'interrupted', operation: 'notes.file', attempts: 1 });
  });

  it('reads past the cache where a function may name another user', async () => {
    const wire = recordingFetch(json({ a: 1 }), json({ a: 2 }));
    let token = 'token-1';
    const { client } = benchOf({ read: { ...read, cacheSeconds: 60 } }, wire, { accessToken: () => token });
    await expect(client.read()).resolves.toEqual({ a: 1 });
    token = 'token-2';
    await expect(client.read()).resolves.toEqual({ a: 2 });
    expect(wire.sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('sends no call whose wire names it cannot apply', async () => {
    const wire = recordingFetch(json({ a: 1 }));
    const { client } = benchOf({ read }, wire, { accessToken: 'token', wireNames: { 'notes.read': { a: 'b' } } });
    await expect(failureOf(client.read())).resolves.toMatchObject({ kind: 'network', outcome: 'not-sent', attempts: 0 });
    expect(wire.sent).toEqual([]);
  });
});
