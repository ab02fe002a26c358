/** A checkout of another commit with its dependencies, in the temporary folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages, root, scriptOf, shell } from '@platform-sdk/build/workspace';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Returns the hash of a commit. Throws if the name is unknown. */
export const commitOf = (ref: string): string => {
  const { stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout !== '') return stdout.trim();
  const advice = 'Name a commit, a branch or a tag. A shallow clone needs `git fetch --unshallow --tags` first.';
  throw new Error(`The commit ${JSON.stringify(ref)} is unknown here. ${advice}`);
};

/** Returns the newest release tag before this commit. Undefined before the first release. */
export const lastRelease = (): string | undefined => {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', '@platform-sdk/core@*').trim();
  } catch {
    return undefined;
  }
};

/** Runs `use` in a checkout of a commit, and removes the checkout afterwards. */
export const withCheckout = async <Result>(ref: string, use: (folder: string) => Promise<Result>): Promise<Result> => {
  const commit = commitOf(ref);
  const temporary = mkdtempSync(join(tmpdir(), 'compatibility-'));
  const folder = join(temporary, 'checkout');
  try {
    git('worktree', 'add', '--detach', '--quiet', folder, commit);
    run(folder, 'npx', ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts']);
    return await use(folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    git('worktree', 'prune');
  }
};

/** Writes the declarations of all packages of a checkout. */
export const buildDeclarations = async (folder: string): Promise<void> => {
  const projects = (await publishedPackages(folder)).flatMap(({ directory }) => [directory, join(directory, 'tsconfig.node.json')]);
  run(folder, process.execPath, [scriptOf('typescript', 'tsc', folder), '-b', ...projects.filter((project) => existsSync(project))]);
};

const run = (folder: string, command: string, args: readonly string[]): void => {
  try {
    execFileSync(command, args, { cwd: folder, stdio: 'pipe', shell: shell && command !== process.execPath });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: Buffer; readonly stderr: Buffer };
    throw new Error(`\`${command} ${args.join(' ')}\` failed in the checkout:\n${String(stdout)}${String(stderr)}`, { cause: error });
  }
};
