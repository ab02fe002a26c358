import { inputError } from '@platform-sdk/core/internal';
import { writeError, type NodeFiles } from '@platform-sdk/core/disk';

/** Throws if the folder cannot be created or written, but does not create it. Called before anything is received. */
export const checkFolder = async ({ fs, calls, path }: NodeFiles, folder: string, operation = 'archive.extractTo'): Promise<void> => {
  if (typeof folder !== 'string' || folder === '' || folder.includes('\0'))
    throw inputError(`${operation}: folder must be a path that is not empty`, 'folder', operation);
  try {
    for (let place = path.resolve(folder); ; place = path.dirname(place)) {
      const found = await fs.stat(place).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path.dirname(place) === place) throw error;
      });
      if (!found) continue;
      if (!found.isDirectory()) throw Object.assign(new Error('A file is in the way'), { code: 'ENOTDIR' });
      return await fs.access(place, calls.constants.W_OK | calls.constants.X_OK);
    }
  } catch (error) {
    throw writeError('The archive is not unpacked', error, 'converter.download');
  }
};
