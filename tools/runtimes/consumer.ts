import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPrograms, installPackages } from '@platform-sdk/build/install-packages';

/** Makes a user's folder with the installed packages, and programs that use them. Returns its path. */
export const makeConsumer = async (): Promise<string> => {
  const consumer = join(await mkdtemp(join(tmpdir(), 'platform-sdk-runtimes-')), 'consumer');
  await mkdir(consumer);
  await Promise.all([installPackages(consumer), copyPrograms(join(import.meta.dirname, 'programs'), consumer)]);
  return consumer;
};
