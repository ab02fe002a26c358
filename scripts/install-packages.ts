/** Installs the packed packages in a folder, as a user does. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishedPackages, shell } from './workspace.ts';

const run = promisify(execFile);

/** Packs every built package and installs the tarballs in `folder`, which exists. */
export const installPackages = async (folder: string): Promise<void> => {
  const tarballs = await mkdtemp(join(tmpdir(), 'platform-sdk-tarballs-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const packed = (await publishedPackages()).map(async ({ name, version, directory }) => {
      await run('pnpm', ['pack', '--pack-destination', tarballs], { cwd: directory, shell });
      return join(tarballs, `${name.slice(1).replace('/', '-')}-${version}.tgz`);
    });
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...(await Promise.all(packed))];
    await run('npm', install, { cwd: folder, shell });
  } finally {
    await rm(tarballs, { recursive: true, force: true });
  }
};
