import { PlatformError } from '@platform-sdk/core';
import type { Contents, PackedFile } from '../archive/contents.ts';
import { archiveError, quoted } from '../archive/error.ts';
import { nodeModules } from './node-modules.ts';
import type { Extracted, ExtractOptions } from '../archive/types.ts';
import { unpack } from '../archive/unpack.ts';

type Modules = ReturnType<typeof nodeModules>;

/** Unpacks everything into a folder beside, and moves it to its place only when all of it is good. */
export const extract = async ({ files, folders }: Contents, folder: string, options: ExtractOptions): Promise<Extracted> => {
  const modules = nodeModules('archive.extractTo');
  const { fs, path } = modules;
  const { signal, overwrite = false } = options;
  await fs.mkdir(folder, { recursive: true });
  // Links above the folder are the caller's; those within it are not gone through.
  const root = await fs.realpath(folder);
  const part = path.join(root, `.${crypto.randomUUID()}.part`);
  await fs.mkdir(part, { mode: 0o700 });
  try {
    const moves = files.map((file, index) => ({
      file,
      from: path.join(part, String(index)),
      to: path.join(root, ...file.name.split('/')),
    }));
    for (const { file, from } of moves) await write(modules, file, from, signal);
    for (const { file, to } of moves) await checkPlace(modules, root, to, file.name, overwrite);
    for (const name of folders) await makeFolders(modules, root, path.join(root, ...name.split('/')), name);
    for (const { file, from, to } of moves) {
      await makeFolders(modules, root, path.dirname(to), file.name);
      await move(modules, from, to, file.name, overwrite);
    }
    return { files: files.map(({ name }) => name), bytes: files.reduce((sum, { size }) => sum + size, 0) };
  } finally {
    await fs.rm(part, { recursive: true, force: true });
  }
};

const write = async ({ fs }: Modules, file: PackedFile, target: string, signal: AbortSignal | undefined): Promise<void> => {
  const checkSignal = (): void => {
    if (signal?.aborted)
      throw new PlatformError('aborted', 'The unpacking was aborted', { operation: 'converter.download' }, { cause: signal.reason });
  };
  checkSignal();
  const handle = await fs.open(target, 'wx', 0o644);
  try {
    for await (const piece of unpack(file)) {
      checkSignal();
      await handle.write(piece);
    }
  } finally {
    await handle.close();
  }
};

const refused = (name: string): Error =>
  archiveError('UNSAFE_TARGET', `${quoted(name)} is not unpacked: something else is in its place`, name);

/** What is at a path itself, not behind a link. */
const kindOf = async ({ fs }: Modules, place: string): Promise<'folder' | 'file' | 'other' | undefined> => {
  try {
    const found = await fs.lstat(place);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The folders from below the root to a path, the outermost first. */
const foldersTo = ({ path }: Modules, root: string, place: string): string[] => {
  const parts = path.relative(root, place).split(path.sep).filter(Boolean);
  return parts.map((_, index) => path.join(root, ...parts.slice(0, index + 1)));
};

/** Refuses before anything is moved what would be refused at its own move. */
const checkPlace = async (modules: Modules, root: string, to: string, name: string, overwrite: boolean): Promise<void> => {
  for (const each of foldersTo(modules, root, modules.path.dirname(to))) {
    const kind = await kindOf(modules, each);
    if (kind === undefined) return;
    if (kind !== 'folder') throw refused(name);
  }
  const kind = await kindOf(modules, to);
  if (kind !== undefined && !(overwrite && kind === 'file')) throw refused(name);
};

const makeFolders = async (modules: Modules, root: string, place: string, name: string): Promise<void> => {
  for (const each of foldersTo(modules, root, place)) {
    const kind = await kindOf(modules, each);
    if (kind === undefined) await modules.fs.mkdir(each);
    else if (kind !== 'folder') throw refused(name);
  }
};

const move = async ({ fs }: Modules, from: string, to: string, name: string, overwrite: boolean): Promise<void> => {
  if (overwrite) return fs.rename(from, to);
  try {
    // Unlike a renaming it replaces nothing.
    await fs.link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw refused(name);
    // A file system without links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await fs.rename(from, to);
  }
};
