import { archiveError, quoted } from '../archive/error.ts';
import { partName, type NodeModules } from './node-modules.ts';

/** Where the files of an archive are put. Names are those of the archive, with slashes. */
export interface Places {
  /** Refuses before anything is moved what would be refused at its own move. */
  check(name: string): Promise<void>;
  makeFolder(name: string): Promise<void>;
  /** Moves a file to its place, and makes the folders above it. */
  move(from: string, name: string): Promise<void>;
  /** Puts everything back as it was; false where a file that was replaced is still only a leftover. */
  undo(): Promise<boolean>;
  /** What is to be removed at the end. */
  readonly leftovers: readonly string[];
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** What a file system without links says. */
const LINKLESS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

const refused = (name: string): Error =>
  archiveError('UNSAFE_TARGET', `${quoted(name)} is not unpacked: something else is in its place`, name);

/** Moves files below a folder, through no link, and remembers how to undo that. */
export const createPlaces = ({ fs, path, constants }: NodeModules, root: string, overwrite: boolean): Places => {
  const undoing: { readonly step: () => Promise<void>; readonly restores?: boolean }[] = [];
  const leftovers: string[] = [];
  const exclusive = constants.COPYFILE_EXCL;

  /** What is at a path itself, not behind a link. */
  const kindOf = async (place: string): Promise<'folder' | 'file' | 'other' | undefined> => {
    try {
      const found = await fs.lstat(place);
      return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  };

  /** The folders from below the root to a path, the outermost first. */
  const foldersTo = (place: string): string[] => {
    const parts = path.relative(root, place).split(path.sep).filter(Boolean);
    return parts.map((_, index) => path.join(root, ...parts.slice(0, index + 1)));
  };

  const placeOf = (name: string): string => path.join(root, ...name.split('/'));

  const makeFolders = async (place: string, name: string): Promise<void> => {
    for (const each of foldersTo(place)) {
      if ((await kindOf(each)) === undefined) {
        try {
          await fs.mkdir(each);
          undoing.push({ step: () => fs.rmdir(each) });
        } catch (error) {
          // Somebody else may have made it since.
          if (codeOf(error) !== 'EEXIST') throw error;
        }
      }
      if ((await kindOf(each)) !== 'folder') throw refused(name);
    }
  };

  /** Keeps the file that a move replaces; false when there is none. */
  const keep = async (place: string, aside: string): Promise<boolean> => {
    if ((await kindOf(place)) === undefined) return false;
    try {
      await fs.link(place, aside);
    } catch (error) {
      if (!LINKLESS.has(codeOf(error))) throw error;
      await fs.copyFile(place, aside, exclusive);
    }
    return true;
  };

  const replace = async (from: string, to: string): Promise<void> => {
    const aside = `${from}.old`;
    const isKept = await keep(to, aside);
    await fs.rename(from, to);
    undoing.push({ step: () => (isKept ? fs.rename(aside, to) : fs.rm(to)), restores: isKept });
  };

  const put = async (from: string, to: string, name: string): Promise<void> => {
    if (overwrite) return replace(from, to);
    try {
      // Unlike a renaming it replaces nothing.
      await fs.link(from, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw refused(name);
      if (!LINKLESS.has(codeOf(error))) throw error;
      if ((await kindOf(to)) !== undefined) throw refused(name);
      await fs.rename(from, to);
    }
    undoing.push({ step: () => fs.rm(to) });
  };

  return {
    async check(name) {
      const place = placeOf(name);
      for (const each of foldersTo(path.dirname(place))) {
        const kind = await kindOf(each);
        if (kind === undefined) return;
        if (kind !== 'folder') throw refused(name);
      }
      const kind = await kindOf(place);
      if (kind !== undefined && !(overwrite && kind === 'file')) throw refused(name);
    },
    makeFolder: (name) => makeFolders(placeOf(name), name),
    async move(from, name) {
      const to = placeOf(name);
      await makeFolders(path.dirname(to), name);
      try {
        await put(from, to, name);
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error;
        // A file system of its own below the folder: its files are moved within it.
        const beside = path.join(path.dirname(to), partName());
        leftovers.push(beside, `${beside}.old`);
        await fs.copyFile(from, beside, exclusive);
        await put(beside, to, name);
      }
    },
    async undo() {
      let isBack = true;
      for (const { step, restores } of undoing.toReversed()) {
        // A folder may hold what others have put there.
        await step().catch(() => (isBack &&= !restores));
      }
      return isBack;
    },
    leftovers,
  };
};
