import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createLocalPlatform, type Snapshot } from '@platform-sdk/local-platform';
import { longCount } from '@platform-sdk/test-helpers';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as DataFolder from '../src/command/data-folder.ts';
import type * as KeepState from '../src/command/keep-state.ts';

const { openDataFolder } = await vi.importActual<typeof DataFolder>('../src/command/data-folder.ts');
const { keepState } = await vi.importActual<typeof KeepState>('../src/command/keep-state.ts');

const program = programAt(new URL('./data-folder-process.ts', import.meta.url));

const KILLS = longCount(6, 50);

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-data-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Runs a process until it is killed. Returns the number of messages that it had reported as written. */
const runUntilKilled = async (folder: string, template: string, moment: number): Promise<number> => {
  const child = spawn(process.execPath, ['-C', '@platform-sdk/source', program, folder, template], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let text = '';
  let isDue = false;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (isDue || !text.includes('\n')) return;
    isDue = true;
    // The kill happens during one of the next writes, at a different moment in each round.
    setTimeout(() => child.kill('SIGKILL'), moment);
  });
  await exited;
  return Number(text.trim().split('\n').at(-1));
};

const contender = programAt(new URL('./data-folder-contender.ts', import.meta.url));

/** Starts processes that wait for the names of folders to open. */
const startContenders = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, ['-C', '@platform-sdk/source', contender], { stdio: ['pipe', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const next = async (): Promise<string> => String((await lines.next()).value);
      await next();
      const open = (folder: string): Promise<string> => {
        child.stdin.write(`${folder}\n`);
        return next();
      };
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      };
      return { open, kill };
    }),
  );

it(`a data folder contains the old or the new state after SIGKILL, ${KILLS} times of ${KILLS}`, async () => {
  const [folder, other] = [await newFolder(), await newFolder()];
  const template = join(other, 'template.json');
  await writeFile(template, JSON.stringify(createLocalPlatform().snapshot()));
  const outcomes: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const written = await runUntilKilled(folder, template, (round * 0.37 * longCount(4, 1)) % 9);
    const snapshot = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')) as Snapshot;
    const platform = createLocalPlatform();
    platform.restore(snapshot);
    const found = platform.inbox.all.length;
    const isWhole = snapshot.lastId === found;
    outcomes.push(isWhole && found === written ? 'old' : isWhole && found === written + 1 ? 'new' : `${written} written, ${found} found`);
    // The file is removed to keep the state small.
    if (found > 200) await rm(join(folder, 'state.json'));
  }
  expect(outcomes).toHaveLength(KILLS);
  expect(outcomes.filter((outcome) => outcome !== 'old' && outcome !== 'new')).toEqual([]);
  // Each start removes the incomplete file of the previous process.
  expect((await readdir(folder)).filter((name) => name.endsWith('.part')).length).toBeLessThan(2);
}, 300_000);

it('a data folder is readable for this user only, and locked by one process', async () => {
  const folder = join(await newFolder(), 'state');
  const data = await openDataFolder(folder);
  await data.write(JSON.stringify(createLocalPlatform().snapshot()));

  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, 'state.json'))).mode & 0o777]).toEqual([0o700, 0o600]);
  await expect(openDataFolder(folder)).rejects.toThrow(`The process ${process.pid} uses the folder`);
  await data.close();
  expect(await readdir(folder)).toEqual(['state.json']);
  // Simulates a lock file that was cut while it was written.
  await writeFile(join(folder, 'lock'), '9');
  await (await openDataFolder(folder)).close();
});

it('a data folder is taken over from a killed process by exactly one of six processes', async () => {
  const [killed] = await startContenders(1);
  const first = await newFolder();
  expect(await killed?.open(first)).toBe('open');
  await killed?.kill();
  const contenders = await startContenders(6);
  for (let round = 0; round < 5; round++) {
    const folder = await newFolder();
    await copyFile(join(first, 'lock'), join(folder, 'lock'));
    const outcomes = await Promise.all(contenders.map(({ open }) => open(folder)));
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes('uses the folder'))).toHaveLength(5);
  }
}, 120_000);

