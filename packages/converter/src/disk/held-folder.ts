import type { NodeFiles } from '@platform-sdk/core/disk';

/** Identifies a file by its file system and its inode number, even after it was renamed. */
export type Identity = string;

/** An open folder. It stays the same folder, even if another folder takes its path later. */
export interface HeldFolder {
  readonly identity: Identity;
  /** Returns the path of a file in the folder. The path uses the open handle if the system supports this, and otherwise the folder's path. */
  at(name: string): string;
  /** Opens a subfolder. Rejects with `ENOENT` if the folder is missing, and with `ENOTDIR` for anything but a folder, such as a link. */
  open(name: string): Promise<HeldFolder>;
  close(): Promise<void>;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Returns the kind and identity of a path, without following a link; undefined if nothing exists there. */
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
  throw Object.assign(new Error('The folder does not exist'), { code });
};

/** Opens a folder by a handle, and uses Linux paths such as `/proc/self/fd/12/name`. A link cannot redirect such paths. */
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

/** Opens a folder by its path, for systems without paths through handles. Throws for anything but a folder, such as a link. */
const byPath = async (files: NodeFiles, place: string): Promise<HeldFolder> => {
  const found = (await lookAt(files, place)) ?? refuse('ENOENT');
  if (found.kind !== 'folder') refuse('ENOTDIR');
  const at = (name: string): string => files.path.join(place, name);
  return { identity: found.identity, at, open: (name) => byPath(files, at(name)), close: async () => undefined };
};

/** Opens a folder whose path contains no links. */
export const holdFolder = async (files: NodeFiles, place: string): Promise<HeldFolder> => {
  const { fs, calls } = files;
  if (!calls.constants.O_DIRECTORY) return byPath(files, place);
  const held = await byHandle(files, place);
  // The system supports paths through a handle if this path leads to the same folder.
  const same = await fs.stat(held.at('.'), { bigint: true }).catch(() => undefined);
  if (same && `${same.dev}:${same.ino}` === held.identity) return held;
  await held.close();
  return byPath(files, place);
};
