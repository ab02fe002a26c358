import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlatformError } from '@platform-sdk/core';
import { openArchive, type ArchiveLimits } from '@platform-sdk/converter';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { describe, expect, it } from 'vitest';
import { good, hostile, zip } from './zips.ts';
import { platformErrorOf } from '@platform-sdk/test-helpers';

/** Creates a folder, and returns it with the path of a target inside it. Tests detect files outside the target. */
const folders = (): { readonly outside: string; readonly target: string } => {
  const outside = newFolder();
  return { outside, target: join(outside, 'target') };
};

/** Returns every path below a folder. Paths of folders end with a slash. */
const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1) + (entry.isDirectory() ? '/' : ''))
    .toSorted();

/** Reads all files of an archive. Returns their texts by name. */
const readAll = async (archive: Uint8Array, limits?: ArchiveLimits): Promise<Record<string, string>> => {
  const files: Record<string, string> = {};
  for await (const entry of openArchive(archive).entries(limits)) files[entry.name] = await entry.text();
  return files;
};

it.each(hostile)('reading a hostile archive with %s fails with %s', async (_, code, archive) => {
  const error = await platformErrorOf(readAll(archive()));
  expect(error).toMatchObject({ kind: 'archive', code, operation: 'converter.download' });
  expect(error.message.length).toBeLessThan(400);
});

it.each(hostile)('unpacking a hostile archive with %s fails with %s, and leaves no files', async (_, code, archive) => {
  const { outside, target } = folders();
  await expect(platformErrorOf(openArchive(archive()).extractTo(target))).resolves.toMatchObject({ kind: 'archive', code });
  expect(pathsIn(outside).filter((path) => path !== 'target/')).toEqual([]);
});

it('a ZIP bomb is not unpacked beyond its declared size', async () => {
  const bomb = zip([{ name: 'zeros', data: new Uint8Array(64 * 1024 * 1024), size: 100_000 }]);
  let given = 0;
  const read = async (): Promise<void> => {
    for await (const entry of openArchive(bomb).entries()) for await (const piece of entry.stream()) given += piece.length;
  };
  await expect(platformErrorOf(read())).resolves.toMatchObject({ code: 'WRONG_SIZE' });
  expect(given).toBeLessThanOrEqual(100_000);
});

it('an archive that is truncated at any byte is rejected', async () => {
  const whole = zip([
    { name: 'a.md', data: 'some text' },
    { name: 'b.md', data: 'more text', descriptor: 'signed' },
  ]);
  for (let length = 0; length < whole.length; length++)
    expect(await platformErrorOf(readAll(whole.subarray(0, length)))).toMatchObject({ kind: 'archive' });
});

it.each([9, 12, 14, 77, 93])('the error for the unsupported compression method %d names the file', async (method) => {
  await expect(platformErrorOf(readAll(zip([{ name: 'a.md', data: 'x', method }])))).resolves.toMatchObject({
    code: 'UNSUPPORTED',
    field: 'a.md',
    message: `"a.md" in the archive is packed by the unsupported method ${method}`,
  });
});

it('an archive with one changed byte causes an error or returns the original content', async () => {
  const wanted = { 'a.md': 'some text', 'b.md': 'more text' };
  const whole = zip([
    { name: 'a.md', data: 'some text' },
    { name: 'b.md', data: 'more text' },
  ]);
  for (let at = 0; at < whole.length; at++) {
    const changed = whole.slice();
    changed[at] = (changed[at] as number) ^ 0x55;
    // Changes in times, versions and attributes cause no error, because they are not checked.
    const read = await readAll(changed).catch((error: unknown) => {
      if (isPlatformError(error) && error.kind === 'archive') return wanted;
      throw error;
    });
    expect(Object.values(read)).toEqual(Object.values(wanted));
  }
});

it.each(good)('a valid archive with %s is read', async (_, archive, files) => {
  await expect(readAll(archive(), { maxRatio: 2000 })).resolves.toEqual(files);
});

it.each(good)('a valid archive with %s is unpacked', async (_, archive, files) => {
  const { outside, target } = folders();
  const { files: written, bytes } = await openArchive(archive()).extractTo(target, { maxRatio: 2000 });
  expect(written).toEqual(Object.keys(files));
  for (const [name, content] of Object.entries(files)) {
    const found = readFileSync(join(target, name));
    expect(new TextDecoder().decode(found)).toBe(content);
  }
  expect(bytes).toBe(Object.keys(files).reduce((sum, name) => sum + readFileSync(join(target, name)).length, 0));
  expect(pathsIn(outside).filter((path) => path.includes('.part'))).toEqual([]);
});

it('a valid archive with 70,000 files, more than a 16-bit number can count, is read', async () => {
  const count = 70_000;
  const archive = zip(
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, method: 0 as const })),
    { is64: true },
  );
  let seen = 0;
  for await (const { size } of openArchive(archive).entries()) seen += size === 0 ? 1 : 0;
  expect(seen).toBe(count);
});

