import type { FileHandle } from 'node:fs/promises';

/** Writes a file through to the disk. The handles of Yarn's Plug'n'Play cannot: they throw an error without a code. */
export const syncFile = async (handle: Pick<FileHandle, 'sync'>): Promise<void> => {
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
};
