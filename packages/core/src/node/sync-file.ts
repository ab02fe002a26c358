import type { FileHandle } from 'node:fs/promises';

/** Syncs a file to the disk. The file handles of Yarn's Plug'n'Play cannot sync: they throw an error without a code. */
export const syncFile = async (handle: Pick<FileHandle, 'sync'>): Promise<void> => {
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
  }
};
