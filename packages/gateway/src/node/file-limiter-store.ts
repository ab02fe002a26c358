import { dirname } from 'node:path';
import { nodeFiles, readOwnFile, removeAbandoned, replaceOwnFile } from '@platform-sdk/core/disk';
import { fileLock } from '@platform-sdk/core/node';
import { windowFrom, windowToText } from '../call-window.ts';
import type { LimiterStore } from '../limiter-store.ts';
import { sharedWindowStore, type WithWindow } from '../shared-window.ts';

const PURPOSE = { title: 'The file of the limiter', field: 'store' };

/**
 * Counts the calls of all processes of one machine in a file. Each write replaces the file. Suits the tiers `free` and `pro`: each call locks the
 * file twice. All processes share its clock, which never jumps.
 */
export const fileLimiterStore = (path: string): LimiterStore => {
  const lock = fileLock(`${path}.lock`);
  /** Calls of the same process take turns without the lock. */
  let turn: Promise<unknown> = Promise.resolve();

  /** Removes the temporary files of killed processes, once. */
  let swept: Promise<void> | undefined;
  const sweep = (): Promise<void> => (swept ??= removeAbandoned(nodeFiles(PURPOSE.title), dirname(path)).catch(() => undefined));

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
        await sweep();
        const text = await readOwnFile(path, PURPOSE);
        const now = Number(process.hrtime.bigint() / 1_000_000n);
        const window = windowFrom(text, now);
        const result = work(window, now);
        // A process that was suspended for long must not overwrite newer data.
        signal.throwIfAborted();
        await replaceOwnFile(path, windowToText(window), { isLasting: false });
        return result;
      }),
    );
    turn = mine.catch(() => undefined);
    return mine;
  };
  return sharedWindowStore(withWindow);
};
