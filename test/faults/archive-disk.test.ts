import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openArchive } from '@platform-sdk/converter';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it, vi } from 'vitest';
import { zip } from './zips.ts';

/** Returns every path below a folder. Paths of folders end with a slash. */
const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1) + (entry.isDirectory() ? '/' : ''))
    .toSorted();

const systemError = (code: string): Error => Object.assign(new Error(`${code}: the system's own words`), { code });

/** Returns the ordinary path for a path that goes through an open folder. */
const plain = (path: string): string => path.replace(/^\/proc\/self\/fd\/\d+/, (folder) => readlinkSync(folder));

/** Makes a call of `link` or `rename` fail if the rule returns an error code for it. */
const failing = (rule: (call: 'link' | 'rename', from: string, to: string) => string | undefined): void => {
  const { getBuiltinModule } = process;
  const patched =
    (call: 'link' | 'rename') =>
    async (from: string, to: string): Promise<void> => {
      const code = rule(call, plain(from), plain(to));
      if (code !== undefined) throw systemError(code);
      return fs[call](from, to);
    };
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) =>
    name === 'node:fs/promises' ? { ...fs, link: patched('link'), rename: patched('rename') } : getBuiltinModule(name),
  );
};

const archive = zip([
  { name: 'a/b.md', data: 'new' },
  { name: 'empty/', method: 0 },
  { name: 'c.md', data: 'new' },
  { name: 'mounted/d.md', data: 'new' },
  { name: 'last.md', data: 'new' },
]);
const unpacked = ['a/', 'a/b.md', 'c.md', 'empty/', 'last.md', 'mounted/', 'mounted/d.md'];

/** Creates a target folder with three files. The archive replaces two of them. */
const used = (): string => {
  const target = newFolder();
  mkdirSync(join(target, 'mounted'));
  for (const name of ['c.md', 'mounted/d.md', 'other.md']) writeFileSync(join(target, name), `old ${name}`);
  return target;
};

/** Returns the contents of all files below a folder, by path. */
const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(pathsIn(folder).map((path) => [path, path.endsWith('/') ? '' : readFileSync(join(folder, path), 'utf8')]));

it('extractTo fails if a file is larger than the system allows', { skip: process.platform === 'win32' }, async () => {
  const folder = newFolder();
  const path = join(folder, 'docs.zip');
  const target = join(folder, 'target');
  writeFileSync(path, zip([{ name: 'a.md', data: new Uint8Array(400_000).fill(97), method: 0 }]));
  const script = programAt(new URL('./archive-process.ts', import.meta.url));
  // Limits a file to 100 blocks of 512 or 1024 bytes.
  const limited = `trap '' XFSZ; ulimit -f 100; exec "$0" "$@"`;
  const run = ['-c', limited, process.execPath, '-C', '@platform-sdk/source', script, path, target];
  const { stdout } = await promisify(execFile)('sh', run);
  expect(stdout).toBe(
    'archive NOT_WRITTEN: "a.md" is not unpacked (EFBIG): the file is larger than the system allows. Raise the limit or choose another folder',
  );
  expect(pathsIn(target)).toEqual([]);
});

it('twelve concurrent calls of extractTo can write into the same folders', async () => {
  const target = newFolder();
  const names = Array.from({ length: 12 }, (_, index) => `a/b/c/${index}.md`);
  await Promise.all(names.map((name) => openArchive(zip([{ name, data: name }])).extractTo(target)));
  expect(pathsIn(target).filter((path) => path.endsWith('.md'))).toEqual(names.toSorted());
  expect(pathsIn(target)).toHaveLength(names.length + 3);
});

it.each([
  ['EACCES', 'this process may not write there. Change the permissions or choose another folder'],
  ['EIO', 'the disk failed. Check it, or choose another folder'],
  ['ENOSPC', 'the disk is full. Free some space and try again'],
  ['EROFS', 'the file system is read-only. Choose another folder'],
  ['EWHATEVER', 'the system cannot write it. Choose another folder'],
])('extractTo leaves no files if it cannot move a file because of %s, and its error gives advice', async (code, advice) => {
  const target = newFolder();
  mkdirSync(join(target, 'a'));
  failing((_, __, to) => (to.endsWith('last.md') ? code : undefined));
  await expect(openArchive(archive).extractTo(target)).rejects.toMatchObject({
    kind: 'archive',
    code: 'NOT_WRITTEN',
    field: 'last.md',
    operation: 'converter.download',
    message: `"last.md" is not unpacked (${code}): ${advice}`,
  });
  expect(pathsIn(target)).toEqual(['a/']);
});

