import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileLock } from '@platform-sdk/core/node';
import type { Snapshot } from '../platform/snapshot.ts';

const STATE = 'state.json';
const LOCK = 'lock';
/** A holder renews its lock each second. */
const STALE_MS = 10_000;
/** The time for taking over the lock of an ended process. */
const WAIT_MS = 1000;

type Lease = Awaited<ReturnType<ReturnType<typeof fileLock>['acquire']>>;

/** A folder that keeps the state of one platform. */
export interface DataFolder {
  /** Returns the state that was written last; undefined in a new folder. Throws for a file that is no JSON, which stays. */
  read(): Promise<Snapshot | undefined>;
  /** Replaces the state. A process that is killed at any moment leaves the old or the new one. */
  write(snapshot: Snapshot): Promise<void>;
  /** Lets other processes use the folder. */
  close(): Promise<void>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Reads the id of the process that holds a lock; undefined without one. */
const holderOf = async (file: string): Promise<number | undefined> => {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { readonly pid?: number }).pid;
  } catch {
    return undefined;
  }
};

/**
 * Takes the folder for this process. Two processes would overwrite each other's state. The lock of an ended process is taken over by exactly
 * one successor. A holder of another machine, or from before a restart of this one, counts as ended when it no longer renews its lock.
 */
const takeLock = async (folder: string, stop: AbortSignal): Promise<Lease> => {
  const file = join(folder, LOCK);
  const lock = fileLock(file, { staleMs: STALE_MS });
  const acquire = (waitMs: number): Promise<Lease | undefined> => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(waitMs)]);
    return lock.acquire(signal).catch((error: unknown) => {
      if (signal.aborted && !stop.aborted) return undefined;
      throw error;
    });
  };
  const lease = await acquire(WAIT_MS);
  if (lease) return lease;
  const holder = await holderOf(file);
  const successor = holder !== undefined && isAlive(holder) ? undefined : await acquire(STALE_MS + WAIT_MS);
  if (successor) return successor;
  const name = holder === undefined ? 'Another process' : `The process ${holder}`;
  throw new Error(`${name} uses the folder ${folder}. Stop it, or remove ${file} where it is another program.`);
};

/** Makes a rename last through a power failure, on the systems that can. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

/** The system's words for a failure, without its code. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^[A-Z]\w+: /, '').replace(/, \w+(?: '.*)?$/s, '.');

/**
 * Opens a folder, which is made where it is missing. Only this user can read it: the state holds passwords and keys. `stop` ends the wait for
 * another process.
 */
export const openDataFolder = async (folder: string, stop: AbortSignal = new AbortController().signal): Promise<DataFolder> => {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new Error(`The folder ${folder} of --data cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  const lease = await takeLock(folder, stop);
  for (const name of await readdir(folder)) if (/^state\.json\..+\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  const file = join(folder, STATE);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text) as Snapshot;
      } catch {
        throw new Error(`${file} is no JSON. Move it away to begin with a new state.`);
      }
    },
    async write(snapshot) {
      if (lease.signal.aborted) throw new Error(`Another process has taken the folder ${folder}, as this one did not renew its lock.`);
      const temporary = `${file}.${randomUUID()}.tmp`;
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(JSON.stringify(snapshot));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
      await syncFolder(folder);
    },
    close: () => lease.release(),
  };
};
