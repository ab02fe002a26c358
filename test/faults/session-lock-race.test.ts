import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type * as FilePromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileLock } from '@platform-sdk/core/node';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const race = vi.hoisted(() => ({ beforeRename: (): void => undefined }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FilePromises>();
  return {
    ...real,
    rename: (...paths: Parameters<typeof real.rename>) => {
      race.beforeRename();
      race.beforeRename = () => undefined;
      return real.rename(...paths);
    },
  };
});

describe('fileLock', () => {
  it('gives back a lock that another took while an old one was to be moved away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-lock-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'lock');
    writeFileSync(path, 'of a process that ended');
    utimesSync(path, new Date(0), new Date(0));
    race.beforeRename = () => {
      rmSync(path);
      writeFileSync(path, 'of a process that works');
    };
    await expect(fileLock(path, { deadlineMs: 60 })(() => Promise.resolve(existsSync(path)))).resolves.toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('of a process that works');
  });
});