it.each([
  ['with hard links', () => undefined],
  ['without hard links', (call: string) => (call === 'link' ? 'EPERM' : undefined)],
  [
    'with a file system mounted in the folder',
    (_: string, from: string, to: string) => (isBeyond(from) === isBeyond(to) ? undefined : 'EXDEV'),
  ],
])('extractTo restores replaced files if it cannot move a later file, %s', async (_, rule) => {
  const target = used();
  const before = contentsOf(target);
  const { mode } = statSync(join(target, 'c.md'));
  failing((call, from, to) => (to.endsWith('last.md') ? 'EACCES' : rule(call, from, to)));
  await expect(openArchive(archive).extractTo(target, { overwrite: true })).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
  expect(contentsOf(target)).toEqual(before);
  expect(statSync(join(target, 'c.md')).mode).toBe(mode);
});

/** Returns true if a path is in the file system that is mounted in the folder. Temporary files are in the other file system. */
const isBeyond = (path: string): boolean => path.includes('/mounted/') && !path.includes('.part/');

it.each([true, false])('extractTo unpacks across mounted file systems; overwrite: %s', async (overwrite) => {
  const target = overwrite ? used() : newFolder();
  failing((_, from, to) => (isBeyond(from) === isBeyond(to) ? undefined : 'EXDEV'));
  await openArchive(archive).extractTo(target, { overwrite });
  expect(pathsIn(target)).toEqual([...unpacked, ...(overwrite ? ['other.md'] : [])].toSorted());
  expect(readFileSync(join(target, 'mounted', 'd.md'), 'utf8')).toBe('new');
});

it('extractTo unpacks files even if hard links are not supported', async () => {
  const target = used();
  failing((call) => (call === 'link' ? 'ENOTSUP' : undefined));
  await openArchive(archive).extractTo(target, { overwrite: true });
  expect(contentsOf(target)).toMatchObject({ 'c.md': 'new', 'mounted/d.md': 'new', 'other.md': 'old other.md' });
  await expect(openArchive(archive).extractTo(newFolder())).resolves.toMatchObject({ bytes: 12 });
});

it('extractTo keeps the backups of replaced files that it cannot restore', async () => {
  const target = used();
  failing((_, from, to) => (to.endsWith('last.md') || from.endsWith('.old') ? 'EIO' : undefined));
  const failed = openArchive(archive).extractTo(target, { overwrite: true });
  await expect(failed).rejects.toMatchObject({
    code: 'NOT_WRITTEN',
    message: expect.stringMatching(/\(EIO\).*Files that could not be restored are in .*\.part\.old$/) as string,
  });
  const kept = ['old c.md', 'old mounted/d.md', 'old other.md'];
  expect(Object.values(contentsOf(target))).toEqual(expect.arrayContaining(kept));
  // The next extraction does not delete the backups either.
  vi.restoreAllMocks();
  await openArchive(archive).extractTo(target, { overwrite: true });
  expect(Object.values(contentsOf(target))).toEqual(expect.arrayContaining(kept));
});

it('extractTo rejects paths that are longer than the system allows', { skip: process.platform === 'win32' }, async () => {
  const outside = newFolder();
  const target = join(outside, ...Array.from({ length: 18 }, () => 'x'.repeat(200)));
  const long = zip([
    { name: 'short.md', data: 'new' },
    { name: [1, 2, 3].map((digit) => String(digit).repeat(250)).join('/'), data: 'new' },
  ]);
  await expect(openArchive(long).extractTo(target)).rejects.toMatchObject({
    kind: 'archive',
    code: 'NOT_WRITTEN',
    message: expect.stringContaining('(ENAMETOOLONG)') as string,
  });
  await expect(fs.readdir(target)).resolves.toEqual([]);
});

it('extractTo fails with NOT_WRITTEN if a file is at the path of a parent folder', async () => {
  const path = join(newFolder(), 'file');
  writeFileSync(path, 'old');
  await expect(openArchive(archive).extractTo(join(path, 'target'))).rejects.toMatchObject({ kind: 'archive', code: 'NOT_WRITTEN' });
});
