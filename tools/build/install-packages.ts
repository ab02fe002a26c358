/** Creates a user's folder with the installed packages, and with programs that use them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { publishedPackages, shell, type WorkspacePackage } from './workspace.ts';

const run = promisify(execFile);

/** Returns the path of a package's tarball in a folder. */
export const tarballOf = ({ name, version }: WorkspacePackage, folder: string): string =>
  join(folder, `${name.slice(1).replace('/', '-')}-${version}.tgz`);

/** Packs a built package into a folder. Returns the path of the tarball. */
export const pack = async (each: WorkspacePackage, folder: string): Promise<string> => {
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: each.directory, shell });
  return tarballOf(each, folder);
};

/** Packs every built package and installs the tarballs in `folder`, which exists. */
export const installPackages = async (folder: string): Promise<void> => {
  const tarballs = await mkdtemp(join(tmpdir(), 'platform-sdk-tarballs-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const packed = await Promise.all((await publishedPackages()).map((each) => pack(each, tarballs)));
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...packed];
    await run('npm', install, { cwd: folder, shell });
  } finally {
    await rm(tarballs, { recursive: true, force: true });
  }
};

/** Copies the programs of a folder as JavaScript, which every runtime and bundler reads. Node would take 50 ms to remove their types. */
export const copyPrograms = async (from: string, to: string): Promise<void> => {
  for (const file of (await readdir(from)).filter((name) => /(?<!\.d)\.ts$/.test(name))) {
    const { code } = await transform(await readFile(join(from, file), 'utf8'), { loader: 'ts', format: 'esm', target: 'es2022' });
    await writeFile(join(to, file.replace(/ts$/, 'js')), code.replaceAll(/(["']\.\/[\w-]+)\.ts(["'])/g, '$1.js$2'));
  }
};
