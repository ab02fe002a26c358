import type { FileHandle } from 'node:fs/promises';
import { PlatformError, inputError, isPlatformError } from '../diagnostics/errors.ts';

/** Returns Node's own modules. Throws on other runtimes. */
export const nodeFiles = (operation: string) => {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const builtin = process?.getBuiltinModule;
  if (!builtin) throw inputError(`${operation} works on Node only`, undefined, operation);
  return { fs: builtin('node:fs/promises'), calls: builtin('node:fs'), path: builtin('node:path'), os: builtin('node:os') };
};

export type NodeFiles = ReturnType<typeof nodeFiles>;

/** Syncs a file to the disk. Ignores an error without a code: the file handles of Yarn's Plug'n'Play cannot sync, and throw such an error. */
export const syncFile = async (handle: Pick<FileHandle, 'sync'>): Promise<void> => {
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
};

const READ_BY_ALL = 0o777;

/**
 * Makes a folder and its parents. Does not use the recursive `mkdir` of Node, which never ends if the system hides an existing folder, as
 * in `/proc`.
 */
export const makeFolder = (folder: string, mode = READ_BY_ALL): void => {
  const { calls, path } = nodeFiles('makeFolder');
  const makeOne = (): void => {
    try {
      calls.mkdirSync(folder, { mode });
    } catch (error) {
      if (!calls.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  };
  try {
    makeOne();
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent, mode);
    makeOne();
  }
};

/** The meanings of the system's codes, with advice. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist. Create it first',
  ENOTDIR: 'a part of the path is no folder. Choose another path',
  EISDIR: 'there is a folder of this name. Choose another path',
  EEXIST: 'something else has this name. Choose another path',
  EACCES: 'this process may not write there. Change the permissions or choose another folder',
  EPERM: 'this process may not write there. Change the permissions or choose another folder',
  EROFS: 'the file system is read-only. Choose another folder',
  ENOSPC: 'the disk is full. Free some space and try again',
  EDQUOT: 'the quota of this user is used up. Free some space and try again',
  EFBIG: 'the file is larger than the system allows. Raise the limit or choose another folder',
  ENAMETOOLONG: 'the path is longer than the system allows. Choose a shorter one',
  ELOOP: 'a link in the path leads to itself. Choose another path',
  EMFILE: 'this process has too many open files. Close some and try again',
  ENFILE: 'the system has too many open files. Close some and try again',
  EBUSY: 'another program uses the file. Close it there and try again',
  EIO: 'the disk failed. Check it, or choose another folder',
};

/** Returns the error of a failed write. `what` begins the message, such as `"a.zip" is not saved`. An error of the SDK is returned unchanged. */
export const writeError = (what: string, error: unknown, operation: string, field?: string): PlatformError => {
  if (isPlatformError(error)) return error;
  const { code = 'unknown' } = Object(error) as NodeJS.ErrnoException;
  const why = MEANINGS[code] ?? 'the system cannot write it. Choose another folder';
  return new PlatformError('archive', `${what} (${code}): ${why}`, { code: 'NOT_WRITTEN', field, operation }, { cause: error });
};

/** The codes of a disk that cannot store a session at the moment. All other codes become an `invalid-input` error. */
const NOT_STORED: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Returns the error of a session file that cannot be used. `what` begins the message, which contains advice and no secret. */
export const sessionFileError = (what: string, error: unknown, field: string): PlatformError => {
  const { code } = Object(error) as { readonly code?: unknown };
  return isPlatformError(error)
    ? error
    : new PlatformError(NOT_STORED.has(code) ? 'session' : 'invalid-input', writeError(what, error, 'session').message, {
        field,
        code: typeof code === 'string' ? code : undefined,
        outcome: 'not-sent',
      });
};
