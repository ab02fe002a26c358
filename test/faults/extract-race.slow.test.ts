import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import * as calls from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { openArchive } from '@platform-sdk/converter';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { zip } from './zips.ts';

type Call = 'link' | 'rename' | 'unlink' | 'rmdir' | 'mkdir';
const CALLS: readonly Call[] = ['link', 'rename', 'unlink', 'rmdir', 'mkdir'];

/** Returns the ordinary path for a path that goes through an open folder. */
const plain = (path: string): string => path.replace(/^\/proc\/self\/fd\/\d+/, (folder) => readlinkSync(folder));

/** True if extractTo may access folders through open handles, as on Linux. */
let canHold = true;

/** Calls `work` right before each of the `CALLS` of the file system. If `work` throws, the call fails with that error. */
const before = (work: (step: { readonly call: Call; readonly from: string; readonly to: string }) => void): void => {
  const { getBuiltinModule } = process;
  const patched = Object.fromEntries(
    CALLS.map((call) => [
      call,
      async (from: string, ...rest: unknown[]): Promise<unknown> => {
        work({ call, from: plain(from), to: typeof rest[0] === 'string' ? plain(rest[0]) : '' });
        return (fs[call] as (...all: unknown[]) => Promise<unknown>)(from, ...rest);
      },
    ]),
  );
  const constants = { ...calls.constants, ...(!canHold && { O_DIRECTORY: undefined }) };
  vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) => {
    if (name === 'node:fs') return { ...calls, constants };
    return name === 'node:fs/promises' ? { ...fs, ...patched } : getBuiltinModule(name);
  });
};
const diskFull = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });

let root: string;
let target: string;
let foreign: string;
const names = Array.from({ length: 40 }, (_, index) => `a/${index}.md`);
const archive = zip([...names, 'last.md'].map((name) => ({ name, data: 'ours' })));

beforeEach(() => {
  root = newFolder();
  target = join(root, 'target');
  foreign = join(root, 'foreign');
  // If the folder already exists, each file is moved separately.
  mkdirSync(join(target, 'a'), { recursive: true });
  mkdirSync(foreign);
  for (const name of names) writeFileSync(join(foreign, name.slice(2)), 'foreign');
});

const foreignFiles = (): string[] => readdirSync(foreign).filter((name) => readFileSync(join(foreign, name), 'utf8') === 'foreign');

/** Replaces the folder `a` in the target by a link to the folder of another process. */
const swap = (): void => {
  renameSync(join(target, 'a'), join(root, 'moved'));
  symlinkSync(foreign, join(target, 'a'));
};

