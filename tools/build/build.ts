import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'tsup';
import { forgetBuild, hashSources, isBuilt, recordBuild } from './build-record.ts';
import { classNames } from './class-names.ts';
import {
  asModules,
  AT_START,
  CORE,
  ERRORS,
  guardsOnDemand,
  modulesAtStart,
  modulesOf,
  oneChunk,
  oneCoreEntry,
  SENDER,
  senderWithin,
} from './few-files.ts';
import { functionDeclarations } from './function-declarations.ts';
import { lazyContracts } from './lazy-contracts.ts';
import { mergeEntry } from './merged-entries.ts';
import { numbersInPlace } from './numbers-in-place.ts';
import { pureCalls } from './pure-calls.ts';
import { slimContract } from './slim-clients.ts';
import { chosenBy, publishedPackages, root, scriptOf } from './workspace.ts';

/** Bundles source files of a package into a folder of it. */
type Bundle = (files: readonly string[], esbuildPlugins?: Plugin[], noExternal?: RegExp[], folder?: string) => Promise<void>;

/** The entry of core that every service imports. */
const MAIN_ENTRY = './src/contract.ts';

/** The entry of core that services with streams also import. */
const STREAMS_ENTRY = './src/streams.ts';

/** The sender of Node, Bun and Deno, and the code that it loads with the first request. */
const NODE = './src/http/senders/node.ts';
const NODE_SENDER = './src/http/senders/node-http/create-sender.ts';
const KY = './src/http/senders/ky.ts';

/** The folder of core's build in few files. */
const FEW_FILES = 'dist/few-files';

const packages = await publishedPackages();
const sources = await hashSources(packages);

// Many scripts build first.
if (await isBuilt(packages, sources)) {
  console.log('The build is up to date');
  process.exit();
}
await forgetBuild();

// Declarations of deleted sources would be published. With an old build info, tsc writes nothing.
await Promise.all(packages.map(({ directory }) => rm(join(directory, 'dist'), { recursive: true, force: true })));

// An entry for Node only is a separate project, so that the others do not see Node's types.
const projects = packages.flatMap(({ directory }) => [directory, join(directory, 'tsconfig.node.json')]);
execFileSync(process.execPath, [scriptOf('typescript', 'tsc'), '-b', ...projects.filter((project) => existsSync(project))], {
  cwd: root,
  stdio: 'inherit',
});

await Promise.all(
  packages.flatMap(({ directory, entries, exports, imports, version }) => {
    const bundle: Bundle = (files, esbuildPlugins = [], noExternal = [], folder = 'dist') =>
      build({
        config: false,
        silent: true,
        entry: Object.fromEntries(files.map((file) => [outputName(file), join(directory, file)])),
        outDir: join(directory, folder),
        esbuildPlugins: [...esbuildPlugins, pureCalls],
        plugins: [classNames],
        format: 'esm',
        platform: 'neutral',
        target: 'es2022',
        // The version of the package itself, for `User-Agent`.
        define: { PACKAGE_VERSION: JSON.stringify(version) },
        sourcemap: true,
        // Two entries share one copy of their common code: two copies of the error class would break instanceof.
        splitting: true,
        skipNodeModulesBundle: true,
        noExternal,
        // The importing program decides which file it is.
        external: [/^#/],
        removeNodeProtocol: false,
        dts: false,
        // The declarations are already written.
        clean: false,
      });
    const senders = [...new Set(entries.filter(isSender))];
    if (senders.length > 0)
      return [
        buildCore(
          bundle,
          directory,
          entries.filter((file) => !isSender(file)),
          senders,
        ),
      ];
    if (!('./contract' in exports)) return [bundle(entries)];
    // A client needs less of a contract than a mock.
    const main = ['./src/index.ts', ...chosenBy(imports)];
    return [
      bundle(main, [guardsOnDemand, oneCoreEntry, lazyContracts, slimContract, numbersInPlace], [CORE]),
      bundle(entries.filter((file) => !main.includes(file))),
    ];
  }),
);

await recordBuild(packages, sources);
console.log(`Built ${packages.map(({ name }) => name).join(', ')}`);

/**
 * Builds core twice: in few files for Node, which takes half a millisecond per file, and with a file per module for bundlers. The
 * package's imports choose. The files of its exports only re-export, so that a process cannot load both.
 */
async function buildCore(bundle: Bundle, directory: string, entries: readonly string[], senders: readonly string[]): Promise<void> {
  const inPackage = (file: string): string => join(directory, file);
  const rest = [...entries, KY, NODE_SENDER];
  const others = rest.filter((file) => file !== MAIN_ENTRY).map(inPackage);
  const together = oneChunk(inPackage(MAIN_ENTRY), others, { [inPackage('./src/relay.ts')]: inPackage(STREAMS_ENTRY) });
  const modules = await modulesOf([...entries, ...senders.filter((file) => file !== NODE)].map(inPackage));
  const atStart = await modulesAtStart(AT_START.map(inPackage), [...senders, ERRORS].map(inPackage));
  await Promise.all([
    bundle(rest, [senderWithin(inPackage(NODE)), together, functionDeclarations], [SENDER], FEW_FILES),
    bundle(
      modules.filter((file) => !atStart.slice(1).includes(file)).map((file) => `./${relative(directory, file).replaceAll('\\', '/')}`),
      [asModules(atStart)],
      [],
      'dist/modules',
    ),
  ]);
  for (const file of entries) {
    const name = outputName(file);
    const isMerged = file === MAIN_ENTRY || file === STREAMS_ENTRY;
    const names = isMerged ? `{ ${(await mergeEntry(inPackage(FEW_FILES), name)).join(', ')} }` : '*';
    const facade = join(directory, 'dist', `${name}.js`);
    await mkdir(dirname(facade), { recursive: true });
    await writeFile(facade, `export ${names} from '#${name.replace(/\/index$/, '')}';\n`);
  }
}

function isSender(file: string): boolean {
  return file.includes('/http/senders/');
}

function outputName(file: string): string {
  return file.replace(/^\.\/src\//, '').replace(/\.ts$/, '');
}
