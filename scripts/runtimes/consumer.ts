import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { installPackages } from '../install-packages.ts';
import { root } from '../workspace.ts';

/** Makes a folder of a user: the packed packages, installed, and the programs that use them. Returns where it is. */
export const makeConsumer = async (): Promise<string> => {
  const consumer = join(await mkdtemp(join(tmpdir(), 'platform-sdk-runtimes-')), 'consumer');
  await mkdir(consumer);
  await Promise.all([installPackages(consumer), copyPrograms(consumer)]);
  return consumer;
};

/** Copies the programs as JavaScript, which every runtime and bundler reads. */
const copyPrograms = async (consumer: string): Promise<void> => {
  const programs = join(root, 'runtimes/programs');
  for (const file of await readdir(programs)) {
    const { code } = await transform(await readFile(join(programs, file), 'utf8'), { loader: 'ts', format: 'esm', target: 'es2022' });
    await writeFile(join(consumer, file.replace(/ts$/, 'js')), code.replaceAll(/(["']\.\/\w+)\.ts(["'])/g, '$1.js$2'));
  }
};
