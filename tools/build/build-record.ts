/** Records the sources and the output of the last build. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root, type WorkspacePackage } from './workspace.ts';

const record = join(root, 'node_modules/.cache/build.json');

/** Folders of a package that a build does not read. */
const OTHERS = new Set(['node_modules', 'dist', 'docs', 'test']);
/** The settings of a build, and the versions of everything that is bundled. */
const SHARED = ['tsconfig.base.json', 'pnpm-lock.yaml'].map((file) => join(root, file));

/** Returns the files of a folder, without documentation, compiler records, and the entries for which `isLeftOut` returns true. */
const filesIn = async (folder: string, isLeftOut: (name: string) => boolean = () => false): Promise<string[]> => {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  const found = entries
    .filter(({ name }) => !isLeftOut(name) && !/\.(?:md|tsbuildinfo)$/.test(name))
    .map((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : Promise.resolve([join(folder, entry.name)])));
  return (await Promise.all(found)).flat();
};

const hashOf = async (files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
};

/** Returns the hash of all files that a build reads. */
export const hashSources = async (packages: readonly WorkspacePackage[]): Promise<string> => {
  const read = await Promise.all(packages.map(({ directory }) => filesIn(directory, (name) => OTHERS.has(name))));
  // The scripts in this folder run the build, so a change of them is a change of the build.
  const scripts = await filesIn(import.meta.dirname, (name) => !name.endsWith('.ts'));
  return hashOf([...SHARED, ...scripts, ...read.flat()]);
};

const stateOf = async (packages: readonly WorkspacePackage[], sources: string): Promise<string> => {
  const written = await Promise.all(packages.map(({ directory }) => filesIn(join(directory, 'dist'))));
  return JSON.stringify({ read: sources, written: await hashOf(written.flat()) });
};

/** Returns true if `dist` contains the result of a build of these sources. */
export const isBuilt = async (packages: readonly WorkspacePackage[], sources: string): Promise<boolean> =>
  existsSync(record) && (await readFile(record, 'utf8')) === (await stateOf(packages, sources));

/** Removes the record before a build, which may fail in the middle. */
export const forgetBuild = (): Promise<void> => rm(record, { force: true });

/** Writes the record after a build. `sources` is the hash from before the build, because a file may have been saved meanwhile. */
export const recordBuild = async (packages: readonly WorkspacePackage[], sources: string): Promise<void> => {
  await mkdir(dirname(record), { recursive: true });
  await writeFile(record, await stateOf(packages, sources));
};
