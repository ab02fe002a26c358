import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import files, { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SessionRecord } from '@platform-sdk/core';
import { fileLock, fileTokenStore } from '@platform-sdk/core/node';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { tokens } from './fixtures.ts';
import { failureOf } from './recording-fetch.ts';
import { sessionBench } from './session-bench.ts';

const first: SessionRecord = { generation: 1, session: { ...tokens('a'), receivedAt: 1 } };
const second: SessionRecord = { generation: 2, session: { ...tokens('b'), receivedAt: 2 } };

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'token-store-'));
  path = join(folder, 'session.json');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

it('gives only the owner access to the session file and to the folder that the store creates', async () => {
  const deep = join(folder, 'deep', 'session.json');
  await fileTokenStore(deep).set(first, 0);
  await expect(modeOf(deep)).resolves.toBe(0o600);
  await expect(modeOf(join(folder, 'deep'))).resolves.toBe(0o700);
});

it('removes the access of other users from an existing file', async () => {
  await writeFile(path, '{}');
  await chmod(path, 0o644);
  await fileTokenStore(path).set(first, 0);
  await expect(modeOf(path)).resolves.toBe(0o600);
});

it('replaces the complete session file, and leaves no other file', async () => {
  const store = fileTokenStore(path);
  await store.set(first, 0);
  const before = (await stat(path)).ino;
  await store.set(second, 1);
  expect((await stat(path)).ino).not.toBe(before);
  await expect(readdir(folder)).resolves.toEqual(['session.json']);
});

it('never shows a partial session file to a reader', async () => {
  const store = fileTokenStore(path);
  await store.set(first, 0);
  const long = { ...tokens('a'), receivedAt: 1, email: 'x'.repeat(100_000) };
  const writes = Array.from({ length: 50 }, async (_, count) => store.set({ generation: count + 2, session: long }, count + 1));
  const reads = Array.from({ length: 50 }, async (): Promise<unknown> => store.get());
  await expect(Promise.all(writes)).resolves.toEqual(writes.map(() => true));
  for (const content of await Promise.all(reads)) expect(content).toMatchObject({ session: tokens('a') });
  await expect(readdir(folder)).resolves.toEqual(['session.json']);
});

it('leaves no copy of the session if the file cannot be replaced', async () => {
  await mkdir(join(path, 'taken'), { recursive: true });
  await expect(failureOf(Promise.resolve(fileTokenStore(path).set(first, 0)))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'session.store',
  });
  await expect(readdir(folder)).resolves.toEqual(['session.json']);
});

it('removes the temporary file of a killed process, which contains a refresh token, with the next write', async () => {
  const script = `
    const fs = require('node:fs/promises');
    fs.rename = () => process.kill(process.pid, 'SIGKILL');
    require('node:module').syncBuiltinESMExports();
    import('@platform-sdk/core/node').then(({ fileTokenStore }) => fileTokenStore(process.argv[1]).set(${JSON.stringify(first)}, 0));`;
  const run = promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', '-e', script, path], {
    cwd: join(import.meta.dirname, '..', '..', 'auth'),
  });
  await expect(failureOf(run)).resolves.toMatchObject({ signal: 'SIGKILL' });
  const left = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  expect(left).toHaveLength(1);
  expect(await readFile(join(folder, left[0] ?? ''), 'utf8')).toContain('refresh-of-a');
  await fileTokenStore(path).set({ generation: 1, session: null }, 0);
  await expect(readdir(folder)).resolves.toEqual(['session.json']);
});

it('returns no session from a file with invalid content, and keeps the file', async () => {
  await writeFile(path, 'not JSON', { mode: 0o600 });
  const { session, events } = sessionBench({}, { session: { store: fileTokenStore(path) } });
  await expect(session.get()).resolves.toBeUndefined();
  expect(events).toMatchObject([{ type: 'warning' }]);
  await expect(readFile(path, 'utf8')).resolves.toBe('not JSON');
});

it('ignores a file that other users can write, with a warning, until a sign-in replaces it', async () => {
  await writeFile(path, JSON.stringify(first));
  await chmod(path, 0o666);
  const { session, events } = sessionBench({}, { session: { store: fileTokenStore(path) } });
  await expect(session.get()).resolves.toBeUndefined();
  expect(events).toMatchObject([{ type: 'warning', message: expect.stringContaining('other users may write it') as string }]);
  await session.set(tokens('b'));
  await expect(modeOf(path)).resolves.toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ session: tokens('b') });
});

it('does not replace a session file that cannot be opened at the moment', async () => {
  await fileTokenStore(path).set(first, 0);
  const { open } = files;
  const replaceOpen = (next: unknown): void => {
    Object.assign(files, { open: next });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replaceOpen(open));
  replaceOpen((name: string, ...more: [string]) =>
    name === path ? Promise.reject(Object.assign(new Error('too many'), { code: 'EMFILE' })) : open(name, ...more),
  );
  await expect(failureOf(Promise.resolve(fileTokenStore(path).set(second, 0)))).resolves.toMatchObject({
    kind: 'invalid-input',
    code: 'EMFILE',
  });
  replaceOpen(open);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(first);
});

it('rejects with EBUSY if another program holds the write lock for too long', async () => {
  const lease = await fileLock(`${path}.write`).acquire();
  await expect(failureOf(Promise.resolve(fileTokenStore(path).set(first, 0)))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'session.store',
    code: 'EBUSY',
    message: expect.stringContaining('(EBUSY): another program uses the file') as string,
  });
  await lease.release();
  expect(await fileTokenStore(path).set(first, 0)).toBe(true);
});

it('rejects a session file of another user', async () => {
  await writeFile(path, JSON.stringify(first), { mode: 0o600 });
  const own = process.getuid?.() ?? 0;
  vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
  await expect(failureOf(Promise.resolve(fileTokenStore(path).get()))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'session.store',
  });
});

it('rejects a pipe at the path of the session file instead of waiting for it', async () => {
  await promisify(execFile)('mkfifo', ['-m', '600', path]);
  await expect(failureOf(Promise.resolve(fileTokenStore(path).get()))).resolves.toMatchObject({
    message: expect.stringContaining('no regular file') as string,
  });
});

it('calls the listener when another process writes the session file', async () => {
  let calls = 0;
  const stop = fileTokenStore(path).subscribe?.(() => calls++);
  await fileTokenStore(path).set(first, 0);
  await expect.poll(() => calls).toBeGreaterThan(0);
  stop?.();
  expect(existsSync(path)).toBe(true);
});

it('signs a platform in and out when another platform with the same file signs in and out', async () => {
  const one = sessionBench({}, { session: { store: fileTokenStore(path) } });
  const other = sessionBench({}, { session: { store: fileTokenStore(path) } });
  await other.session.get();
  await one.session.set(tokens('a'));
  await expect.poll(() => other.received.map(({ type }) => type)).toEqual(['signed-in']);
  await one.session.clear();
  await expect.poll(() => other.received.map(({ type }) => type)).toEqual(['signed-in', 'signed-out']);
  one.platform.dispose();
  other.platform.dispose();
});
