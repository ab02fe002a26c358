import { temporaryName, type NodeFiles } from '@platform-sdk/core/disk';
import { archiveError, quoted } from '../archive/error.ts';
import { lookAt, type HeldFolder, type Identity } from './held-folder.ts';
import type { Staged } from './stage.ts';
import { createWalk } from './walk.ts';

/** The changes in a folder so far, so that they can be undone. */
export interface Placed {
  /** The created folders by name. Everything inside these folders was created too. */
  readonly folders: Map<string, Identity>;
  /** Files that were copied instead of moved, because their target is in another file system. */
  readonly copies: Map<string, Identity>;
  /** The files that were replaced, with the names under which they are kept. */
  readonly replaced: Map<string, Kept>;
  /** Names of temporary files in other file systems. */
  readonly leftovers: string[];
}

/** A replaced file under its new name. `isBeside` is true if it stays in its folder, because the folder belongs to another file system. */
interface Kept {
  readonly base: string;
  readonly isBeside: boolean;
}

/** An extraction into a folder that may already contain files. */
export interface Target {
  readonly root: HeldFolder;
  /** The temporary folder, with the files that have not been moved yet. */
  readonly part: HeldFolder;
  readonly staged: Staged;
  readonly overwrite: boolean;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The error codes of a file system without hard links. */
export const LINKLESS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

/** The file, folder or link that already exists at the path of a file. */
type Found = Awaited<ReturnType<typeof lookAt>>;

const refused = (name: string, found?: Found): Error => {
  const why =
    found?.kind === 'file'
      ? 'a file is in its place. Replace it with overwrite: true, or choose another folder'
      : 'something else is in its place. Remove it or choose another folder';
  return archiveError('UNSAFE_TARGET', `${quoted(name)} is not unpacked: ${why}`, name);
};

/** Returns a handler that turns an error about a file or a link on the path into an error that names the archive's file. */
const refusing =
  (name: string) =>
  (error: unknown): never => {
    throw codeOf(error) === 'ENOTDIR' ? refused(name) : error;
  };

/** Returns true if `folders` contains the name or a folder above it. */
export const isWithin = (folders: { has(name: string): boolean }, name: string): boolean => {
  for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) if (folders.has(name.slice(0, slash))) return true;
  return folders.has(name);
};

/** Rejects files that cannot be moved, before anything is moved. Names of folders end with slashes. */
export const checkPlaces = async (files: NodeFiles, { root, overwrite }: Target, names: Iterable<string>): Promise<void> => {
  const walk = createWalk(root);
  const missing = new Set<string>();
  try {
    for (const name of names) {
      const parts = name.split('/');
      const base = parts.pop() as string;
      if (isWithin(missing, name)) continue;
      const { folder, depth } = await walk.to(parts).catch(refusing(name));
      if (depth < parts.length) missing.add(parts.slice(0, depth + 1).join('/'));
      else if (base !== '') {
        const found = await lookAt(files, folder.at(base));
        if (found && !(overwrite && found.kind === 'file')) throw refused(name, found);
      }
    }
  } finally {
    await walk.close();
  }
};

/** Moves everything to the target. A missing folder is moved as a whole, with its files. Updates `placed`. */
export const placeAll = async (
  files: NodeFiles,
  target: Target,
  names: Iterable<string>,
  placed: Placed,
  onFile: (name: string) => void,
): Promise<void> => {
  const { fs } = files;
  const { root, staged } = target;
  const walk = createWalk(root);
  const moved = new Set<string>();

  /** Returns true if the folder was moved. Returns false if the files of the folder must be moved separately. */
  const moveFolder = async (name: string, parent: HeldFolder, base: string): Promise<boolean> => {
    const found = await lookAt(files, staged.at(name));
    try {
      await fs.rename(staged.at(name), parent.at(base));
      placed.folders.set(name, found?.identity ?? '');
      moved.add(name);
      return true;
    } catch {
      // Another process may have created the folder meanwhile, or the folder belongs to another file system.
      await fs.mkdir(parent.at(base)).then(
        async () => placed.folders.set(name, (await lookAt(files, parent.at(base)))?.identity ?? ''),
        (error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error;
        },
      );
      return false;
    }
  };

  try {
    for (const name of names) {
      onFile(name);
      if (isWithin(moved, name)) continue;
      const parts = name.split('/');
      const base = parts.pop() as string;
      let reached = await walk.to(parts).catch(refusing(name));
      while (reached.depth < parts.length) {
        const { depth, folder } = reached;
        if (await moveFolder(parts.slice(0, depth + 1).join('/'), folder, parts[depth] as string)) break;
        reached = await walk.to(parts).catch(refusing(name));
        if (reached.depth === depth) throw refused(name);
      }
      if (reached.depth === parts.length && base !== '') await placeFile(files, target, placed, reached.folder, base, name);
    }
  } finally {
    await walk.close();
  }
};

const placeFile = async (
  files: NodeFiles,
  target: Target,
  placed: Placed,
  folder: HeldFolder,
  base: string,
  name: string,
): Promise<void> => {
  const { part, staged } = target;
  const aside = `${placed.replaced.size}.old`;
  const to = folder.at(base);
  try {
    if (await put(files, target, name, staged.at(name), to, part.at(aside))) placed.replaced.set(name, { base: aside, isBeside: false });
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    // The folder belongs to another file system, so its files are first copied there and then moved.
    const copy = await temporaryName(files);
    const kept = `${copy}.old`;
    const above = name.slice(0, name.length - base.length);
    placed.leftovers.push(above + copy, above + kept);
    await files.fs.copyFile(staged.at(name), folder.at(copy), files.calls.constants.COPYFILE_EXCL);
    placed.copies.set(name, (await lookAt(files, folder.at(copy)))?.identity ?? '');
    if (await put(files, target, name, folder.at(copy), to, folder.at(kept))) placed.replaced.set(name, { base: kept, isBeside: true });
  }
};

/** Moves a file to its target. Returns true if the file replaced another file, which is kept at `aside`. */
const put = async (files: NodeFiles, { overwrite }: Target, name: string, from: string, to: string, aside: string): Promise<boolean> => {
  const { fs } = files;
  if (overwrite) {
    const isKept = await keep(files, to, aside);
    await fs.rename(from, to);
    return isKept;
  }
  try {
    // Creating a hard link never replaces a file, but a rename does.
    await fs.link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw refused(name, await lookAt(files, to));
    if (!LINKLESS.has(codeOf(error))) throw error;
    const found = await lookAt(files, to);
    if (found) throw refused(name, found);
    await fs.rename(from, to);
    return false;
  }
  await fs.unlink(from);
  return false;
};

/** Keeps the file that a move replaces. Returns false if no such file exists. */
const keep = async (files: NodeFiles, place: string, aside: string): Promise<boolean> => {
  const { fs, calls } = files;
  if (!(await lookAt(files, place))) return false;
  try {
    await fs.link(place, aside);
  } catch (error) {
    if (!LINKLESS.has(codeOf(error))) throw error;
    await fs.copyFile(place, aside, calls.constants.COPYFILE_EXCL);
  }
  return true;
};
