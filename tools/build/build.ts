import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'tsup';
import { forgetBuild, hashSources, isBuilt, recordBuild } from './build-record.ts';
import { chosenBy, publishedPackages, root, scriptOf, type WorkspacePackage } from './workspace.ts';

const packages = await publishedPackages();
const sources = await hashSources(packages);

// Many scripts begin with a build, so an unchanged build is skipped.
if (await isBuilt(packages, sources)) {
  console.log('The build is up to date');
  process.exit();
}
await forgetBuild();

// Removes the old output. Declarations of deleted sources would be published, and tsc would write nothing because of its old build info.
await Promise.all(packages.map(({ directory }) => rm(join(directory, 'dist'), { recursive: true, force: true })));

// An entry for Node only is a separate project, so that the other entries do not see Node's types.
const projects = packages.flatMap(({ directory }) => [directory, join(directory, 'tsconfig.node.json')]);
execFileSync(process.execPath, [scriptOf('typescript', 'tsc'), '-b', ...projects.filter((project) => existsSync(project))], {
  cwd: root,
  stdio: 'inherit',
});

await Promise.all(packages.flatMap((each) => groupsOf(each).map((files) => bundle(each, files))));
await recordBuild(packages, sources);
console.log(`Built ${packages.map(({ name }) => name).join(', ')}`);

/** Returns the entries of a package in groups. Entries of a group share their code; each group contains its own copy. */
function groupsOf({ name, entries, exports, imports }: WorkspacePackage): (readonly string[])[] {
  const chosen = chosenBy(imports);
  const others = entries.filter((file) => !chosen.includes(file));
  // Each sender becomes a separate file, so that a page loads only its own sender.
  if (name === '@platform-sdk/core') return [others, ...[...new Set(chosen)].map((file) => [file])];
  if (!('./contract' in exports)) return [entries];
  // If the client shared code with other entries, Node would have to read another file.
  const client = ['./src/index.ts', ...chosen];
  return [client, entries.filter((file) => !client.includes(file))];
}

/** Bundles source files of a package into its `dist`. */
async function bundle({ directory, version }: WorkspacePackage, files: readonly string[]): Promise<void> {
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(files.map((file) => [file.replace(/^\.\/src\/|\.ts$/g, ''), join(directory, file)])),
    outDir: join(directory, 'dist'),
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    // The version of the package itself, for `User-Agent`.
    define: { PACKAGE_VERSION: JSON.stringify(version) },
    sourcemap: true,
    splitting: true,
    skipNodeModulesBundle: true,
    // Names that begin with # depend on the runtime, so they are resolved when a program imports the package.
    external: [/^#/],
    removeNodeProtocol: false,
    dts: false,
    // The folder already contains the declarations.
    clean: false,
  });
}
