import type { NodeFiles } from '@platform-sdk/core/disk';

/** Tells one file from another whatever it is called: its file system and its number there. */
export type Identity = string;

/** A folder that stays the same one, whatever is put in the place of its path. */
export interface HeldFolder {
  readonly identity: Identity;
  /** Returns the path of a file in it: by the open folder where the system has such paths, by its name elsewhere. */
  at(name: string): string;
  /** Holds a folder in it. Rejects with `ENOENT` where there is none, and with `ENOTDIR` where there is something else, such as a link. */
  open(name: string): Promise<HeldFolder>;
  close(): Promise<void>;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Returns what is at a path itself, not behind a link; undefined where there is nothing. */
export const lookAt = async ({ fs }: NodeFiles, place: string) => {
  try {
    const found = await fs.lstat(place, { bigint: true });
    const kind = found.isDirectory() ? ('folder' as const) : found.isFile() ? ('file' as const) : ('other' as const);
    return { kind, identity: `${found.dev}:${found.ino}` };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
};

const refuse = (code: string): never => {
  throw Object.assign(new Error('There is no such folder'), { code });
};

/** Holds folders by open handles, which Linux has paths for (`/proc/self/fd/12/name`): no link can be put between the folder and the name. */
const byHandle = async (files: NodeFiles, place: string): Promise<HeldFolder> => {
  const { fs, calls } = files;
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = calls.constants;
  const handle = await fs.open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? Object.assign(new Error('A link is in the place of a folder'), { code: 'ENOTDIR' }) : error;
  });
  const { dev, ino } = await handle.stat({ bigint: true });
  const at = (name: string): string => `/proc/self/fd/${handle.fd}/${name}`;
  return { identity: `${dev}:${ino}`, at, open: (name) => byHandle(files, at(name)), close: () => handle.close() };
};

/** Holds folders by their paths, and looks that they are folders at every step. */
const byPath = async (files: NodeFiles, place: string): Promise<HeldFolder> => {
  const found = (await lookAt(files, place)) ?? refuse('ENOENT');
  if (found.kind !== 'folder') refuse('ENOTDIR');
  const at = (name: string): string => files.path.join(place, name);
  return { identity: found.identity, at, open: (name) => byPath(files, at(name)), close: async () => undefined };
};

/** Holds a folder, whose path has no links. */
export const holdFolder = async (files: NodeFiles, place: string): Promise<HeldFolder> => {
  const { fs, calls } = files;
  if (!calls.constants.O_DIRECTORY) return byPath(files, place);
  const held = await byHandle(files, place);
  // Whether the system has such paths shows when one of them leads to the same folder.
  const same = await fs.stat(held.at('.'), { bigint: true }).catch(() => undefined);
  if (same && `${same.dev}:${same.ino}` === held.identity) return held;
  await held.close();
  return byPath(files, place);
};
