/** Creates a file of 1 GiB for the benchmark of uploads. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './row.ts';

/** Makes a sparse file, which takes no space on the disk. */
export const prepareUpload: NonNullable<Row['prepare']> = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
  const path = join(folder, 'a.txt');
  const file = await open(path, 'w');
  await file.truncate(1024 ** 3);
  await file.close();
  return { settings: { path }, remove: () => rm(folder, { recursive: true }) };
};
