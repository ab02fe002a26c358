/** Copies the repository and its installed packages, so that a check may change the copy. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';

/** A string in a file, and its replacement. With `before the block`, inserts text before the block of lines that contains the string. */
export type Change = readonly [found: string, text: string, place?: 'before the block'];

/** Copies the files of the repository, including untracked files, and the links to installed packages. Links between our packages stay within the copy. */
export const copyRepository = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'four-steps-'));
  const git = (folder: string, ...args: readonly string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  const files = listed.filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const manifest of files.filter((file) => /(?:^|\/)package\.json$/.test(file))) {
    const folder = join(dirname(manifest), 'node_modules');
    if (!existsSync(join(root, folder))) continue;
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) copyInstalled(copy, join(folder, name));
  }
  // `pnpm tool sentences` needs a git repository, because it checks the files that git lists.
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
  return copy;
};

const copyInstalled = (copy: string, path: string): void => {
  if (path.endsWith('.cache')) return;
  const isOwn = path.endsWith('@platform-sdk') || lstatSync(join(root, path)).isSymbolicLink();
  if (isOwn || /[\\/]@[^\\/]+$/.test(path)) cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
  else symlinkSync(join(root, path), join(copy, path));
};

/** Changes the file that a pattern matches. Throws unless the pattern matches exactly one file. */
export const edit = (copy: string, pattern: string, changes: readonly Change[]): void => {
  const [path, other] = globSync(pattern, { cwd: copy }).map((file) => join(copy, file));
  if (path === undefined || other !== undefined) throw new Error(`${pattern} must match one file: adapt tools/checks/four-steps`);
  let text = readFileSync(path, 'utf8');
  for (const [found, added, place] of changes) {
    const at = text.indexOf(found);
    if (at < 0) throw new Error(`${path} lacks ${JSON.stringify(found)}: adapt tools/checks/four-steps`);
    // An empty line precedes the comment of a declaration.
    const start = place ? text.lastIndexOf('\n\n', at) + 2 : at;
    text = text.slice(0, start) + added + text.slice(place ? start : at + found.length);
  }
  writeFileSync(path, text);
};
