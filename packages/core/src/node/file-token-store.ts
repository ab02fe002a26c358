import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { jsonOrText } from '../diagnostics/json.ts';
import { checkNoPromise } from '../schema/options.ts';
import { generationOf, type SessionRecord, type TokenStore } from '../session/tokens.ts';
import { fileLock } from './file-lock.ts';
import { makeFolder, nodeFiles, sessionFileError } from './node-files.ts';
import { readOwnFile, replaceOwnFile } from './own-file.ts';
import { removeAbandoned } from './temporary-files.ts';

const PURPOSE = { title: 'The session file', field: 'session.store' };
/** The longest wait for the lock of a write. Only a holder that was stopped, or runs on another machine, keeps the lock for longer. */
const WRITE_MS = 1500;

/**
 * Keeps the session in a file that only its owner can read (mode 0600), and replaces the file in one step. Reading rejects a
 * link, a file that belongs to another user, and a file that other users may write.
 */
export const fileTokenStore = (path: string): TokenStore => {
  checkNoPromise('fileTokenStore: the path', path);
  const lock = fileLock(`${path}.write`);
  const failed = (error: unknown): PlatformError =>
    sessionFileError(`The session file ${JSON.stringify(path)} cannot be used`, error, PURPOSE.field);
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

  const store: TokenStore = {
    async get() {
      try {
        const text = await readOwnFile(path, PURPOSE);
        return text === undefined ? undefined : jsonOrText(text);
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
        // Without a watcher, changes are detected when the session is used.
        return () => undefined;
      }
    },
  };
  return store;
};

/**
 * Reads the content that a write replaces. A file counts as empty if readers reject it, or if this user may not open it (`EACCES`). Throws
 * for any other failure of the system, because the content is then unknown.
 */
const readReplaceable = async (path: string): Promise<unknown> => {
  try {
    const text = await readOwnFile(path, PURPOSE);
    return text === undefined ? undefined : jsonOrText(text);
  } catch (error) {
    if (isPlatformError(error) || (error as NodeJS.ErrnoException).code === 'EACCES') return undefined;
    throw error;
  }
};

/** Replaces the file. First removes copies that killed processes left beside it, because they contain a refresh token. */
const replace = async (path: string, next: SessionRecord): Promise<void> => {
  await removeAbandoned(nodeFiles(PURPOSE.title), dirname(path)).catch(() => undefined);
  await replaceOwnFile(path, JSON.stringify(next));
};
