/** Bundles the programs that tests start, once for each test run. A process then loads a few files instead of a hundred. */
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

/** The specifier by which the local platform imports a module of its own. It only resolves within that package. */
const OWN_FILES = "'#local-platform-files'";
const ownFiles = pathToFileURL(join(root, 'packages/local-platform/src/package-files/addresses.ts')).href;

/** Replaces `import.meta` in a source by the source's own URL and paths, so that the bundle finds the files next to the source. */
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

/** Adds named exports to a CommonJS package that is imported dynamically. Node finds these names itself. */
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
  // Bundled CommonJS packages call `require` for modules of Node.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [addressesOfSources, namesOfCommonJs],
  metafile: true,
  write: false,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The last bundle and the sources that it contains. */
interface Last {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly state: string;
}

/** Returns the paths, times and sizes of the sources as a string. It includes the root, because a copy may contain the same files. */
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

/** Removes bundles that no run has used for a day. */
const removeOld = (): void => {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    // Another run may have removed or renamed the folder.
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
    // Another run has already written the folder.
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
  // If a source was saved during the build, the bundle may lack that change, so the next run builds it again.
  if (sources.some((path) => (statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt)) return folder;
  const last: Last = { folder, sources, state: stateOf(sources) };
  const file = join(cache, randomUUID());
  writeFileSync(file, JSON.stringify(last));
  renameSync(file, join(cache, 'last.json'));
  return folder;
};

/** Creates the folder of the bundles. Returns false on a read-only disk: programs then start from their sources. */
const isWritable = (): boolean => {
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Bundles the programs into a folder that is named after a hash of its content. In watch mode, programs start from their sources. */
export const setup = async ({ vitest }: TestProject): Promise<void> => {
  if (vitest.config.watch || existsSync(process.env[PROGRAMS_FOLDER] ?? '')) return;
  if (!isWritable()) return;
  const folder = unchanged() ?? (await bundle());
  removeOld();
  process.env[PROGRAMS_FOLDER] = folder;
};
