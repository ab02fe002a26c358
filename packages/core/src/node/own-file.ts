import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { PlatformError } from '../diagnostics/errors.ts';
import { nodeFiles, syncFile } from './node-files.ts';
import { temporaryName } from './temporary-files.ts';

/** Describes a file in errors. */
export interface Purpose {
  /** The name of the file in messages, such as `The session file`. */
  readonly title: string;
  /** The option or argument that names the file. */
  readonly field: string;
}

const OWNER_ONLY = 0o600;

const rejected = (path: string, { title, field }: Purpose, why: string): PlatformError =>
  new PlatformError('invalid-input', `${title} ${JSON.stringify(path)} is rejected: ${why}`, { field, outcome: 'not-sent' });

/** Throws for a file that another user could have written, and for anything that is not a regular file. */
const checkOwn = (path: string, purpose: Purpose, found: Stats): void => {
  if (!found.isFile()) throw rejected(path, purpose, 'it is no regular file. Remove it');
  if (!process.getuid) return;
  if (found.uid !== process.getuid()) throw rejected(path, purpose, 'it belongs to another user. Choose another path');
  if (found.mode & 0o022) throw rejected(path, purpose, 'other users may write it. Remove it, or set its mode to 0600');
};

/** Returns undefined if the file does not exist. Throws for a link, which another user may have created, and rethrows every other error. */
const whenNotOpened = (path: string, purpose: Purpose, error: unknown): undefined => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return undefined;
  throw code === 'ELOOP' ? rejected(path, purpose, 'it is a link. Choose the path of the file itself') : error;
};

/** Returns the flags for opening a file. `O_NOFOLLOW` rejects a link, and `O_NONBLOCK` opens a pipe without a wait for its writer. Windows lacks both flags. */
const flagsOf = ({ calls }: ReturnType<typeof nodeFiles>): number => calls.constants.O_NOFOLLOW | calls.constants.O_NONBLOCK;

/** Reads a file that only this user can have written. Returns undefined if the file does not exist. Rejects all other files. */
export const readOwnFile = async (path: string, purpose: Purpose): Promise<string | undefined> => {
  const files = nodeFiles(purpose.title);
  const handle = await files.fs.open(path, flagsOf(files)).catch((error: unknown) => whenNotOpened(path, purpose, error));
  if (!handle) return undefined;
  try {
    checkOwn(path, purpose, await handle.stat());
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
};

/** The synchronous form of `readOwnFile`. */
export const readOwnFileSync = (path: string, purpose: Purpose): string | undefined => {
  const files = nodeFiles(purpose.title);
  let descriptor: number;
  try {
    descriptor = files.calls.openSync(path, flagsOf(files));
  } catch (error) {
    return whenNotOpened(path, purpose, error);
  }
  try {
    checkOwn(path, purpose, files.calls.fstatSync(descriptor));
    return files.calls.readFileSync(descriptor, 'utf8');
  } finally {
    files.calls.closeSync(descriptor);
  }
};

/** Appends to a file that only this user can have written, and syncs it to the disk. Creates a missing file, so that only its owner can read it. */
export const appendOwnFile = async (path: string, text: string, purpose: Purpose): Promise<void> => {
  const files = nodeFiles(purpose.title);
  const { O_WRONLY, O_APPEND, O_CREAT } = files.calls.constants;
  const flags = O_WRONLY | O_APPEND | O_CREAT | flagsOf(files);
  // If the folder is missing, the error is thrown unchanged.
  const handle = await files.fs.open(path, flags, OWNER_ONLY).catch((error: unknown) => {
    whenNotOpened(path, purpose, error);
    throw error;
  });
  try {
    checkOwn(path, purpose, await handle.stat());
    await handle.appendFile(text);
    await syncFile(handle);
  } finally {
    await handle.close();
  }
};

/**
 * Replaces a file in one step. If the process is killed, the file has its old or its new content. A link is replaced, not followed. Only
 * this user can read the new file. With `isLasting`, the file survives a power failure.
 */
export const replaceOwnFile = async (
  path: string,
  content: Parameters<FileHandle['writeFile']>[0],
  { isLasting = true }: { readonly isLasting?: boolean } = {},
): Promise<void> => {
  const files = nodeFiles('replaceOwnFile');
  const folder = files.path.dirname(path);
  const part = files.path.join(folder, await temporaryName(files));
  try {
    const handle = await files.fs.open(part, 'wx', OWNER_ONLY);
    try {
      await handle.writeFile(content);
      if (isLasting) await syncFile(handle);
    } finally {
      await handle.close();
    }
    await files.fs.rename(part, path);
  } catch (error) {
    await files.fs.rm(part, { force: true });
    throw error;
  }
  if (!isLasting) return;
  // Syncs the rename itself, if the system can sync a folder.
  const handle = await files.fs.open(folder).catch(() => undefined);
  if (handle) await syncFile(handle).catch(() => undefined);
  await handle?.close();
};

/** The synchronous form of `replaceOwnFile`. A power failure may lose the file. */
export const replaceOwnFileSync = (path: string, content: string): void => {
  const files = nodeFiles('replaceOwnFileSync');
  // `removeAbandoned` recognizes this form of name.
  const part = files.path.join(files.path.dirname(path), `.platform-sdk-${process.pid}-0-sync-${crypto.randomUUID()}.part`);
  try {
    files.calls.writeFileSync(part, content, { mode: OWNER_ONLY, flag: 'wx' });
    files.calls.renameSync(part, path);
  } catch (error) {
    files.calls.rmSync(part, { force: true });
    throw error;
  }
};
