/** Bundles the worker that runs snippets into static files of the site. */
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { root } from '@platform-sdk/build/workspace';

const folder = join(root, 'docs/public/runner');

/** A worker lacks `document`, so the converter needs the HTML parser that turndown uses on servers. */
const turndownOfServers: Plugin = {
  name: 'turndown of servers',
  setup(build) {
    const local = createRequire(join(root, 'packages/local-platform/package.json'));
    const turndown = join(dirname(realpathSync(local.resolve('turndown/package.json'))), 'lib/turndown.es.js');
    build.onResolve({ filter: /^turndown$/ }, () => ({ path: turndown }));
    build.onResolve({ filter: /^@mixmark-io\/domino$/ }, () => ({ path: createRequire(turndown).resolve('@mixmark-io/domino') }));
  },
};

/** Writes `runner/worker.js` and the parts that it loads on demand. */
export const buildRunner = async (): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await bundle({
    entryPoints: [join(import.meta.dirname, 'worker/worker.ts')],
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
    plugins: [turndownOfServers],
    logLevel: 'warning',
  });
};
