import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TokenStore } from '../session/tokens.ts';

/** Keeps the session in a file that only its owner can read (mode 0600) and that is replaced whole. */
export const fileTokenStore = (path: string): TokenStore => ({
  async get() {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as unknown;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
  async set(session) {
    await mkdir(dirname(path), { recursive: true });
    const next = `${path}.${randomUUID()}`;
    try {
      await writeFile(next, JSON.stringify(session), { mode: 0o600, flag: 'wx' });
      await rename(next, path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  },
  remove: () => rm(path, { force: true }),
});
