import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodeFiles, removeAbandoned, temporaryName } from '@platform-sdk/core/disk';
import { fileLock } from '@platform-sdk/core/node';
import { windowFrom, windowToText } from '../call-window.ts';
import type { LimiterStore } from '../limiter-store.ts';
import { sharedWindowStore, type WithWindow } from '../shared-window.ts';

/**
 * Counts the calls of all processes of one machine in a file, which is replaced whole. Suits the tiers `free` and `pro`: each call locks the
 * file twice. Its clock is the same for all processes and never jumps.
 */
export const fileLimiterStore = (path: string): LimiterStore => {
  const lock = fileLock(`${path}.lock`);
  /** Calls of this process take turns without the lock. */
  let turn: Promise<unknown> = Promise.resolve();

  /** The file that the next window is written to. Only this store writes it, one window at a time. */
  let temporary: Promise<string> | undefined;
  const findTemporary = async (): Promise<string> => {
    const files = nodeFiles('fileLimiterStore');
    // Removes the temporary files of killed processes.
    await removeAbandoned(files, dirname(path)).catch(() => undefined);
    return join(dirname(path), await temporaryName(files));
  };

  const locked = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    const lease = await lock.acquire();
    try {
      return await work(lease.signal);
    } finally {
      await lease.release();
    }
  };

  const withWindow: WithWindow = (work) => {
    const mine = turn.then(() =>
      locked(async (signal) => {
        const text = await readFile(path, 'utf8').catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
          throw error;
        });
        const now = Number(process.hrtime.bigint() / 1_000_000n);
        const window = windowFrom(text, now);
        const result = work(window, now);
        // A process that was stopped for long must not write over the others.
        signal.throwIfAborted();
        await replace(await (temporary ??= findTemporary()), path, windowToText(window));
        return result;
      }),
    );
    turn = mine.catch(() => undefined);
    return mine;
  };
  return sharedWindowStore(withWindow);
};

const replace = async (next: string, path: string, text: string): Promise<void> => {
  try {
    await writeFile(next, text, { mode: 0o600 });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
};
