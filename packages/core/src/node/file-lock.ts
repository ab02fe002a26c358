import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { amount, checkNoPromise, checkOptions } from '../schema/options.ts';
import { object, optional } from '../schema/schema.ts';
import type { Lease, SessionLock } from '../session/lock.ts';
import { makeFolder, nodeFiles, sessionFileError } from './node-files.ts';
import { isRunning, removeAbandoned, temporaryName, thisThread, type Owner } from './temporary-files.ts';

/** The options of a file lock. */
export interface FileLockOptions {
  /**
   * Another process takes the lock if its holder has not renewed it for this many milliseconds. Such a holder was stopped, or runs on
   * another machine. The lock of an ended process on this machine is taken over within a second. Default: 40,000, longer than a refresh takes.
   */
  readonly staleMs?: number;
}

const fileLockOptions = object<FileLockOptions>({ staleMs: optional(amount) });

/** The content of a lock file. */
interface Holder extends Owner {
  /** Identifies this lease. */
  readonly mark: string;
}

const POLL_MS = 25;
const HEARTBEAT_MS = 1000;
/** Matches the mark of a lease. The mark of a damaged file consists of its inode number and its time. */
const MARK = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+-\d+)$/;

/**
 * Lets one process refresh at a time. The lock is a file that exists during the refresh, and identifies its holder. If the holder has
 * ended, exactly one waiter takes over the lock.
 */
export const fileLock = (path: string, options: FileLockOptions = {}): SessionLock => {
  checkNoPromise('fileLock: the path', path);
  const { staleMs = 40_000 } = checkOptions('fileLock', fileLockOptions, options);
  return {
    acquire: async (signal) => {
      const mark = randomUUID();
      try {
        makeFolder(dirname(path), 0o700);
        const waiting = createWatch(staleMs);
        let claimed = await claim(path, mark, waiting);
        for (; claimed === 'failed'; claimed = await claim(path, mark, waiting)) await wait(POLL_MS, undefined, { signal });
        return { ...(await leaseOf(path, mark, staleMs)), isTakenOver: claimed === 'from a stopped holder' };
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        throw sessionFileError(`The lock ${JSON.stringify(path)} is not acquired`, error, 'session.lock');
      }
    },
  };
};

/** Detects a file that no longer changes. The watch uses only the clock of this process. */
const createWatch = (staleMs: number) => {
  const seen = new Map<string, { readonly version: string; readonly since: number }>();
  return (path: string, version: string): boolean => {
    const known = seen.get(path);
    if (known?.version === version) return performance.now() - known.since >= staleMs;
    seen.set(path, { version, since: performance.now() });
    return false;
  };
};
type Watch = ReturnType<typeof createWatch>;

type Claim = 'failed' | 'free' | 'from a stopped holder';

/**
 * Tries to become the holder of `path`. A lock file is written under another name and then linked, so it is always complete. The successor
 * of an ended holder first acquires a second lock, whose name contains that holder's mark. So exactly one process replaces the file.
 */
const claim = async (path: string, mark: string, isStale: Watch): Promise<Claim> => {
  // Throws on a disk that became read-only, where a remaining lock can be neither released nor taken over.
  await fs.access(dirname(path), fs.constants.W_OK);
  if (await create(path, mark)) return 'free';
  const found = await read(path);
  if (!found) return 'failed';
  const hasEnded = await isEnded(found);
  if (!hasEnded && !isStale(path, found.version)) return 'failed';
  const succession = `${path}.${found.mark}`;
  if ((await claim(succession, mark, isStale)) === 'failed') return 'failed';
  try {
    // Another successor may have replaced the file already.
    if ((await read(path))?.mark !== found.mark) return 'failed';
    const own = await writeOwn(path, mark);
    await fs.rename(own, path);
    await removeRemains(path, mark).catch(() => undefined);
    return hasEnded ? 'free' : 'from a stopped holder';
  } finally {
    await fs.rm(succession, { force: true });
  }
};

