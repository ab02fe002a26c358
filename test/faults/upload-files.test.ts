import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUploadClient, type UploadClient } from '@platform-sdk/upload';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it, vi } from 'vitest';
import { failureOf } from './signed-in-clients.ts';
import { after, once, say, startUploadServer, type Coming } from './upload-server.ts';

const MEGABYTE = 1024 * 1024;
const extraction = { file_id: 'file-1', filename: 'a.txt', extracted_text: '', metadata: { pages: 1, has_images: false } };

const clientOf = (baseUrl: string): UploadClient => createUploadClient({ baseUrl, token: 'planted-upload-7d1e' });

/** Creates a file of this many bytes, and removes it after the test. */
const fileOf = async (bytes: number): Promise<string> => {
  const path = join(newFolder(), 'a.txt');
  await writeFile(path, Buffer.alloc(bytes, 97));
  return path;
};

/** Returns how many open handles this process has for a file, or 0 on systems other than Linux. */
const opened = (path: string): number => {
  if (process.platform !== 'linux') return 0;
  const handles = '/proc/self/fd';
  return readdirSync(handles).filter((name) => {
    try {
      return readlinkSync(join(handles, name)) === path;
    } catch {
      // The file was closed in the meantime.
      return false;
    }
  }).length;
};

it.each<readonly [string, (path: string) => Promise<void>, string]>([
  ['shorter', (path) => truncate(path, 10), 'is shorter than 33554432 bytes'],
  ['longer', (path) => appendFile(path, 'more'), 'is longer than 33554432 bytes'],
  ['older', (path) => utimes(path, 0, 0), 'was changed since it was checked'],
])('an upload fails and closes its file if the file becomes %s during the upload', async (_, change, why) => {
  const path = await fileOf(32 * MEGABYTE);
  const server = await startUploadServer(
    once(after(MEGABYTE), ({ socket }) => {
      socket.pause();
      void change(path).then(() => socket.resume());
    }),
  );
  const error = await failureOf(clientOf(server.origin).upload({ file: { path } }));
  expect(error).toMatchObject({
    kind: 'invalid-input',
    field: 'file',
    operation: 'upload.upload',
    outcome: 'unknown',
    message: `upload.upload: file ${why}`,
  });
  expect(server.requests.map(({ isWhole }) => isWhole)).toEqual([false]);
  await server.until(() => server.open() === 0);
  await vi.waitFor(() => expect(opened(path)).toBe(0));
});

it.each<readonly [string, (request: Coming) => void, object]>([
  ['rejected', (request) => say(request, 413, { detail: 'Too large.' }, 'Connection: close\r\n'), { kind: 'http', status: 413 }],
  ['reset', ({ socket }) => void socket.resetAndDestroy(), { kind: 'network' }],
  ['answered with 200', (request) => say(request, 200, extraction, 'Connection: close\r\n'), extraction],
])('an upload that is %s in the middle closes its file', { skip: process.platform !== 'linux' }, async (_, act, expected) => {
  const path = await fileOf(32 * MEGABYTE);
  const counts: number[] = [];
  const server = await startUploadServer(
    once(after(MEGABYTE), (request) => {
      counts.push(opened(path));
      act(request);
    }),
  );
  const outcome = await clientOf(server.origin)
    .upload({ file: { path } })
    .catch((error: unknown) => error);
  expect(outcome).toMatchObject(expected);
  expect(counts).toEqual([1]);
  await vi.waitFor(() => expect(opened(path)).toBe(0));
});
