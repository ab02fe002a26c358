import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'tsup';
import { pureCalls } from './pure-calls.ts';
import { slimClients } from './slim-clients.ts';
import { chosenBy, publishedPackages, root, scriptOf } from './workspace.ts';

const packages = await publishedPackages();

// Declarations of deleted sources would be published, and tsc writes nothing while its build info says all is done.
await Promise.all(packages.map(({ directory }) => rm(join(directory, 'dist'), { recursive: true, force: true })));

// An entry for Node alone is a project of its own, so that the others know nothing of Node's types.
const projects = packages.flatMap(({ directory }) => [directory, join(directory, 'tsconfig.node.json')]);
execFileSync(process.execPath, [scriptOf('typescript', 'tsc'), '-b', ...projects.filter((project) => existsSync(project))], {
  cwd: root,
  stdio: 'inherit',
});

await Promise.all(
  packages.flatMap(({ directory, entries, exports, imports, version }) => {
    const bundle = (files: readonly string[], esbuildPlugins: Plugin[] = []) =>
      build({
        config: false,
        silent: true,
        entry: Object.fromEntries(files.map((file) => [outputName(file), join(directory, file)])),
        outDir: join(directory, 'dist'),
        esbuildPlugins: [pureCalls, ...esbuildPlugins],
        format: 'esm',
        platform: 'neutral',
        target: 'es2022',
        // Of the package itself: `User-Agent` says which one sends.
        define: { PACKAGE_VERSION: JSON.stringify(version) },
        sourcemap: true,
        // One copy of what two entries share: two copies of the error class would break instanceof.
        splitting: true,
        skipNodeModulesBundle: true,
        // Who imports a package decides which one it is.
        external: [/^#/],
        removeNodeProtocol: false,
        dts: false,
        // The declarations are already there.
        clean: false,
      });
    // The sender of browsers holds no state: alone, it keeps what it shares with the others out of files of their own, which Node would load.
    const [alone, rest] = [entries.filter(isBrowserSender), entries.filter((file) => !isBrowserSender(file))];
    if (alone.length > 0) return [bundle(alone), bundle(rest)];
    if (!('./contract' in exports)) return [bundle(entries)];
    // Who calls a service needs less of its contract than who plays it.
    const main = ['./src/index.ts', ...chosenBy(imports)];
    return [bundle(main, [slimClients]), bundle(entries.filter((file) => !main.includes(file)))];
  }),
);

console.log(`Built ${packages.map(({ name }) => name).join(', ')}`);

function isBrowserSender(file: string): boolean {
  return file.endsWith('/senders/fetch.ts');
}

function outputName(file: string): string {
  return file.replace(/^\.\/src\//, '').replace(/\.ts$/, '');
}
