/** Bundles the programs that tests start, once for a run: each process then loads a few files, not a hundred. */
import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { PROGRAMS_FOLDER } from '../../packages/test-helpers/src/program-at.ts';
import { PROGRAMS } from './programs.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/programs');
const DAY_MS = 24 * 60 * 60 * 1000;

/** The local platform loads this module by a name that it has only within its package. */
const OWN_FILES = "'#local-platform-files'";
const ownFiles = pathToFileURL(join(root, 'packages/local-platform/src/package-files/addresses.ts')).href;

/** Keeps the URL of a source, by which it finds the files next to it. */
const addressesOfSources: Plugin = {
  name: 'addresses of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.') && !text.includes(OWN_FILES)) return undefined;
      const contents = text
        .replaceAll(OWN_FILES, JSON.stringify(ownFiles))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path));
      return { contents, loader: 'ts' };
    });
  },
};

/** Gives the dynamic import of a package in CommonJS the names that Node finds in it. */
const namesOfCommonJs: Plugin = {
  name: 'names of CommonJS',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(io)?redis(-6)?$/ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path, namespace: 'names', pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: /./, namespace: 'names' }, ({ path, pluginData }) => ({
      contents: `export { ${path.startsWith('io') ? 'Redis' : 'createClient'} } from '${path}';`,
      resolveDir: pluginData as string,
    }));
  },
};

const options = {
  absWorkingDir: root,
  entryPoints: [...PROGRAMS],
  outdir: root,
  outbase: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  conditions: ['@platform-sdk/source', 'module'],
  // Packages in CommonJS require the modules of Node.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [addressesOfSources, namesOfCommonJs],
  metafile: true,
  write: false,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The last bundle, and the sources of which it was made. */
interface Last {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly state: string;
}

/** Returns a hash of the sources in this checkout. A copy of it may contain the same files and times. */
const stateOf = (sources: readonly string[]): string =>
  JSON.stringify([
    root,
    ...sources.map((path) => {
      const { mtimeMs, size } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
      return [path, mtimeMs, size];
    }),
  ]);

/** Keeps a bundle for another day. Throws if another run has just removed it. */
const markAsUsed = (folder: string): void => utimesSync(folder, new Date(), new Date());

/** Returns the last bundle, if its sources are unchanged. */
const unchanged = (): string | undefined => {
  try {
    const { folder, sources, state } = JSON.parse(readFileSync(join(cache, 'last.json'), 'utf8')) as Last;
    if (stateOf(sources) !== state) return undefined;
    markAsUsed(folder);
    return folder;
  } catch {
    return undefined;
  }
};

/** Removes the bundles that no run used for a day. */
const removeOld = (): void => {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    // Another run may have removed or renamed it.
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
};

/** Writes files to a folder atomically, because another run may need the same folder. */
const writeAtOnce = (folder: string, files: readonly (readonly [path: string, contents: string | Uint8Array])[]): void => {
  const incomplete = join(cache, randomUUID());
  for (const [path, contents] of files) {
    const file = join(incomplete, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  try {
    renameSync(incomplete, folder);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    // Another run was faster.
    if (!existsSync(folder)) throw error;
  }
};

const bundle = async (): Promise<string> => {
  const startedAt = Date.now();
  const { outputFiles, metafile } = await build(options);
  const hash = createHash('sha256');
  for (const { path, contents } of outputFiles) hash.update(path).update(contents);
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    writeAtOnce(
      folder,
      outputFiles.map(({ path, contents }) => [relative(root, path), contents]),
    );
  }
  const own = ['test/helpers/bundle-programs.ts', 'test/helpers/programs.ts', ...globSync('packages/*/package.json', { cwd: root })];
  const sources = [...Object.keys(metafile.inputs).filter((path) => !path.startsWith('names:')), ...own];
  markAsUsed(folder);
  // A file that was saved meanwhile may be missing in the bundle.
  if (sources.some((path) => (statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt)) return folder;
  const last: Last = { folder, sources, state: stateOf(sources) };
  const file = join(cache, randomUUID());
  writeFileSync(file, JSON.stringify(last));
  renameSync(file, join(cache, 'last.json'));
  return folder;
};

/** Makes the folder of the bundles. Returns false on a disk that is only read: programs then start from their sources. */
const isWritable = (): boolean => {
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Bundles the programs into a folder that is named for its content. A run that watches the sources starts the programs from these. */
export const setup = async ({ vitest }: TestProject): Promise<void> => {
  if (vitest.config.watch || existsSync(process.env[PROGRAMS_FOLDER] ?? '')) return;
  if (!isWritable()) return;
  const folder = unchanged() ?? (await bundle());
  removeOld();
  process.env[PROGRAMS_FOLDER] = folder;
};
