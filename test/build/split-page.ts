import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '@platform-sdk/build/workspace';

/** A file that a page loads on demand. */
interface Chunk {
  readonly file: string;
  /** The path of its source in the repository. */
  readonly path: string;
  /** The name of its source. */
  readonly source: string;
}

/** Bundles all exports of some packages as a page of several files. Returns the files that the page loads on demand. */
export const buildPage = async (packages: readonly string[], outdir: string): Promise<Chunk[]> => {
  const { metafile } = await build({
    stdin: { contents: packages.map((name) => `export * from '@platform-sdk/${name}';`).join('\n'), resolveDir: join(root, 'test') },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@platform-sdk/source'],
    outdir,
    logLevel: 'error',
  });
  return Object.entries(metafile.outputs).flatMap(([file, { entryPoint: path }]) =>
    path?.endsWith('.ts') ? [{ file: join(root, file), path, source: basename(path, '.ts') }] : [],
  );
};

/** Imports the page that `buildPage` made. */
export const importPage = async <Page>(outdir: string): Promise<Page> =>
  (await import(pathToFileURL(join(outdir, 'stdin.js')).href)) as Page;
