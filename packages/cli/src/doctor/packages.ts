import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ok, problem, skipped, warning, type Check } from './check.ts';

interface Copy {
  readonly name: string;
  readonly version: string;
  readonly path: string;
}

const SCOPE = '@platform-sdk';

/** Checks whether a program in a directory can load several copies of an SDK package. Two copies of core do not share a session. */
export const checkPackages = async (directory: string): Promise<Check[]> => {
  const copies = await copiesFrom(directory);
  const tried = `${SCOPE}/* in node_modules`;
  if (copies.length === 0)
    return [skipped('packages', tried, 'none is installed here', 'Run it in the folder of your program, or name it with --directory.')];
  const names = [...new Set(copies.map(({ name }) => name))].toSorted();
  const several = names.flatMap((name) => {
    const own = copies.filter((each) => each.name === name);
    const versions = [...new Set(own.map(({ version }) => version))].toSorted();
    if (own.length < 2) return [];
    const came = `${own.length} copies of ${name}, of ${versions.join(' and ')}`;
    const advice = 'Use one version in all your packages, then npm dedupe.';
    return [(versions.length > 1 ? problem : warning)('packages', tried, came, advice)];
  });
  const versions = [...new Set(copies.map(({ version }) => version))].toSorted();
  if (several.length > 0) return several;
  if (versions.length > 1)
    return [warning('packages', tried, `${names.length} packages of ${versions.join(' and ')}`, 'Update all of them to one version.')];
  return [ok('packages', tried, `${names.length} packages of ${versions.join()}, each once`)];
};

const MAX_FOLDERS = 5000;

const copiesFrom = async (directory: string): Promise<Copy[]> => {
  const copies = new Map<string, Copy>();
  const seen = new Set<string>();
  const waiting: string[] = [];
  for (let folder = directory; ; folder = dirname(folder)) {
    waiting.push(join(folder, 'node_modules'));
    if (dirname(folder) === folder) break;
  }
  while (waiting.length > 0 && seen.size < MAX_FOLDERS) {
    const modules = waiting.pop() ?? '';
    for (const folder of await packagesIn(modules)) {
      const path = await realpath(folder).catch(() => folder);
      if (seen.has(path)) continue;
      seen.add(path);
      // A package can contain its own copies of other packages.
      waiting.push(join(path, 'node_modules'));
      if (dirname(folder).endsWith(SCOPE)) await note(path, copies);
    }
  }
  return [...copies.values()];
};

const packagesIn = async (modules: string): Promise<string[]> => {
  const names = await readdir(modules).catch(() => []);
  const folders = await Promise.all(
    names.map(async (name) => {
      if (name.startsWith('.')) return name === '.pnpm' ? storeIn(join(modules, name)) : [];
      return name.startsWith('@') ? entriesOf(join(modules, name)) : [join(modules, name)];
    }),
  );
  return folders.flat();
};

/** Returns the folders of the SDK's packages in pnpm's folder `.pnpm`. */
const storeIn = async (store: string): Promise<string[]> => {
  const entries = (await entriesOf(store)).filter((entry) => basename(entry).startsWith(`${SCOPE}+`));
  const folders = await Promise.all(entries.map((entry) => entriesOf(join(entry, 'node_modules', SCOPE))));
  return folders.flat();
};

/** Returns the paths of the entries of a folder, or an empty list if the folder cannot be read. */
const entriesOf = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).map((name) => join(folder, name));

const note = async (path: string, copies: Map<string, Copy>): Promise<void> => {
  try {
    const { name, version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Copy;
    copies.set(path, { name, version, path });
  } catch {
    // The folder is not a package.
  }
};
