import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { ActivityExport } from '../types.ts';

/** Writes an export to a path. The file appears there whole, in the place of what was there, or not at all. */
export const saveTo = async (file: Pick<ActivityExport, 'stream'>, path: string): Promise<void> => {
  const part = `${path}.${randomUUID()}.part`;
  const body = file.stream();
  try {
    await writeFile(part, body, { flag: 'wx', flush: true });
    await rename(part, path);
  } catch (error) {
    // The disk may have failed before the stream was begun.
    await body.cancel().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
};
