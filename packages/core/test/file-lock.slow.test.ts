import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
import { fileLock } from '@platform-sdk/core/node';
import { expect, it, onTestFinished } from 'vitest';
import { failureOf } from './recording-fetch.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'session-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Replaces functions of `node:fs/promises` until the test ends. Returns a function that restores them earlier. */
const replaceFunctions = (replacements: object): (() => void) => {
  const { open, readFile, writeFile } = files;
  const assign = (functions: object): void => {
    Object.assign(files, functions);
    syncBuiltinESMExports();
  };
  const restore = (): void => assign({ open, readFile, writeFile });
  onTestFinished(restore);
  assign(replacements);
  return restore;
};

const rejecting = (code: string) => () => Promise.reject(Object.assign(new Error('failed'), { code }));

/** Starts a process that acquires the lock and kills itself. Returns the content of the lock file that remains. */
const ofDeadProcess = async (path: string): Promise<string> => {
  const script = `import('@platform-sdk/core/node').then(async ({ fileLock }) => {
    await fileLock(process.argv[1]).acquire();
    process.kill(process.pid, 'SIGKILL');
  });`;
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', '-e', script, path], {
    cwd: join(import.meta.dirname, '..', '..', 'auth'),
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.on('exit', resolve));
  return readFileSync(path, 'utf8');
};

it('lets one holder work at a time, and leaves no file', async () => {
  const path = join(folder(), 'deep', 'lock');
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    const lease = await fileLock(path).acquire();
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
    await lease.release();
    await lease.release();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toBe(1);
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

it('gives the lock of an ended process to one waiter at a time, and leaves no file', async () => {
  const path = join(folder(), 'lock');
  await ofDeadProcess(path);
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    const lease = await fileLock(path).acquire();
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside--;
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
  };
  await Promise.all(Array.from({ length: 12 }, work));
  expect(most).toBe(1);
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

it('takes over a lock although the previous successor was killed while taking over', async () => {
  const path = join(folder(), 'lock');
  const dead = await ofDeadProcess(path);
  const { mark } = JSON.parse(dead) as { readonly mark: string };
  writeFileSync(`${path}.${mark}`, dead.replaceAll(mark, '00000000-0000-4000-8000-000000000000'));
  const lease = await fileLock(path).acquire();
  await lease.release();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['half of the usual content', '{"pid":1,"beg'],
  ['other content', 'held'],
])('takes over a lock whose file contains %s', async (_, content) => {
  const path = join(folder(), 'lock');
  writeFileSync(path, content);
  const lease = await fileLock(path).acquire();
  expect(readFileSync(path, 'utf8')).toContain(`"pid":${process.pid}`);
  await lease.release();
  expect(existsSync(path)).toBe(false);
});

it('takes over a lock of another machine that is not renewed, and aborts the lease of its holder', async () => {
  const path = join(folder(), 'lock');
  const held = await fileLock(path).acquire();
  const content = readFileSync(path, 'utf8');
  writeFileSync(path, content.replace(/"machine":"[^"]*"/, '"machine":"elsewhere"').replace(/"mark":"....../, '"mark":"aaaaaa'));
  const lease = await fileLock(path, { staleMs: 300 }).acquire();
  await expect.poll(() => held.signal.aborted, { timeout: 5000 }).toBe(true);
  await held.release();
  expect(existsSync(path)).toBe(true);
  await lease.release();
  expect(existsSync(path)).toBe(false);
});

it('does not take over the lock of a running process after staleMs', async () => {
  const path = join(folder(), 'lock');
  const lease = await fileLock(path).acquire();
  const waiting = new AbortController();
  const other = failureOf(fileLock(path, { staleMs: 1500 }).acquire(waiting.signal));
  // The holder works for longer than `staleMs`.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(lease.signal.aborted).toBe(false);
  waiting.abort(new Error('left'));
  await expect(other).resolves.toMatchObject({ message: 'left' });
  await lease.release();
});

it('keeps the lease although the lock file cannot be read for a moment', async () => {
  const path = join(folder(), 'lock');
  const lease = await fileLock(path).acquire();
  let attempts = 0;
  const open = (): Promise<never> => {
    attempts++;
    return rejecting('EMFILE')();
  };
  const restore = replaceFunctions({ open });
  await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(0);
  const before = statSync(path).mtimeMs;
  restore();
  // Waits for the next renewal of the lock.
  await expect.poll(() => statSync(path).mtimeMs, { timeout: 10_000 }).toBeGreaterThan(before);
  expect(lease.signal.aborted).toBe(false);
  await lease.release();
  expect(existsSync(path)).toBe(false);
});

it('releases the lock on a disk that has become full', async () => {
  const path = join(folder(), 'lock');
  const lease = await fileLock(path).acquire();
  const restore = replaceFunctions({ writeFile: rejecting('ENOSPC') });
  await lease.release();
  restore();
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

it.each(['ENOSPC', 'EROFS', 'EDQUOT'])(
  'rejects with a session error, not an input error, if the disk cannot store a lock file: %s',
  async (code) => {
    replaceFunctions({ writeFile: rejecting(code) });
    await expect(fileLock(join(folder(), 'lock')).acquire()).rejects.toMatchObject({ kind: 'session', code, outcome: 'not-sent' });
  },
);

it('does not take over a lock while the start time of its process cannot be read', async () => {
  const path = join(folder(), 'lock');
  const lease = await fileLock(path).acquire();
  const { readFile } = files;
  let attempts = 0;
  const readLess = (name: string, ...more: readonly []): Promise<unknown> => {
    if (name !== `/proc/${process.pid}/stat`) return readFile(name, ...more);
    attempts++;
    return rejecting('EMFILE')();
  };
  replaceFunctions({ readFile: readLess });
  const waiting = new AbortController();
  const other = failureOf(fileLock(path).acquire(waiting.signal));
  await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(3);
  waiting.abort(new Error('left'));
  await expect(other).resolves.toMatchObject({ message: 'left' });
  expect(lease.signal.aborted).toBe(false);
  await lease.release();
});

it('does not take over the lock of a process that could not read its own start time', async () => {
  const path = join(folder(), 'lock');
  const lease = await fileLock(path).acquire();
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"began":"[^"]*"/, '"began":"0"'));
  const waiting = new AbortController();
  const other = failureOf(fileLock(path).acquire(waiting.signal));
  const { readFile } = files;
  let attempts = 0;
  const countedRead = (name: string, ...more: readonly []): Promise<unknown> => {
    attempts += Number(name === `/proc/${process.pid}/stat`);
    return readFile(name, ...more);
  };
  replaceFunctions({ readFile: countedRead });
  await expect.poll(() => attempts, { timeout: 10_000 }).toBeGreaterThan(3);
  waiting.abort(new Error('left'));
  await expect(other).resolves.toMatchObject({ message: 'left' });
  await lease.release();
});

it('rejects with advice if a lock file cannot be written', async () => {
  const path = join(folder(), 'file');
  writeFileSync(path, '');
  await expect(failureOf(fileLock(join(path, 'lock')).acquire())).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'session.lock',
    outcome: 'not-sent',
    message: expect.stringContaining('Choose another') as string,
  });
});
