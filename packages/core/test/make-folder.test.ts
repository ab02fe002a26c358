import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '@platform-sdk/core/disk';
import { expect, it, onTestFinished } from 'vitest';

const scene = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'make-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

it('creates a folder and its parents, and accepts an existing folder', async () => {
  const folder = join(await scene(), 'a', 'b');
  makeFolder(folder, 0o700);
  makeFolder(folder, 0o700);
  const found = await stat(folder);
  expect(found.isDirectory()).toBe(true);
  // Windows does not support these modes.
  expect(process.platform === 'win32' ? 0o700 : found.mode & 0o777).toBe(0o700);
});

it('throws if a file exists at the path of the folder', async () => {
  const file = join(await scene(), 'file');
  await writeFile(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
});

it.runIf(process.platform === 'linux')('rejects a lock below /proc, although the recursive mkdir of Node never ends there', async () => {
  const program = `
    import { fileLock } from '@platform-sdk/core/node';
    await fileLock('/proc/nope/lock').acquire().catch(({ kind, message }) => console.log(kind, message));
  `;
  const flags = ['-C', '@platform-sdk/source', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname, timeout: 30_000 });
  expect(stdout).toMatch(/^invalid-input The lock "\/proc\/nope\/lock" is not acquired/);
});
