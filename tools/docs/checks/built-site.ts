/** Finds the built site, or builds the site. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, shell } from '@platform-sdk/build/workspace';

/** Returns the folder of the site. Builds the site first if a clone lacks this folder. */
export const builtSite = (): string => {
  const folder = join(root, 'docs/dist');
  if (!existsSync(join(folder, 'llms.txt'))) {
    console.log('docs/dist is missing, so the site is built first.');
    execFileSync('pnpm', ['tool', 'docs'], { cwd: root, stdio: 'inherit', shell });
  }
  return folder;
};