describe.each([
  ['through open folders', true],
  ['only by their paths', false],
])('extractTo, which accesses folders %s,', { skip: process.platform !== 'linux' }, (__, holds) => {
  beforeEach(() => void (canHold = holds));

  it('extractTo removes nothing through a link that was created before it removes its files', async () => {
    before(({ to }) => {
      if (!to.endsWith('/last.md')) return;
      swap();
      throw diskFull;
    });
    await expect(openArchive(archive).extractTo(target)).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
    expect(foreignFiles()).toHaveLength(names.length);
  });

  it('extractTo removes nothing through a link that is created while it removes its files', async () => {
    let removed = 0;
    before(({ call, from, to }) => {
      if (to.endsWith('/last.md')) throw diskFull;
      if (call === 'unlink' && from.endsWith('.old') && removed++ === 10) swap();
    });
    await expect(openArchive(archive).extractTo(target)).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
    expect(removed).toBeGreaterThan(10);
    expect(foreignFiles()).toHaveLength(names.length);
  });

  it('extractTo keeps a file of another process that replaced an extracted file', async () => {
    const other = join(target, 'a', '7.md');
    before(({ to }) => {
      if (!to.endsWith('/last.md')) return;
      writeFileSync(`${other}.new`, 'foreign');
      renameSync(`${other}.new`, other);
      throw diskFull;
    });
    await expect(openArchive(archive).extractTo(target)).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
    expect(readdirSync(join(target, 'a'))).toEqual(['7.md']);
    expect(readFileSync(other, 'utf8')).toBe('foreign');
  });

  it('extractTo restores a file of another process that replaced an extracted file just before its removal', async () => {
    const other = join(target, 'a', '7.md');
    before(({ call, from, to }) => {
      if (to.endsWith('/last.md')) throw diskFull;
      if (call !== 'rename' || !from.endsWith('/a/7.md') || !to.endsWith('.old')) return;
      writeFileSync(`${other}.new`, 'foreign');
      renameSync(`${other}.new`, other);
    });
    await expect(openArchive(archive).extractTo(target)).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
    expect(readdirSync(join(target, 'a'))).toEqual(['7.md']);
    expect(readFileSync(other, 'utf8')).toBe('foreign');
  });

  it('extractTo keeps files that other processes have added to its folder', async () => {
    rmSync(join(target, 'a'), { recursive: true });
    before(({ to }) => {
      if (!to.endsWith('/last.md')) return;
      writeFileSync(join(target, 'a', 'other.md'), 'foreign');
      throw diskFull;
    });
    await expect(openArchive(archive).extractTo(target)).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
    expect(readdirSync(target)).toEqual(['a']);
    expect(readdirSync(join(target, 'a'))).toEqual(['other.md']);
  });

  it('extractTo keeps an empty folder of another process that replaced an inner folder', async () => {
    rmSync(join(target, 'a'), { recursive: true });
    const inner = join(target, 'a', 'b');
    before(({ to }) => {
      if (!to.endsWith('/last.md')) return;
      renameSync(inner, join(root, 'moved'));
      mkdirSync(inner);
      throw diskFull;
    });
    const deep = zip(['a/b/1.md', 'last.md'].map((name) => ({ name, data: 'ours' })));
    await expect(openArchive(deep).extractTo(target)).rejects.toMatchObject({ code: 'NOT_WRITTEN' });
    expect(readdirSync(join(target, 'a'))).toEqual(['b']);
  });
});

// On other systems, a link can be created between the check of a path and its use.
describe('extractTo on Linux', { skip: process.platform !== 'linux' }, () => {
  beforeEach(() => void (canHold = true));

  it('extractTo writes nothing through a link that is created while it moves files', async () => {
    let moved = 0;
    before(({ call, to }) => {
      if (call === 'link' && to.endsWith('.md') && moved++ === 10) swap();
    });
    await openArchive(archive)
      .extractTo(target)
      .catch(() => undefined);
    expect(moved).toBeGreaterThan(10);
    expect(foreignFiles()).toHaveLength(names.length);
    expect(readdirSync(foreign)).toHaveLength(names.length);
  });

  it('extractTo changes no file of another process that repeatedly replaces its folder by a link', async () => {
    before(({ to }) => {
      if (to.endsWith('/last.md')) throw diskFull;
    });
    const racing = { isOver: false, swaps: 0, missed: 0 };
    /** Runs a step of the race. A step fails if the extraction has just created or moved the folder. */
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch {
        racing.missed++;
      }
    };
    const race = async (): Promise<void> => {
      for (; !racing.isOver; racing.swaps++) {
        const away = join(root, `away-${racing.swaps}`);
        attempt(() => renameSync(join(target, 'a'), away));
        attempt(() => symlinkSync(foreign, join(target, 'a')));
        await new Promise(setImmediate);
        attempt(() => unlinkSync(join(target, 'a')));
        attempt(() => renameSync(away, join(target, 'a')));
        await new Promise(setImmediate);
      }
    };
    const raced = race();
    for (let round = 0; round < 10; round++)
      await openArchive(archive)
        .extractTo(target, { overwrite: true })
        .catch(() => undefined);
    racing.isOver = true;
    await raced;
    expect(racing.swaps).toBeGreaterThan(10);
    expect(foreignFiles()).toHaveLength(names.length);
    expect(readdirSync(foreign)).toHaveLength(names.length);
  });
});
