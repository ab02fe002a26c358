import { join } from 'node:path';
import { makeFolder, nodeFiles, readOwnFileSync, removeAbandoned, replaceOwnFileSync } from '@platform-sdk/core/disk';
import type { SettingsStorage } from '../storage.ts';

const PURPOSE = { title: 'The file of settings', field: 'store' };

/**
 * Stores settings in a directory, in one file for each key. Each write replaces the whole file. Only the owner can read the files
 * (mode 0600). Throws for a file that belongs to another user, or that others may write.
 */
export const fileSettingsStorage = (directory: string): SettingsStorage => {
  let isSwept = false;
  const pathOf = (key: string): string => join(directory, `${encodeURIComponent(key)}.json`);
  return {
    getItem: (key) => readOwnFileSync(pathOf(key), PURPOSE),
    setItem(key, value) {
      makeFolder(directory, 0o700);
      // A killed process may leave a temporary file. The first write removes such files.
      if (!isSwept) void removeAbandoned(nodeFiles(PURPOSE.title), directory).catch(() => undefined);
      isSwept = true;
      replaceOwnFileSync(pathOf(key), value);
    },
  };
};