/** Writes a temporary file in the folder of the lock. */
const writeOwn = async (path: string, mark: string): Promise<string> => {
  const files = nodeFiles('session.lock');
  const own = files.path.join(dirname(path), await temporaryName(files));
  try {
    await fs.writeFile(own, JSON.stringify({ ...(await thisThread(files)), mark }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await fs.rm(own, { force: true });
    throw error;
  }
  return own;
};

const create = async (path: string, mark: string): Promise<boolean> => {
  // While another process holds the lock, this check is cheaper than an attempt.
  if (await fs.lstat(path).catch(() => undefined)) return false;
  const own = await writeOwn(path, mark);
  try {
    await fs.link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await fs.rm(own, { force: true });
  }
};

/** Removes files of processes that were killed while they acquired the lock. */
const removeRemains = async (path: string, current: string): Promise<void> => {
  await removeAbandoned(nodeFiles('session.lock'), dirname(path));
  const prefix = `${basename(path)}.`;
  for (const name of await fs.readdir(dirname(path))) {
    const [mark = ''] = name.startsWith(prefix) ? name.slice(prefix.length).split('.') : [];
    if (MARK.test(mark) && mark !== current) await fs.rm(join(dirname(path), name), { force: true });
  }
};

interface Found {
  readonly mark: string;
  /** The process that holds the lock. Undefined if the file is empty or damaged. */
  readonly owner: Owner | undefined;
  readonly version: string;
}

/** Returns the holder. Undefined if no lock file exists. */
const read = async (path: string): Promise<Found | undefined> => {
  let handle: fs.FileHandle | undefined;
  try {
    // Without `O_NONBLOCK`, opening a pipe would wait for its writer.
    handle = await fs.open(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const { ino, mtimeMs } = await handle.stat();
    const version = `${ino}-${Math.floor(mtimeMs * 1000)}`;
    const { mark, ...owner } = toHolder(await handle.readFile('utf8')) ?? {};
    return { mark: mark ?? version, owner: mark === undefined ? undefined : (owner as Owner), version };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await handle?.close();
  }
};

const toHolder = (text: string): Holder | undefined => {
  try {
    const { pid, began, machine, mark } = JSON.parse(text) as Partial<Holder>;
    const isWhole = Number.isSafeInteger(pid) && typeof began === 'string' && typeof machine === 'string' && MARK.test(mark ?? '');
    return isWhole ? ({ pid, began, machine, mark } as Holder) : undefined;
  } catch {
    return undefined;
  }
};

/** Returns true if the file is damaged, or its process of this machine has ended. */
const isEnded = async ({ owner }: Found): Promise<boolean> => {
  if (!owner) return true;
  const files = nodeFiles('session.lock');
  const own = await thisThread(files);
  return owner.machine === own.machine && !(await isRunning(files, owner, own));
};

/** Creates the lease of the holder. The lease renews the file, and detects that another process has taken over. */
const leaseOf = async (path: string, mark: string, staleMs: number): Promise<Lease> => {
  const lost = new AbortController();
  let seenAt = performance.now();
  const beat = async (): Promise<void> => {
    try {
      if ((await read(path))?.mark === mark) {
        await fs.utimes(path, new Date(), new Date());
        seenAt = performance.now();
        return;
      }
    } catch {
      // The lock is still held if its file cannot be used for a moment, such as with too many open files. Other processes wait until the
      // lock is stale.
      if (performance.now() - seenAt < staleMs / 2) return;
    }
    clearInterval(timer);
    lost.abort();
  };
  const timer = setInterval(() => void beat(), HEARTBEAT_MS).unref();
  let released: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    clearInterval(timer);
    if (lost.signal.aborted) return;
    // A waiter that considers this process dead may be replacing the file. Only the holder of the second lock may change the file.
    // The second lock is a link to the lock file, because a link needs no space on a full disk.
    const succession = `${path}.${mark}`;
    await fs.link(path, succession);
    try {
      if ((await read(path))?.mark === mark) await fs.rm(path, { force: true });
    } finally {
      await fs.rm(succession, { force: true });
    }
  };
  /**
   * Repeats a release that failed, as on a disk that is read-only for a while. Otherwise, other processes would wait until the lock is stale.
   */
  const releaseLater = (): void => {
    const later = setInterval(
      () =>
        void release().then(
          () => clearInterval(later),
          () => undefined,
        ),
      HEARTBEAT_MS,
    ).unref();
  };
  return { signal: lost.signal, release: () => (released ??= release().catch(releaseLater)) };
};
