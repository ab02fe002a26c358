import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '../platform/snapshot.ts';

const STATE = 'state.json';
const LOCK = 'lock';

/** A folder that keeps the state of one platform. */
export interface DataFolder {
  /** Returns the state that was written last; undefined in a new folder. Throws for a file that is no JSON, which stays. */
  read(): Promise<Snapshot | undefined>;
  /** Replaces the state. A process that is killed at any moment leaves the old or the new one. */
  write(snapshot: Snapshot): Promise<void>;
  /** Lets other processes use the folder. */
  close(): Promise<void>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Takes the folder for this process. Two processes would overwrite each other's state. */
const lock = async (folder: string): Promise<void> => {
  const file = join(folder, LOCK);
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(String(process.pid));
      return await handle.close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    // A process that was killed leaves its lock.
    if (holder > 0 && holder !== process.pid && isAlive(holder))
      throw new Error(`The process ${holder} uses the folder ${folder}. Stop it, or remove ${file} where it is another program.`);
    await rm(file, { force: true });
  }
};

/** Makes a rename last through a power failure, on the systems that can. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

/** Opens a folder, which is made where it is missing. Only this user can read it: the state holds passwords and keys. */
export const openDataFolder = async (folder: string): Promise<DataFolder> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await lock(folder);
  for (const name of await readdir(folder)) if (/^state\.json\..+\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  const file = join(folder, STATE);
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      try {
        return JSON.parse(text) as Snapshot;
      } catch {
        throw new Error(`${file} is no JSON. Move it away to begin with a new state.`);
      }
    },
    async write(snapshot) {
      const temporary = `${file}.${randomUUID()}.tmp`;
      const handle = await open(temporary, 'wx', 0o600);
      try {
        await handle.writeFile(JSON.stringify(snapshot));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, file);
      await syncFolder(folder);
    },
    close: () => rm(join(folder, LOCK), { force: true }),
  };
};