it('a valid archive is accepted as a Blob', async () => {
  const names: string[] = [];
  for await (const { name } of openArchive(new Blob([zip([{ name: 'a', data: 'x' }]) as Uint8Array<ArrayBuffer>])).entries())
    names.push(name);
  expect(names).toEqual(['a']);
});

it.each([
  ['one file', [11]],
  ['all files together', [4, 4, 4]],
])('an archive is rejected if the compression ratio of %s exceeds maxRatio', async (_, mebibytes) => {
  const archive = zip(mebibytes.map((size, index) => ({ name: `${index}`, data: new Uint8Array(size * 1024 * 1024) })));
  await expect(platformErrorOf(readAll(archive))).resolves.toMatchObject({ code: 'LIMIT', field: 'maxRatio' });
  await expect(readAll(archive, { maxRatio: 2000 })).resolves.toHaveProperty('0');
});

it.each<readonly [string, ArchiveLimits]>([
  ['maxArchiveBytes', { maxArchiveBytes: 100 }],
  ['maxEntries', { maxEntries: 1 }],
  ['maxTotalBytes', { maxTotalBytes: 81_000 }],
  ['maxEntryBytes', { maxEntryBytes: 60_000 }],
])('an archive above %s is rejected', async (field, limits) => {
  const archive = zip([
    { name: 'a', data: 'abcdefgh'.repeat(10_000) },
    { name: 'b', data: 'b'.repeat(2000) },
  ]);
  await expect(platformErrorOf(readAll(archive, { maxRatio: 10_000, ...limits }))).resolves.toMatchObject({ code: 'LIMIT', field });
});

describe('extractTo into a folder with files', () => {
  const archive = zip([
    { name: 'a/b.md', data: 'new' },
    { name: 'c.md', data: 'new' },
  ]);

  it('extractTo writes no file if one of the files exists', async () => {
    const { target } = folders();
    mkdirSync(target);
    writeFileSync(join(target, 'c.md'), 'old');
    await expect(platformErrorOf(openArchive(archive).extractTo(target))).resolves.toMatchObject({
      code: 'UNSAFE_TARGET',
      field: 'c.md',
      message: '"c.md" is not unpacked: a file is in its place. Replace it with overwrite: true, or choose another folder',
    });
    expect(pathsIn(target)).toEqual(['c.md']);
    expect(readFileSync(join(target, 'c.md'), 'utf8')).toBe('old');
  });

  it('extractTo replaces existing files with `overwrite`', async () => {
    const { target } = folders();
    mkdirSync(target);
    writeFileSync(join(target, 'c.md'), 'old');
    await openArchive(archive).extractTo(target, { overwrite: true });
    expect(readFileSync(join(target, 'c.md'), 'utf8')).toBe('new');
    expect(pathsIn(target)).toEqual(['a/', 'a/b.md', 'c.md']);
  });

  it.each([
    ['a folder that is a link', (target: string, outside: string) => symlinkSync(outside, join(target, 'a'))],
    ['a file that is a link', (target: string, outside: string) => symlinkSync(join(outside, 'victim'), join(target, 'c.md'))],
    ['a folder with the name of a file', (target: string) => mkdirSync(join(target, 'c.md'))],
    ['a file with the name of a folder', (target: string) => writeFileSync(join(target, 'a'), 'old')],
  ])('extractTo rejects %s in the target, and changes nothing outside', async (_, prepare) => {
    const { outside, target } = folders();
    mkdirSync(target);
    writeFileSync(join(outside, 'victim'), 'old');
    prepare(target, outside);
    const before = pathsIn(outside);
    await expect(platformErrorOf(openArchive(archive).extractTo(target, { overwrite: true }))).resolves.toMatchObject({
      code: 'UNSAFE_TARGET',
      message: expect.stringContaining('something else is in its place. Remove it') as string,
    });
    expect(pathsIn(outside)).toEqual(before);
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('old');
  });

  it('an aborted extractTo leaves no files', async () => {
    const { outside, target } = folders();
    const failed = platformErrorOf(openArchive(archive).extractTo(target, { signal: AbortSignal.abort(new Error('enough')) }));
    await expect(failed).resolves.toMatchObject({ kind: 'aborted' });
    expect(pathsIn(outside)).toEqual(['target/']);
  });

  it('extractTo follows a link if the target folder itself is the link', async () => {
    const { outside, target } = folders();
    mkdirSync(join(outside, 'real'));
    symlinkSync(join(outside, 'real'), target);
    await openArchive(archive).extractTo(target);
    expect(existsSync(join(outside, 'real', 'a', 'b.md'))).toBe(true);
  });
});
