import { watch } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { checkNoPromise } from '../diagnostics/check-names.ts';
import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import { generationOf } from '../session/generation.ts';
import { shareSession, type SharingStore } from '../session/shared-session.ts';
import type { SessionRecord, TokenStore } from '../session/tokens.ts';
import { fileLock } from './file-lock.ts';
import { makeFolder } from './make-folder.ts';
import { nodeFiles } from './node-files.ts';
import { sessionFileError } from './session-file-error.ts';
import { syncFile } from './sync-file.ts';
import { removeAbandoned, temporaryName } from './temporary-files.ts';

const FIELD = 'session.store';
/** The longest wait for the lock of a write. Only an ended process holds it for longer. */
const WRITE_MS = 1500;

/**
 * Keeps the session in a file that only its owner can read (mode 0600) and that is replaced whole. A file of another user, or one that
 * others may write, is rejected.
 */
export const fileTokenStore = (path: string): TokenStore => {
  checkNoPromise('fileTokenStore: the path', path);
  const lock = fileLock(`${path}.write`);
  const failed = (error: unknown): PlatformError =>
    sessionFileError(`The session file ${JSON.stringify(path)} cannot be used`, error, FIELD);
  let writing: Promise<unknown> = Promise.resolve();

  const compareAndSet = async (next: SessionRecord, expected: number): Promise<boolean> => {
    const deadline = AbortSignal.timeout(WRITE_MS);
    const lease = await lock.acquire(deadline).catch((error: unknown) => {
      throw deadline.aborted ? Object.assign(new Error('Another process holds the lock of the file'), { code: 'EBUSY' }) : error;
    });
    try {
      if (generationOf(await readReplaceable(path)) !== expected) return false;
      await replace(path, next);
      return true;
    } finally {
      await lease.release();
    }
  };

  const store: SharingStore = {
    share: shareSession,
    async get() {
      try {
        return toContent(await readOwn(path));
      } catch (error) {
        throw failed(error);
      }
    },
    async set(next, expected) {
      const write = (): Promise<boolean> => compareAndSet(next, expected);
      const written = writing.then(write, write);
      writing = written;
      try {
        return await written;
      } catch (error) {
        throw failed(error);
      }
    },
    subscribe(listener) {
      try {
        makeFolder(dirname(path), 0o700);
        const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
          if (name === basename(path)) listener();
        });
        watcher.on('error', () => watcher.close());
        return () => watcher.close();
      } catch {
        // Changes are then detected when the session is used.
        return () => undefined;
      }
    },
  };
  return store;
};

const readOwn = async (path: string): Promise<string | undefined> => {
  let handle: fs.FileHandle;
  try {
    // Opening a pipe would wait for its writer.
    handle = await fs.open(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const found = await handle.stat();
    const refused = (why: string): PlatformError =>
      new PlatformError('invalid-input', `The session file ${JSON.stringify(path)} is rejected: ${why}`, {
        field: FIELD,
        outcome: 'not-sent',
      });
    if (!found.isFile()) throw refused('it is no regular file. Remove it');
    if (process.getuid && found.uid !== process.getuid()) throw refused('it belongs to another user. Choose another path');
    if (process.getuid && found.mode & 0o022) throw refused('other users may write it. Remove it, or set its mode to 0600');
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
};

/** Reads the content that a write replaces. A file that readers reject counts as empty. After a failure of the system, its content is unknown. */
const readReplaceable = async (path: string): Promise<unknown> => {
  try {
    return toContent(await readOwn(path));
  } catch (error) {
    if (isPlatformError(error) || (error as NodeJS.ErrnoException).code === 'EACCES') return undefined;
    throw error;
  }
};

const toContent = (text: string | undefined): unknown => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Writes a file beside the other, and puts it in the other's place when it is on the disk. */
const replace = async (path: string, next: SessionRecord): Promise<void> => {
  const files = nodeFiles(FIELD);
  const folder = dirname(path);
  // Temporary files of killed processes contain a refresh token.
  await removeAbandoned(files, folder).catch(() => undefined);
  const part = files.path.join(folder, await temporaryName(files));
  try {
    const handle = await fs.open(part, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(next));
      await syncFile(handle);
    } finally {
      await handle.close();
    }
    await fs.rename(part, path);
  } catch (error) {
    await fs.rm(part, { force: true });
    throw error;
  }
  // Syncs the rename itself, on systems that can sync a folder.
  const handle = await fs.open(folder).catch(() => undefined);
  if (handle) await syncFile(handle).catch(() => undefined);
  await handle?.close();
};
