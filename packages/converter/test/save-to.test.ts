import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answered, archiveOf, byteByByte, bytes, inChunks, newFolder, watchedArchive } from './archives.ts';
import { failureOf } from './wire.ts';

it('saveTo writes the archive to the given path', async () => {
  const folder = await newFolder();
  await (await archiveOf(answered(inChunks(byteByByte())))).saveTo(join(folder, 'docs.zip'));
  await expect(readdir(folder)).resolves.toEqual(['docs.zip']);
  await expect(readFile(join(folder, 'docs.zip'))).resolves.toEqual(Buffer.from(bytes));
});

it.each([214, 255])('saveTo accepts a file name of %i bytes', async (length) => {
  const folder = await newFolder();
  const name = `${'x'.repeat(length - 4)}.zip`;
  await (await archiveOf(answered())).saveTo(join(folder, name));
  await expect(readdir(folder)).resolves.toEqual([name]);
});

it('saveTo replaces an existing file', async () => {
  const path = join(await newFolder(), 'docs.zip');
  await writeFile(path, 'before, and longer than what comes now'.repeat(10));
  await (await archiveOf(answered())).saveTo(path);
  await expect(readFile(path)).resolves.toEqual(Buffer.from(bytes));
});

it('saveTo writes to a temporary file until the archive is complete', async () => {
  const folder = await newFolder();
  const seen: string[][] = [];
  const watched = inChunks([bytes.slice(0, 30), bytes.slice(30)]).pipeThrough(
    new TransformStream({
      async transform(chunk: Uint8Array<ArrayBuffer>, controller) {
        seen.push(await readdir(folder));
        controller.enqueue(chunk);
      },
    }),
  );
  await (await archiveOf(answered(watched))).saveTo(join(folder, 'docs.zip'));
  expect(seen).toHaveLength(2);
  expect(seen.flat()).not.toContain('docs.zip');
});

it.each([
  ['breaks', () => inChunks([bytes.slice(0, 40)], true), 'interrupted'],
  ['is truncated', () => bytes.slice(0, -1), 'truncated'],
  ['is an HTML page', () => '<html></html>', 'invalid-response'],
  ['is empty', () => null, 'invalid-response'],
])('saveTo leaves no files if the archive %s', async (_, body, kind) => {
  const folder = await newFolder();
  const archive = await archiveOf(answered(body()));
  await expect(failureOf(archive.saveTo(join(folder, 'docs.zip')))).resolves.toMatchObject({ kind });
  await expect(readdir(folder)).resolves.toEqual([]);
});

it('saveTo keeps an existing file if the next download breaks', async () => {
  const folder = await newFolder();
  const path = join(folder, 'docs.zip');
  await writeFile(path, 'before');
  await failureOf((await archiveOf(answered(inChunks([bytes.slice(0, 40)], true)))).saveTo(path));
  await expect(readdir(folder)).resolves.toEqual(['docs.zip']);
  await expect(readFile(path, 'utf8')).resolves.toBe('before');
});

it('saveTo closes the connection when the file cannot be written', async () => {
  const { archive, isClosed } = await watchedArchive(answered());
  await expect(failureOf(archive.saveTo(join(await newFolder(), 'missing', 'docs.zip')))).resolves.toMatchObject({
    kind: 'archive',
    code: 'NOT_WRITTEN',
  });
  expect(isClosed()).toBe(true);
});
