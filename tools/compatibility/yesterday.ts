/**
 * Runs the examples and recipes of an earlier commit on the packages of this checkout, in a copy of the repository. Default: the last release.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { copyRepository } from '@platform-sdk/checks/four-steps/copy';
import { baseOf } from './compare-commits.ts';
import { commitOf } from './worktree.ts';

const FOLDERS = ['docs/examples', 'docs/scenes', 'docs/recipes'] as const;

const commit = commitOf(baseOf(process.argv[2]));
const copy = copyRepository();
try {
  for (const folder of FOLDERS) rmSync(join(copy, folder), { recursive: true, force: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit, ...FOLDERS], { cwd: root, maxBuffer: 100_000_000 });
  execFileSync('tar', ['-x', '-f', '-'], { cwd: copy, input: archive });
  const snippets = ['tools/tool.ts', 'snippets', 'docs/examples', 'docs/recipes'];
  const { status } = spawnSync(process.execPath, ['-C', '@platform-sdk/source', ...snippets], { cwd: copy, stdio: 'inherit' });
  console.log(`The examples and recipes of ${commit.slice(0, 10)} ${status === 0 ? 'run' : 'do not run'} on these packages.`);
  process.exitCode = status === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
