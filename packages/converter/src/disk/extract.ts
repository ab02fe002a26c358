import { PlatformError } from '@platform-sdk/core/internal';
import { makeFolder, nodeFiles, removeAbandoned, temporaryName, writeError, type NodeFiles } from '@platform-sdk/core/disk';
import type { Contents } from '../archive/contents.ts';
import { quoted } from '../archive/error.ts';
import { readArchive, type ArchiveSource } from '../archive/open.ts';
import type { ArchiveExtractResult, ArchiveExtractOptions } from '../archive/types.ts';
import { checkFolder } from './check-folder.ts';
import { holdFolder, type HeldFolder } from './held-folder.ts';
import { checkPlaces, placeAll, type Placed } from './place.ts';
import { stage } from './stage.ts';
import { removeLeftovers, undo } from './undo.ts';

/** The current step of an extraction, for its error. */
interface Progress {
  name?: string;
  /** The folder that contains replaced files which could not be restored. Undefined if all were restored. */
  kept?: string;
}

/** Unpacks an archive into a temporary folder, and moves the files to the target if all of them are valid. If a move fails, all moves are undone. */
export const extract = async (source: ArchiveSource, folder: string, options: ArchiveExtractOptions): Promise<ArchiveExtractResult> => {
  const files = nodeFiles('archive.extractTo');
  await checkFolder(files, folder);
  const contents = await readArchive(source, options);
  const { fs } = files;
  const progress: Progress = {};
  try {
    makeFolder(folder);
    // Links in the path of the folder are followed. Links inside the folder are not followed.
    const place = await fs.realpath(folder);
    const root = await holdFolder(files, place);
    try {
      await checkLength(files, place, contents, progress);
      await removeAbandoned(files, root.at('')).catch(() => undefined);
      await extractInto(files, root, place, contents, options, progress);
    } finally {
      await root.close();
    }
  } catch (error) {
    throw failureOf(error, progress);
  }
  return { files: contents.files.map(({ name }) => name), bytes: contents.files.reduce((sum, { size }) => sum + size, 0) };
};

const failureOf = (error: unknown, { name, kept }: Progress): PlatformError => {
  const what = name === undefined ? 'The archive' : quoted(name);
  const failure = writeError(`${what} is not unpacked`, error, 'converter.download', name);
  if (kept === undefined) return failure;
  const { kind, message, cause } = failure;
  return new PlatformError(kind, `${message}. Files that could not be restored are in ${kept}`, failure, { cause });
};

/** Throws if a path is too long for the system. */
const checkLength = async ({ fs, path }: NodeFiles, place: string, { files, folders }: Contents, progress: Progress): Promise<void> => {
  let longest = '';
  for (const { name } of files) if (name.length > longest.length) longest = name;
  for (const name of folders) if (name.length > longest.length) longest = name;
  await fs.lstat(path.join(place, longest)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') return;
    progress.name = longest;
    throw error;
  });
};

const extractInto = async (
  files: NodeFiles,
  root: HeldFolder,
  place: string,
  contents: Contents,
  { signal, overwrite = false }: ArchiveExtractOptions,
  progress: Progress,
): Promise<void> => {
  const { fs, path } = files;
  const partName = await temporaryName(files);
  await fs.mkdir(root.at(partName), { mode: 0o700 });
  const part = await root.open(partName);
  const placed: Placed = { folders: new Map(), copies: new Map(), replaced: new Map(), leftovers: [] };
  const onFile = (name: string): void => void (progress.name = name);
  const names = function* (): Generator<string> {
    for (const { name } of contents.files) yield name;
    yield* contents.folders;
  };
  try {
    const staged = await stage(files, contents, part, signal, onFile);
    const target = { root, part, staged, overwrite };
    await checkPlaces(files, target, names());
    try {
      await placeAll(files, target, names(), placed, onFile);
    } catch (error) {
      if (!(await undo(files, target, contents.files, placed))) progress.kept = path.join(place, `${partName}.old`);
      throw error;
    }
  } finally {
    await part.close();
    if (progress.kept === undefined) {
      await fs.rm(root.at(partName), { recursive: true, force: true });
      await removeLeftovers(files, root, placed);
    } else {
      // The new name prevents later calls from removing the folder as abandoned.
      await fs.rename(root.at(partName), root.at(`${partName}.old`)).catch(() => undefined);
    }
  }
};
