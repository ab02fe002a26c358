import { chunksOf, download, object, operation, streamOperation, unknown } from '@platform-sdk/core/contract';
import { describe, expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, recordingFetch } from './recording-fetch.ts';

vi.mock('../src/client/reopen.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const file = streamOperation(
  operation({ method: 'GET', path: '/file', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' }),
  async (open) => download(await open(), 'file.bin', (source, options) => chunksOf(source, 'notes.file', { ...options })),
);

describe('a page that loses its connection during a download', () => {
  it('reports the break, although the code of the retry cannot be loaded', async () => {
    const cut = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
    const { client } = benchOf({ file }, recordingFetch(new Response(cut)));
    const found = await client.file();
    await expect(failureOf(found.blob())).resolves.toMatchObject({ kind: 'interrupted', operation: 'notes.file', attempts: 1 });
  });
});
