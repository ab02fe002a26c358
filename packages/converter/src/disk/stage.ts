import type { NodeFiles } from '@platform-sdk/core/disk';
import { PlatformError } from '@platform-sdk/core/internal';
import type { Contents } from '../archive/contents.ts';
import { unpack } from '../archive/unpack.ts';
import { lookAt, type HeldFolder, type Identity } from './held-folder.ts';

/** The unpacked and checked files of an archive, in a folder that only this user can open. */
export interface Staged {
  /** Returns the path of a file or folder in the temporary folder. */
  at(name: string): string;
  /** All folders of the archive, by name without a trailing slash. */
  readonly folders: ReadonlyMap<string, Identity>;
  identityOf(index: number): Identity;
}

/** Calls Node's file system with a callback, which is faster than a promise. */
const called = <T>(work: (done: (error: Error | null, value: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => work((error, value) => (error ? reject(error) : resolve(value))));

/** Unpacks all files of the archive into a folder. `onFile` is called before each file. */
export const stage = async (
  nodeFiles: NodeFiles,
  { archive, files, folders: listed }: Contents,
  part: HeldFolder,
  signal: AbortSignal | undefined,
  onFile: (name: string) => void,
): Promise<Staged> => {
  const { fs, calls } = nodeFiles;
  const folders = new Map<string, Identity>();
  const numbers = new BigUint64Array(files.length);
  const at = (name: string): string => part.at(`files/${name}`);
  const device = part.identity.slice(0, part.identity.indexOf(':'));

  const makeFolder = async (name: string): Promise<void> => {
    if (folders.has(name)) return;
    await fs.mkdir(at(name), { recursive: true });
    for (let end = name.length; end > 0 && !folders.has(name.slice(0, end)); end = name.lastIndexOf('/', end - 1)) {
      const made = name.slice(0, end);
      folders.set(made, (await lookAt(nodeFiles, at(made)))?.identity ?? '');
    }
  };
  const checkSignal = (): void => {
    if (!signal?.aborted) return;
    throw new PlatformError('aborted', 'The unpacking was aborted', { operation: 'converter.download' }, { cause: signal.reason });
  };

  await fs.mkdir(part.at('files'));
  for (const [index, file] of files.entries()) {
    const { name } = file;
    onFile(name);
    checkSignal();
    if (name.includes('/')) await makeFolder(name.slice(0, name.lastIndexOf('/')));
    const handle = await called<number>((done) => calls.open(at(name), 'wx', 0o644, done));
    try {
      for await (const piece of unpack(archive, file)) {
        checkSignal();
        for (let written = 0; written < piece.length;)
          written += await called<number>((done) => calls.write(handle, piece, written, piece.length - written, null, done));
      }
      // A synchronous call is faster here, because the system has the inode number of an open file in memory.
      numbers[index] = calls.fstatSync(handle, { bigint: true }).ino;
    } finally {
      await called<void>((done) => calls.close(handle, (error) => done(error ?? null)));
    }
  }
  for (const name of listed) {
    onFile(name);
    await makeFolder(name.slice(0, -1));
  }
  return { at, folders, identityOf: (index) => `${device}:${numbers[index]}` };
};
