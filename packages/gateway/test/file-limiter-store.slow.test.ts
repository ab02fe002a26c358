import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileLimiterStore } from '@platform-sdk/gateway/node';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it, onTestFinished } from 'vitest';

const MINUTE = 60_000;

const directory = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'limiter-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Runs a process to its end, or kills it after a while. Returns the times at which it took a slot. */
const run = async (path: string, limit: number, windowMs: number, runMs: number, killAfterMs?: number): Promise<number[]> => {
  const script = programAt(new URL('./limiter-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', script, path, `${limit}`, `${windowMs}`, `${runMs}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  if (killAfterMs !== undefined) void once(child.stdout, 'data').then(() => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
  await once(child, 'close');
  return text
    .split('\n')
    .filter(Boolean)
    .map(Number)
    .filter((time) => !Number.isNaN(time));
};

/** Returns the maximum number of slots taken in any window. */
const mostIn = (times: readonly number[], windowMs: number): number => {
  let first = 0;
  let most = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] as number) >= windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

it('fileLimiterStore counts the calls of four processes in one window, even after one process was killed', async () => {
  const path = join(directory(), 'calls.json');
  const [limit, windowMs] = [8, 700];
  const times = await Promise.all([300, undefined, undefined, undefined].map((kill) => run(path, limit, windowMs, 4000, kill)));
  const all = times.flat().sort((one, other) => one - other);
  expect(mostIn(all, windowMs)).toBeLessThanOrEqual(limit);
  expect(all.length).toBeGreaterThan(limit * 2);
  // The killed process may have left its lock. The next call removes it.
  await fileLimiterStore(path).state?.(windowMs);
  // A release removes the lock file, then a second file of the lock. If the process was killed in between, the second file stays for a while.
  const isMark = (name: string): boolean => /^calls\.json\.lock\.[\da-f-]{36}$/.test(name);
  const left = readdirSync(join(path, '..'));
  expect(left.filter((name) => !isMark(name))).toEqual(['calls.json']);
  expect(left.filter(isMark).length).toBeLessThanOrEqual(1);
});

it('fileLimiterStore removes the temporary file of a process that ended long ago, but no other file', async () => {
  const path = join(directory(), 'calls.json');
  const leftover = '.platform-sdk-1-0-elsewhere-11111111-2222-4333-8444-555555555555.part';
  for (const name of [leftover, 'notes.part']) writeFileSync(join(path, '..', name), '');
  for (const name of [leftover, 'notes.part']) utimesSync(join(path, '..', name), 1_700_000_000, 1_700_000_000);
  await fileLimiterStore(path).take(1, MINUTE, 'call', 1);
  expect(readdirSync(join(path, '..')).toSorted()).toEqual(['calls.json', 'notes.part']);
});

it('fileLimiterStore shares slots and pauses between all stores of a file', async () => {
  const path = join(directory(), 'calls.json');
  const [one, other] = [fileLimiterStore(path), fileLimiterStore(path)];
  expect(await one.take(2, MINUTE, 'a', 1)).toBe(0);
  expect(await other.take(2, MINUTE, 'b', 1)).toBeGreaterThan(0);
  await one.end?.('a', MINUTE);
  expect(await other.take(2, MINUTE, 'b', 1)).toBe(0);
  await other.end?.('b', MINUTE);
  const waitMs = await one.take(2, MINUTE, 'c', 1);
  expect(waitMs).toBeGreaterThan(50_000);
  expect(waitMs).toBeLessThanOrEqual(MINUTE);
  await other.pause(90_000);
  expect(await one.take(100, MINUTE, 'd', 1)).toBeGreaterThan(MINUTE);
  expect(await one.state?.(MINUTE)).toMatchObject({ taken: 2, running: 0 });
});

it('fileLimiterStore admits fifty simultaneous calls with a single lock', async () => {
  const folder = directory();
  const path = join(folder, 'calls.json');
  const store = fileLimiterStore(path);
  // Each write replaces the file with a new file, so the number of files shows the number of writes.
  const files = new Set<number>();
  const take = async (call: number): Promise<number> => {
    const ms = await store.take(50, MINUTE, `call-${call}`, 50);
    files.add(statSync(path).ino);
    return ms;
  };
  const waits = await Promise.all(Array.from({ length: 50 }, (_, call) => take(call)));
  expect(waits).toEqual(waits.map(() => 0));
  expect(files.size).toBe(1);
  expect(await store.state?.(MINUTE)).toMatchObject({ taken: 50, running: 50 });
});

it('fileLimiterStore keeps a long pause when another store of the file sets a shorter pause', async () => {
  const path = join(directory(), 'calls.json');
  const [one, other] = [fileLimiterStore(path), fileLimiterStore(path)];
  await one.pause(90_000);
  await other.pause(1000);
  expect(await one.take(100, MINUTE, 'a', 1)).toBeGreaterThan(MINUTE);
});

it.each(['', 'null', '{"ended":7}', '{"ended":[1e300],"running":{},"pausedUntil":"x"}', '{"running":[["a"],7,["b",1e300]]}', '{'])(
  'fileLimiterStore continues with a file that contains %j',
  async (content) => {
    const path = join(directory(), 'calls.json');
    writeFileSync(path, content);
    const store = fileLimiterStore(path);
    expect(await store.take(10, MINUTE, 'a', 10)).toBe(0);
    // A time that is too late comes from another clock, so it is shortened.
    expect(await store.take(1, MINUTE, 'b', 10)).toBeLessThanOrEqual(150_000);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pausedUntil: 0 });
  },
);

it('fileLimiterStore rejects while it cannot write, and works again afterwards', async () => {
  const folder = join(directory(), 'folder');
  const store = fileLimiterStore(join(folder, 'calls.json'));
  writeFileSync(folder, 'a file');
  await expect(store.take(10, MINUTE, 'a', 10)).rejects.toMatchObject({ kind: expect.any(String) as string });
  rmSync(folder);
  expect(await store.take(10, MINUTE, 'a', 10)).toBe(0);
  expect(existsSync(join(folder, 'calls.json'))).toBe(true);
});
