import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, nodeFiles, readOwnFile, removeAbandoned, replaceOwnFile } from '@platform-sdk/core/disk';
import { fileLock } from '@platform-sdk/core/node';
import type { Snapshot } from '../platform/snapshot-schema.ts';

const PURPOSE = { title: 'The file of the data folder', field: '--data' };
const STATE = 'state.json';
const LOCK = 'lock';
/** A lock is stale after this time. The process that holds the lock renews it every second. */
const STALE_MS = 10_000;
const CHECK_MS = 100;

type Lease = Awaited<ReturnType<ReturnType<typeof fileLock>['acquire']>>;

/** A folder with the saved state of one platform. */
export interface DataFolder {
  /** Returns the last saved state, or undefined in a new folder. Throws if the file is not JSON, and does not change the file. */
  read(): Promise<Snapshot | undefined>;
  /** Replaces the saved state. If the process is killed during the write, the folder contains the old or the new state, never a part of a state. */
  write(text: string): Promise<void>;
  /** Releases the folder for other processes. */
  close(): Promise<void>;
}

/** Reads the process id in a lock file. Returns undefined if the file is missing or unreadable. */
const holderOf = async (file: string): Promise<number | undefined> => {
  try {
    return (JSON.parse((await readOwnFile(file, PURPOSE)) ?? '') as { readonly pid?: number }).pid;
  } catch {
    return undefined;
  }
};

/** Returns a string that changes whenever the holder renews the lock. Returns undefined if there is no lock. */
const versionOf = (file: string): Promise<string | undefined> =>
  stat(file).then(
    ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
    () => undefined,
  );

/** Calls `onRenewed` whenever the holder renews its lock. Returns a function that stops watching. */
const watchLock = (file: string, onRenewed: () => void): (() => void) => {
  let seen: string | undefined;
  const check = async (): Promise<void> => {
    const version = await versionOf(file);
    if (seen !== undefined && version !== undefined && version !== seen) onRenewed();
    seen = version ?? seen;
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  return () => clearInterval(timer);
};

/**
 * Locks the folder for this process, because two processes would overwrite each other's state. If the process that holds the lock has ended,
 * exactly one waiting process takes over the lock. A holder in another container counts as ended if it no longer renews the lock. The process
 * id of the holder proves nothing, because a process on this machine may have the same id.
 */
const takeLock = async (folder: string, stop: AbortSignal, staleMs: number): Promise<Lease> => {
  const file = join(folder, LOCK);
  const inUse = new AbortController();
  const endWatch = watchLock(file, () => inUse.abort());
  try {
    return await fileLock(file, { staleMs }).acquire(AbortSignal.any([stop, inUse.signal]));
  } catch (error) {
    if (!inUse.signal.aborted || stop.aborted) throw error;
    const holder = await holderOf(file);
    const name = holder === undefined ? 'Another process' : `The process ${holder}`;
    throw new Error(`${name} uses the folder ${folder}. Stop it, or choose another folder.`, { cause: error });
  } finally {
    endWatch();
  }
};

/** Returns the operating system's message without the error code, as a sentence. */
export const reasonOf = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).replace(/^(?:[a-z]+ )?[A-Z]\w+: /, '').replace(/, \w+(?: '.*)?$/s, '')}.`;

/**
 * Opens a folder, and creates it if it is missing. Only this user can read it: the state contains passwords and keys. `stop` ends the wait
 * for another process. If a holder does not renew its lock for `staleMs`, it counts as ended.
 */
export const openDataFolder = async (
  folder: string,
  stop: AbortSignal = new AbortController().signal,
  staleMs = STALE_MS,
): Promise<DataFolder> => {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new Error(`The folder ${folder} of --data cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  const lease = await takeLock(folder, stop, staleMs);
  await removeAbandoned(nodeFiles(PURPOSE.title), folder);
  const file = join(folder, STATE);
  return {
    async read() {
      const text = await readOwnFile(file, PURPOSE);
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text) as Snapshot;
      } catch {
        throw new Error(`${file} is not JSON. Move it away to begin with a new state.`);
      }
    },
    async write(text) {
      if (lease.signal.aborted)
        throw new Error(`Another process has taken the folder ${folder}, because this process did not renew its lock in time.`);
      await replaceOwnFile(file, text);
    },
    close: () => lease.release(),
  };
};
