import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, nodeFiles, removeAbandoned } from '@platform-sdk/core/disk';
import type { SettingsStorage } from '../storage.ts';

/** Keeps settings in the files of a directory, one per key, each replaced whole. */
export const fileSettingsStorage = (directory: string): SettingsStorage => {
  let isSwept = false;
  const pathOf = (key: string): string => join(directory, `${encodeURIComponent(key)}.json`);
  return {
    getItem(key) {
      try {
        return readFileSync(pathOf(key), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    setItem(key, value) {
      const path = pathOf(key);
      // Every store of the SDK recognizes this name. A killed process may leave the file: it is removed after a day.
      const next = join(directory, `.platform-sdk-${process.pid}-0-settings-${randomUUID()}.part`);
      makeFolder(directory);
      if (!isSwept) void removeAbandoned(nodeFiles('fileSettingsStore'), directory).catch(() => undefined);
      isSwept = true;
      try {
        writeFileSync(next, value, { mode: 0o600, flag: 'wx' });
        renameSync(next, path);
      } catch (error) {
        rmSync(next, { force: true });
        throw error;
      }
    },
  };
};
