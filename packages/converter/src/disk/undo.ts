import type { NodeFiles } from '@platform-sdk/core/disk';
import type { PackedFile } from '../archive/contents.ts';
import { lookAt, type HeldFolder, type Identity } from './held-folder.ts';
import { isWithin, LINKLESS, type Placed, type Target } from './place.ts';
import { createWalk, type Walk } from './walk.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Moves a file without replacing another file. */
const moveTo = async (files: NodeFiles, from: string, to: string): Promise<void> => {
  const { fs } = files;
  try {
    await fs.link(from, to);
    await fs.unlink(from);
  } catch (error) {
    if (!LINKLESS.has(codeOf(error))) throw error;
    if (await lookAt(files, to)) throw error;
    await fs.rename(from, to);
  }
};

/**
 * Removes a file if it still is the file with this identity, and returns true. The file is renamed before the last check, because another
 * process could replace it meanwhile. A file of another process is renamed back.
 */
const takeAway = async (files: NodeFiles, folder: HeldFolder, base: string, identity: Identity): Promise<boolean> => {
  const { fs } = files;
  if ((await lookAt(files, folder.at(base)))?.identity !== identity) return false;
  const aside = folder.at(`.platform-sdk-${crypto.randomUUID()}.old`);
  await fs.rename(folder.at(base), aside);
  if ((await lookAt(files, aside))?.identity === identity) {
    await fs.unlink(aside);
    return true;
  }
  await moveTo(files, aside, folder.at(base));
  return false;
};

/** Runs `work` in the folder of a file. Returns false if the folder is missing, was replaced, or if `work` fails. */
const inFolderOf = async (walk: Walk, name: string, work: (folder: HeldFolder, base: string) => Promise<boolean>): Promise<boolean> => {
  const parts = name.split('/');
  const base = parts.pop() as string;
  try {
    const { folder, depth } = await walk.to(parts);
    return depth === parts.length && (await work(folder, base));
  } catch {
    return false;
  }
};

/** Removes new files, and restores replaced files. Returns false if a file could not be restored and therefore stays under its temporary name. */
export const undo = async (files: NodeFiles, target: Target, packed: readonly PackedFile[], placed: Placed): Promise<boolean> => {
  const { root, part, staged } = target;
  const walk = createWalk(root);
  let isBack = true;
  for (let index = packed.length - 1; index >= 0; index--) {
    const { name } = packed[index] as PackedFile;
    const kept = placed.replaced.get(name);
    const isDone = await inFolderOf(walk, name, async (folder, base) => {
      const isGone = await takeAway(files, folder, base, placed.copies.get(name) ?? staged.identityOf(index));
      if (isGone && kept) await moveTo(files, (kept.isBeside ? folder : part).at(kept.base), folder.at(base));
      return isGone;
    });
    if (kept && !isDone) isBack = false;
  }
  // Removes inner folders first. A folder with files of other processes stays.
  const folders = [...staged.folders.keys()].filter((name) => isWithin(placed.folders, name));
  for (const name of folders.toSorted((one, other) => other.length - one.length)) {
    await inFolderOf(walk, name, async (folder, base) => {
      const made = placed.folders.get(name) ?? staged.folders.get(name);
      const found = await lookAt(files, folder.at(base));
      if (found?.identity === made) await files.fs.rmdir(folder.at(base));
      return true;
    });
  }
  await walk.close();
  return isBack;
};

/** Removes temporary files in other file systems. */
export const removeLeftovers = async (files: NodeFiles, root: HeldFolder, { leftovers }: Placed): Promise<void> => {
  const walk = createWalk(root);
  for (const name of leftovers) {
    await inFolderOf(walk, name, async (folder, base) => {
      await files.fs.rm(folder.at(base), { force: true });
      return true;
    });
  }
  await walk.close();
};