it('a data folder is taken over from a container that ended, although a process here has the same id', async () => {
  const folder = await newFolder();
  const holder = { pid: process.pid, began: '1', machine: 'other', mark: randomUUID() };
  await writeFile(join(folder, 'lock'), JSON.stringify(holder));
  await (await openDataFolder(folder, undefined, 1000)).close();
  expect(await readdir(folder)).toEqual([]);
});

it("a data folder is created with its parent folders, or fails with the system's reason", async () => {
  const folder = join(await newFolder(), 'a/b');
  await (await openDataFolder(folder)).close();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  // This runs in another process, because a recursive `mkdir` would block its thread, and therefore its process, forever.
  const [child] = await startContenders(1);
  expect(await child?.open('/proc/none/deeper')).toContain('The folder /proc/none/deeper of --data cannot be used: no such file');
}, 60_000);

it('a data folder is not written after another process has taken it', async () => {
  const folder = await newFolder();
  const data = await openDataFolder(folder);
  await rm(join(folder, 'lock'));
  const other = await openDataFolder(folder);
  await expect
    .poll(() => data.write(JSON.stringify(createLocalPlatform().snapshot())).then(String, String), { timeout: 5000 })
    .toContain('Another process');
  await other.write(JSON.stringify(createLocalPlatform().snapshot()));
  await other.close();
});

it('a data folder stays unchanged if its file is not JSON', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'state.json'), '{"format":');
  const data = await openDataFolder(folder);

  await expect(data.read()).rejects.toThrow('is not JSON');
  expect(await readFile(join(folder, 'state.json'), 'utf8')).toBe('{"format":');
  await data.close();
});

it('a data folder is written only after a change', async () => {
  const folder = await newFolder();
  const written: Snapshot[] = [];
  const data = await openDataFolder(folder);
  const platform = createLocalPlatform();
  const keeper = keepState(platform, { ...data, write: async (text) => void written.push(JSON.parse(text) as Snapshot) }, () => undefined);
  await expect.poll(() => written.length, { timeout: 5000 }).toBe(1);
  await platform.fetch(`${platform.baseUrls().organizations}/organizations`);
  await platform.fetch(`${platform.baseUrls().auth}/users`, {
    method: 'POST',
    headers: { 'Api-Key': platform.apiKey, 'Content-Type': 'application/json' },
    body: '{"username":"new@example.com","password":"p"}',
  });
  await expect.poll(() => written.length, { timeout: 5000 }).toBe(2);
  platform.clock.advance(1000);
  await keeper.close();

  expect(written.map(({ messages, aheadMs }) => [messages.length, aheadMs])).toEqual([
    [0, 0],
    [1, 0],
    [1, 1000],
  ]);
});

it('a data folder is not written again directly after a long write', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const data = await openDataFolder(await newFolder());
  const platform = createLocalPlatform();
  const ends: (() => void)[] = [];
  const write = (): Promise<void> => new Promise((resolve) => void ends.push(resolve));
  const keeper = keepState(platform, { ...data, write }, () => undefined);
  for (let change = 0; change < 5; change++) {
    await vi.advanceTimersByTimeAsync(200);
    platform.seed({ accounts: [{ email: `user-${change}@example.com`, password: 'p' }] });
  }
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await keeper.close();
});

it('a data folder is written again after a failed write', async () => {
  const folder = await newFolder();
  const data = await openDataFolder(folder);
  const errors: unknown[] = [];
  let tries = 0;
  const write = async (): Promise<void> => {
    if (++tries === 1) throw new Error('no space left');
  };
  const keeper = keepState(createLocalPlatform(), { ...data, write }, (error) => void errors.push(error));
  await expect.poll(() => tries, { timeout: 5000 }).toBe(2);
  await keeper.close();

  expect(errors).toEqual([new Error('no space left')]);
});
