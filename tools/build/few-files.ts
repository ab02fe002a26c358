import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { withDeclarations } from './function-declarations.ts';
import { withNumbers } from './numbers-in-place.ts';
import { root } from './workspace.ts';

/** The code that every call needs. A page loads it in one file, named after the first module. */
export const AT_START = [
  './src/client/client.ts',
  './src/client/platform.ts',
  './src/operation/operation.ts',
  './src/schema/envelope.ts',
  './src/schema/schema.ts',
];

/** Pages import this even without a call. */
export const ERRORS = './src/diagnostics/errors.ts';

/** Returns the path that built files contain. An absolute path, and thus the file names, would differ between clones. */
const placeInClone = (path: string): string => relative(root, path).replaceAll('\\', '/');

/** Marks an import that only decides which files share a chunk. */
const MARK = './together:';

/**
 * Puts all modules of the main entry into one chunk. A module that only some entries need would be a separate file, and Node
 * takes half a millisecond per file. So every other entry, and every module that is loaded on demand, imports the main entry. An
 * entry imports one of `further` for the same reason.
 */
export const oneChunk = (main: string, others: readonly string[], further: Readonly<Record<string, string>> = {}): Plugin => ({
  name: 'one chunk',
  async setup(build) {
    const importing = new Set([...others, ...(await onDemandIn(dirname(main)))]);
    build.onResolve({ filter: /^\.\/together:/ }, ({ path }) => ({ path: join(root, path.slice(MARK.length)), sideEffects: true }));
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!importing.has(path)) return undefined;
      const source = withDeclarations(path, await readFile(path, 'utf8'));
      const marks = [main, further[path] ?? []].flat().map((target) => `import '${MARK}${placeInClone(target)}';`);
      return { contents: `${source}\n${marks.join('')}`, loader: 'ts', resolveDir: dirname(path) };
    });
  },
});

/** Builds a sender into core: a separate file takes longer to find than to compile. */
export const senderWithin = (sender: string): Plugin => ({
  name: 'sender within',
  setup(build) {
    build.onResolve({ filter: SENDER }, () => ({ path: sender }));
  },
});

/** The import that chooses a sender by the runtime. */
export const SENDER = /^#sender$/;

/**
 * Keeps modules in separate files, so that a bundler can drop each, or load it on demand. The modules that every page needs at its start are
 * one file, named after the first. Bundlers make a file for each set of modules with the same users, and compress each file separately.
 */
export const asModules = (atStart: readonly string[]): Plugin => ({
  name: 'as modules',
  setup(build) {
    const [start = '', ...others] = atStart;
    const placeOf = (path: string): string => (others.includes(path) ? start : path);
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const exports = path === start ? others.map((file) => `export * from '${addressFrom(start, file)}';`) : [];
      const source = withNumbers(path, await readFile(path, 'utf8'));
      // On the first line, so that every line keeps its number.
      return { contents: [...exports, source].join(' '), loader: 'ts', resolveDir: dirname(path) };
    });
    build.onResolve({ filter: /^\./ }, ({ importer, kind, path }) => {
      if (kind === 'entry-point') return undefined;
      const [from, target] = [placeOf(importer), resolve(dirname(importer), path)];
      if (from === start && placeOf(target) === start) return undefined;
      return { path: addressFrom(from, placeOf(target)).replace(/\.ts$/, '.js'), external: true };
    });
  },
});

/** Returns the path by which one file imports another. */
const addressFrom = (importer: string, file: string): string => {
  const path = relative(dirname(importer), file).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
};

/** Similar code that is close together compresses better: another order of the rooms takes up to 100 bytes more. */
const ROOMS = ['schema', 'http', 'time', 'session', 'operation', 'client', 'diagnostics'];

/** Returns the entries and the modules that a bundler keeps with them, by room; without `apart` and its imports. */
export const modulesAtStart = async (entries: readonly string[], apart: readonly string[]): Promise<readonly string[]> => {
  const { metafile } = await analyse(entries, [withoutCodeOnDemand]);
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const excluded = new Set(await modulesOf(apart));
  const [first = '', ...others] = [...new Set([...entries, ...used.map(([file]) => resolve(file))])].filter((file) => !excluded.has(file));
  const roomOf = (file: string): number => ROOMS.findIndex((room) => dirname(file).endsWith(room));
  return [first, ...others.toSorted((one, other) => roomOf(one) - roomOf(other))];
};

export const withoutCodeOnDemand: Plugin = {
  name: 'without code on demand',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
  },
};

/** Returns the source files that entries need, without files that contain only types. */
export const modulesOf = async (entries: readonly string[]): Promise<readonly string[]> => {
  const { metafile } = await analyse(entries, []);
  return Object.keys(metafile.inputs).map((file) => resolve(file));
};

const analyse = (entries: readonly string[], plugins: Plugin[]) =>
  esbuild({
    entryPoints: [...entries],
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    external: ['#*'],
    metafile: true,
    plugins,
  });

/** Returns the modules of a folder that others load on demand. */
const onDemandIn = async (folder: string): Promise<readonly string[]> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found = files.map(async (file) => {
    const path = join(folder, file);
    return [...(await readFile(path, 'utf8')).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, target = '']) => join(dirname(path), target));
  });
  return (await Promise.all(found)).flat();
};

/**
 * Gives code on demand its own copies of guards, which are stateless. Node would load a file shared with the main entry at each
 * import. Bundlers put a module into the start of a page if its code on demand uses it, and any entry exports it.
 */
export const guardsOnDemand: Plugin = {
  name: 'guards on demand',
  setup(build) {
    const namespace = 'on-demand';
    build.onResolve({ filter: /^\.\/errors\.ts$/ }, ({ importer, path, resolveDir }) => {
      if (importer === ERROR_CODE) return { path: '@platform-sdk/core/contract', external: true };
      return importer.endsWith('add-invited.ts') ? { path: placeInClone(join(resolveDir, path)), namespace } : undefined;
    });
    build.onLoad({ filter: /errors\.ts$/, namespace }, async ({ path }) => ({
      contents: await readFile(join(root, path), 'utf8'),
      loader: 'ts',
    }));
    build.onResolve({ filter: /[\\/]archive\.ts$/ }, ({ importer, path, resolveDir }) =>
      importer.endsWith('received.ts') ? { path: join(resolveDir, path), suffix: '?on-demand' } : undefined,
    );
    build.onResolve({ filter: CORE, namespace }, () => ({ path: 'guards', namespace }));
    build.onLoad({ filter: /^guards$/, namespace }, () => ({
      contents: `export { isPlatformError } from '@platform-sdk/core/contract'; export { hasErrorCode } from './${placeInClone(ERROR_CODE)}';`,
    }));
    build.onResolve({ filter: /error-code\.ts$/, namespace }, ({ path }) => ({ path: join(root, path) }));
  },
};

/** A client's import of core's main entry. */
export const CORE = /^@platform-sdk\/core$/;

const ERROR_CODE = join(root, 'packages/core/src/diagnostics/error-code.ts');

/** Makes a client import all of core from the entry for contracts, which it needs anyway. */
export const oneCoreEntry: Plugin = {
  name: 'one core entry',
  setup(build) {
    build.onResolve({ filter: CORE }, () => ({ path: '@platform-sdk/core/contract', external: true }));
  },
};
