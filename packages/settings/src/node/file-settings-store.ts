import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SettingsStore } from '../store.ts';

/** Keeps settings in the files of a directory, one per key, each replaced whole. */
export const fileSettingsStore = (directory: string): SettingsStore => {
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
      const next = `${path}.${randomUUID()}`;
      mkdirSync(dirname(path), { recursive: true });
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
