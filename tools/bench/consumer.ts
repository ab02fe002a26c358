/** Creates a user's folder with the installed packages, their peers, and the programs that compare them. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyPrograms, installPackages } from '@platform-sdk/build/install-packages';
import { root, scriptOf, shell } from '@platform-sdk/build/workspace';

const run = promisify(execFile);
const home = join(root, 'tools/bench/peers');

/** The folder of the programs, with a function that removes everything again. */
export interface Consumer {
  readonly programs: string;
  remove(): Promise<void>;
}

/** Installs the peers by their lockfile, checks the types of the programs, and packs and installs the packages. */
export const makeConsumer = async (): Promise<Consumer> => {
  await run('pnpm', ['install', '--frozen-lockfile'], { cwd: home, shell });
  await run(process.execPath, [scriptOf('typescript', 'tsc'), '-p', home], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-bench-'));
  await installPackages(folder);
  // The programs find the packages in a parent folder, and the peers in their own folder.
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await symlink(join(home, 'node_modules'), join(programs, 'node_modules'), 'dir');
  await copyFile(join(home, 'package.json'), join(programs, 'package.json'));
  await copyPrograms(home, programs);
  return { programs, remove: () => rm(folder, { recursive: true, force: true }) };
};
