import { nodeFiles } from './node-files.ts';

const READ_BY_ALL = 0o777;

/**
 * Makes a folder and its parents. The recursive `mkdir` of Node never ends if the system hides an existing folder, as in `/proc`.
 */
export const makeFolder = (folder: string, mode = READ_BY_ALL): void => {
  const { calls, path } = nodeFiles('makeFolder');
  const makeOne = (): void => {
    try {
      calls.mkdirSync(folder, { mode });
    } catch (error) {
      if (!calls.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  };
  try {
    makeOne();
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent, mode);
    makeOne();
  }
};
