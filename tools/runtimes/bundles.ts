import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build as esbuild, type BuildOptions } from 'esbuild';
import { BUN, installed, load, programAt } from './tools.ts';

interface Vite {
  build(config: object): Promise<unknown>;
}

interface Compilation {
  hasErrors(): boolean;
  toString(options: object): string;
}

interface Webpack {
  (config: object, done: (error: Error | null, stats?: Compilation) => void): { close(done: () => void): void };
}

interface Rollup {
  rollup(options: object): Promise<{ write(options: object): Promise<unknown>; close(): Promise<void> }>;
}

type Plugin = (options: object) => object;

/** A program to bundle, and the target folder. The entry of the bundle is `main.js`. */
interface Bundling {
  readonly consumer: string;
  readonly program: string;
  readonly output: string;
}

/** A program that makes bundles for browsers. */
export interface Bundler {
  readonly name: string;
  readonly bundle: (bundling: Bundling) => Promise<unknown>;
}

const vite: Bundler = {
  name: 'Vite',
  bundle: async ({ consumer, program, output }) => {
    const tool = await load<Vite>('vite');
    const rolldownOptions = { input: join(consumer, program), output: { entryFileNames: 'main.js' } };
    await tool.build({
      root: consumer,
      configFile: false,
      logLevel: 'silent',
      base: './',
      build: { outDir: output, target: 'es2022', rolldownOptions },
    });
  },
};

/** Creates the bundler webpack, or Rspack, which accepts the same configuration. */
const packedBy = (name: string, tool: string): Bundler => ({
  name,
  bundle: async ({ consumer, program, output }) => {
    const pack = await load<Webpack>(tool);
    const config = {
      mode: 'production',
      context: consumer,
      entry: `./${program}`,
      output: { path: output, filename: 'main.js' },
      optimization: { minimize: false },
    };
    await new Promise<void>((resolve, reject) => {
      const compiler = pack(config, (error, stats) => {
        const failure = error ?? (stats?.hasErrors() ? new Error(stats.toString({ all: false, errors: true })) : undefined);
        compiler.close(() => (failure ? reject(failure) : resolve()));
      });
    });
  },
});

const rollup: Bundler = {
  name: 'Rollup with node-resolve',
  bundle: async ({ consumer, program, output }) => {
    const tool = await load<Rollup>('rollup');
    // The local platform reads documents with packages that are CommonJS. The clients depend on no such package.
    const hasCommonJs = program !== 'page.js';
    const plugins = [(await load<Plugin>('@rollup/plugin-node-resolve'))({ browser: hasCommonJs })];
    if (hasCommonJs) plugins.push((await load<Plugin>('@rollup/plugin-commonjs'))({}));
    const rolled = await tool.rollup({ input: join(consumer, program), plugins, onwarn: () => undefined });
    await rolled.write({ dir: output, format: 'es', entryFileNames: 'main.js' });
    await rolled.close();
  },
};

const splitBy = (name: string, options: BuildOptions): Bundler => ({
  name,
  bundle: ({ consumer, program, output }) =>
    esbuild({
      entryPoints: { main: join(consumer, program) },
      outdir: output,
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      platform: 'browser',
      logLevel: 'silent',
      ...options,
    }),
});

/** Angular turns `async` functions into generators, so that zone.js can track them. */
export const angular = splitBy('esbuild, as Angular uses it, with zone.js', {
  supported: { 'async-await': false, 'async-generator': false, 'for-await': false },
});

const bun: Bundler = {
  name: 'Bun',
  bundle: ({ consumer, program, output }) => {
    const flags = ['--target', 'browser', '--splitting', '--minify', '--outdir', output, '--entry-naming', 'main.[ext]'];
    return promisify(execFile)(programAt(BUN) ?? 'bun', ['build', join(consumer, program), ...flags], { cwd: consumer });
  },
};

export const bundlers: readonly Bundler[] = [
  vite,
  packedBy('webpack', 'webpack'),
  packedBy('Rspack', '@rspack/core'),
  rollup,
  splitBy('esbuild with splitting', {}),
  bun,
];

/** Features that browsers of 2023 lack. */
const MISSING = [
  'AbortSignal.any',
  'Array.fromAsync',
  'Blob.prototype.bytes',
  'Iterator',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'ReadableStream.prototype.values',
  'Response.prototype.bytes',
  'Set.prototype.union',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'URL.parse',
  'Uint8Array.fromBase64',
  'scheduler',
];

const REMOVE = `
  for (const path of ${JSON.stringify(MISSING)}) {
    const names = path.split('.');
    const name = names.pop();
    delete names.reduce((owner, each) => owner[each], globalThis)[name];
  }
  for (const name of ['asyncDispose', 'dispose']) delete Symbol[name];
  delete ReadableStream.prototype[Symbol.asyncIterator];
`;

const ZONE = 'zone.js/bundles/zone.umd.min.js';

const htmlOf = (before: string): string => `<!doctype html><meta charset="utf-8">${before}<script type="module" src="./main.js"></script>`;

/** The pages of a bundle: with all features, without the features that browsers of 2023 lack, and with zone.js. */
export const PAGES = { asItIs: 'index.html', asIn2023: 'as-in-2023.html', withZone: 'with-zone.html' } as const;

/** Bundles a program into a separate folder, with pages that run it. Returns the path of the folder. */
export const makePages = async (consumer: string, { name, bundle }: Bundler, program: string): Promise<string> => {
  const folder = `pages/${name.replace(/\W+/g, '-')}-${program}`;
  const output = join(consumer, folder);
  await mkdir(output, { recursive: true });
  await bundle({ consumer, program, output });
  await writeFile(join(output, PAGES.asItIs), htmlOf(''));
  await writeFile(join(output, PAGES.asIn2023), htmlOf(`<script>${REMOVE}</script>`));
  await writeFile(join(output, PAGES.withZone), htmlOf(`<script>${await readFile(installed(ZONE), 'utf8')}</script>`));
  return folder;
};
