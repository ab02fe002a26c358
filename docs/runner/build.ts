/** Bundles the worker that runs snippets into static files of the site. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/workspace.ts';

const folder = join(root, 'docs/public/runner');

/** Writes `runner/worker.js` and the parts that it loads on demand. */
export const buildRunner = async (): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await build({
    entryPoints: [join(root, 'docs/runner/worker/worker.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    // Readers see the names of errors and functions.
    keepNames: true,
    conditions: ['@platform-sdk/source', 'browser', 'module'],
    define: { PACKAGE_VERSION: '"docs"', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
};
