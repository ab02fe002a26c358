import { dirname } from 'node:path';
import { nodeFiles, readOwnFile, removeAbandoned, replaceOwnFile } from '@platform-sdk/core/disk';
import { fileLock } from '@platform-sdk/core/node';
import { windowFrom, windowToText, type CallWindow } from '../call-window.ts';
import type { LimiterStore } from '../limiter-store.ts';
import { sharedWindowStore, type WithWindow } from '../shared-window.ts';

const PURPOSE = { title: 'The file of the limiter', field: 'store' };

/**
 * Counts the calls of all processes of one machine in a file. Each write replaces the file. Use this store for the tiers `free` and `pro`:
 * it is too slow for more calls, because each call locks the file twice. All processes share the machine's monotonic clock.
 */
export const fileLimiterStore = (path: string): LimiterStore => {
  const lock = fileLock(`${path}.lock`);
  /** Changes of this process that wait for the lock. They are written together, because each write replaces the whole file. */
  let waiting: ((window: CallWindow, now: number) => void)[] = [];
  /** The pending write of the changes in `waiting`. */
  let turn: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** The removal of the temporary files of killed processes. The first call starts the removal. */
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

  const changeAll = async (signal: AbortSignal): Promise<void> => {
    await sweep();
    const text = await readOwnFile(path, PURPOSE);
    const now = Number(process.hrtime.bigint() / 1_000_000n);
    const window = windowFrom(text, now);
    const changes = waiting;
    waiting = [];
    turn = undefined;
    for (const change of changes) change(window, now);
    // A process that was stopped for a long time must not overwrite newer counts.
    signal.throwIfAborted();
    await replaceOwnFile(path, windowToText(window), { isLasting: false });
  };

  const nextTurn = (): Promise<void> => {
    const mine = last
      .then(() => locked(changeAll))
      .catch((error: unknown) => {
        // If the lock fails before the write begins, the changes are discarded too.
        if (turn === mine) [waiting, turn] = [[], undefined];
        throw error;
      });
    last = mine.catch(() => undefined);
    return mine;
  };

  const withWindow: WithWindow = async <Result>(work: (window: CallWindow, now: number) => Result): Promise<Result> => {
    let result: Result | undefined;
    waiting.push((window, now) => void (result = work(window, now)));
    await (turn ??= nextTurn());
    return result as Result;
  };
  return sharedWindowStore(withWindow);
};
