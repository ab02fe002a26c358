import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';

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
