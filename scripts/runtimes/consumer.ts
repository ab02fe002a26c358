import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { publishedPackages, root, shell } from '../workspace.ts';

const run = promisify(execFile);

/** Makes a folder of a user: the packed packages, installed, and the programs that use them. Returns where it is. */
export const makeConsumer = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-runtimes-'));
  const consumer = join(folder, 'consumer');
  await mkdir(consumer);
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const packages = await publishedPackages();
  const tarballs = await Promise.all(
    packages.map(async ({ name, version, directory }) => {
      await run('pnpm', ['pack', '--pack-destination', folder], { cwd: directory, shell });
      return join(folder, `${name.slice(1).replace('/', '-')}-${version}.tgz`);
    }),
  );
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...tarballs];
  await Promise.all([run('npm', install, { cwd: consumer, shell }), copyPrograms(consumer)]);
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
