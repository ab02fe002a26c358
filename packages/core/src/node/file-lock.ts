import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SessionLock } from '../session/tokens.ts';

/** The longest wait for a lock, and the longest life of one. */
export interface FileLockOptions {
  /** Milliseconds to wait for the lock; then the refresh goes on without it. Default: 10,000. */
  readonly deadlineMs?: number;
  /** Milliseconds after which a lock counts as left behind by a process that ended. Default: 60,000. */
  readonly staleMs?: number;
}

const POLL_MS = 25;

/**
 * Lets one process refresh at a time, by a file that exists while one does. A lock that was left behind is taken over, and one that is
 * never let go hangs nobody: after the deadline the refresh goes on, and takes what another process has stored meanwhile.
 */
export const fileLock =
  (path: string, { deadlineMs = 10_000, staleMs = 60_000 }: FileLockOptions = {}): SessionLock =>
  async (work) => {
    const mark = randomUUID();

    const taken = async (): Promise<boolean> => {
      try {
        await writeFile(path, mark, { mode: 0o600, flag: 'wx' });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        return false;
      }
    };

    /** Moves a stale lock away. Of several who try, one moves it, and whoever moved a younger one puts it back. */
    const clear = async (): Promise<void> => {
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs < staleMs) return;
      const old = await readFile(path, 'utf8');
      const away = `${path}.${mark}`;
      await rename(path, away);
      if ((await readFile(away, 'utf8')) === old) await rm(away, { force: true });
      else await rename(away, path);
    };

    const acquire = async (): Promise<boolean> => {
      await mkdir(dirname(path), { recursive: true });
      const deadline = performance.now() + deadlineMs;
      while (!(await taken())) {
        if (performance.now() >= deadline) return false;
        // Another may have moved it first.
        await clear().catch(() => undefined);
        await wait(POLL_MS);
      }
      return true;
    };

    // A folder that takes no files is the store's trouble, not a reason to refresh no more.
    const isMine = await acquire().catch(() => false);
    try {
      return await work();
    } finally {
      const held = isMine && (await readFile(path, 'utf8').catch(() => undefined));
      // After a long refresh it may be somebody else's by now.
      if (held === mark) await rm(path, { force: true });
    }
  };
