import { object, operation, streamOperation, unknown } from '@platform-sdk/core/contract';
import { chunksOf, download } from '@platform-sdk/core/internal';
import { expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, recordingFetch } from './recording-fetch.ts';

const get = operation({ method: 'GET', path: '/file', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });
const file = streamOperation(get, async (open) =>
  download(await open(), 'file.bin', (source, options) => chunksOf(source, 'notes.file', { ...options })),
);
const cut = (): Response => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) }));

it('downloads a file although the signal of the call is null, and retries after a break', async () => {
  const wire = recordingFetch(cut(), new Response('abc'));
  const { client } = benchOf({ file }, wire);
  const found = await client.file({}, { signal: null } as never);
  const blob = await found.blob({ signal: new AbortController().signal });
  await expect(blob.text()).resolves.toBe('abc');
  expect(wire.sent).toHaveLength(2);
});

it('ends a download when the signal of blob() aborts', async () => {
  const { client } = benchOf({ file }, recordingFetch(new Response(new ReadableStream())));
  const abort = new AbortController();
  const found = await client.file({}, { signal: null } as never);
  const failure = failureOf(found.blob({ signal: abort.signal }));
  abort.abort();
  await expect(failure).resolves.toMatchObject({ kind: 'aborted' });
});

it('rejects with a timeout if the time limit of a download has passed, and sets no timer with a negative time', async () => {
  const late = streamOperation(get, async (open) =>
    download(await open(), 'file.bin', (source) => chunksOf(source, 'notes.file', { until: performance.now() - 500 })),
  );
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { client } = benchOf({ late }, recordingFetch(new Response(new ReadableStream())));
  const found = await client.late();
  await expect(failureOf(found.blob())).resolves.toMatchObject({ kind: 'timeout' });
  // Node prints a warning for a negative time.
  expect(timers.mock.calls.filter(([, ms]) => Number(ms) < 0)).toEqual([]);
});
