import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { saveFile } from '@platform-sdk/core/disk';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createUploadClient } from '@platform-sdk/upload';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, expect, it, vi } from 'vitest';

let folder: string;

/** Removes from file handles the features that Yarn's Plug'n'Play lacks. */
beforeEach(async () => {
  folder = newFolder();
  const handle = await open(join(folder, 'any'), 'w');
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const read: (...given: unknown[]) => unknown = Function.prototype.call.bind(prototype.read);
  vi.spyOn(prototype, 'sync').mockImplementation(() => {
    throw new Error('Method not implemented.');
  });
  vi.spyOn(prototype, 'read').mockImplementation(function (this: typeof handle, ...[buffer, offset = 0, length = 0, position]: unknown[]) {
    return read(this, buffer, offset, length, position) as never;
  });
});

it("two platforms share a session file under Yarn's Plug'n'Play", async () => {
  const local = createLocalPlatform();
  const path = join(folder, 'session.json');
  const create = () =>
    createPlatform({
      apiKey: local.apiKey,
      baseUrls: local.baseUrls(),
      fetch: local.fetch,
      session: { store: fileTokenStore(path), lock: fileLock(`${path}.lock`) },
    });
  const [one, other] = [create(), create()];
  await createAuthClient(one).login({ username: local.account.email, password: local.account.password });
  expect(await createOrganizationsClient(other).list()).toHaveLength(1);
  one.dispose();
  other.dispose();
});

it("an upload reads a file by its path under Yarn's Plug'n'Play", async () => {
  const local = createLocalPlatform();
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const path = join(folder, 'notes.txt');
  await writeFile(path, 'Notes on the engine.');
  expect(await createUploadClient(platform).upload({ file: { path } })).toMatchObject({ extracted_text: 'Notes on the engine.' });
});

it("a download is saved to a file under Yarn's Plug'n'Play", async () => {
  const path = join(folder, 'saved');
  const file = {
    receive: async ({ write }: { readonly write: (chunk: Uint8Array<ArrayBuffer>) => unknown }) => void (await write(Uint8Array.of(1, 2))),
    stream: () => new ReadableStream<Uint8Array<ArrayBuffer>>(),
  };
  await saveFile(file, path, 'test');
  expect([...(await readFile(path))]).toEqual([1, 2]);
});
