import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { withDeclarations } from './function-declarations.ts';

/** Marks an import that only decides which files share a chunk. */
const MARK = './together:';

/**
 * Puts all modules behind the main entry into one chunk. A module that only some entries need would be a file of its own, and Node
 * takes half a millisecond for a file. So every other entry, and every module that is loaded on demand, imports the main entry. An
 * entry imports one of `further` for the same reason.
 */
export const oneChunk = (main: string, others: readonly string[], further: Readonly<Record<string, string>> = {}): Plugin => ({
  name: 'one chunk',
  async setup(build) {
    const importing = new Set([...others, ...(await onDemandIn(dirname(main)))]);
    build.onResolve({ filter: /^\.\/together:/ }, ({ path }) => ({ path: path.slice(MARK.length), sideEffects: true }));
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!importing.has(path)) return undefined;
      const source = withDeclarations(path, await readFile(path, 'utf8'));
      const marks = [main, further[path] ?? []].flat().map((target) => `import '${MARK}${target}';`);
      return { contents: `${source}\n${marks.join('')}`, loader: 'ts', resolveDir: dirname(path) };
    });
  },
});

/** Builds a sender into core: a file of its own takes longer to find than to compile. */
export const senderWithin = (sender: string): Plugin => ({
  name: 'sender within',
  setup(build) {
    build.onResolve({ filter: SENDER }, () => ({ path: sender }));
  },
});

/** The import that chooses a sender by the runtime. */
export const SENDER = /^#sender$/;

/** Keeps every module a file of its own, so that a bundler can leave out, or load on demand, each of them. */
export const asModules: Plugin = {
  name: 'as modules',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

/** Returns the source files that entries need. Files of types alone are not among them. */
export const modulesOf = async (entries: readonly string[]): Promise<readonly string[]> => {
  const { metafile } = await esbuild({
    entryPoints: [...entries],
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    external: ['#*'],
    metafile: true,
  });
  return Object.keys(metafile.inputs).map((file) => resolve(file));
};

/** Returns the modules of a folder that others load on demand. */
const onDemandIn = async (folder: string): Promise<readonly string[]> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found = files.map(async (file) => {
    const path = join(folder, file);
    return [...(await readFile(path, 'utf8')).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, target = '']) => join(dirname(path), target));
  });
  return (await Promise.all(found)).flat();
};

/** Modules that code on demand shares with a client, by the ends of their paths, and the importers on demand. */
const ON_DEMAND: Readonly<Record<string, string>> = { 'errors.ts': 'add-invited.ts', 'archive.ts': 'received.ts' };

/** Gives code on demand a copy of what it shares with the client: a file of their own would be loaded with the client. */
export const copiesOnDemand: Plugin = {
  name: 'copies on demand',
  setup(build) {
    build.onResolve({ filter: /[\\/](?:errors|archive)\.ts$/ }, ({ importer, path, resolveDir }) =>
      importer.endsWith(ON_DEMAND[basename(path)] ?? '?') ? { path: join(resolveDir, path), suffix: '?on-demand' } : undefined,
    );
  },
};

/** A client's import of core's main entry. */
export const CORE = /^@platform-sdk\/core$/;

/** Makes a client import all of core from the entry for contracts, which it needs anyway. */
export const oneCoreEntry: Plugin = {
  name: 'one core entry',
  setup(build) {
    build.onResolve({ filter: CORE }, () => ({ path: '@platform-sdk/core/contract', external: true }));
  },
};
