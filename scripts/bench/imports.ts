/** Time to import the packages, over a Node process that does nothing. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { publishedPackages, root, type WorkspacePackage } from '../workspace.ts';
import { inTurns, median, print, ratio, type Ways } from './measure.ts';
import { timed } from './processes.ts';

const NAMES = ['core', 'auth', 'organizations'];
const ROUNDS = 7;

/** Compares the packages as they stand in node_modules, and in one file each. */
export async function benchImports(): Promise<void> {
  const packages = (await publishedPackages()).filter(({ name }) => NAMES.includes(name.replace('@platform-sdk/', '')));
  const built = packages.every(({ directory }) => existsSync(join(directory, 'dist/index.js')));
  const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-imports-'));
  try {
    const ways: Record<string, Ways[string]> = { nothing: () => timed('', built) };
    for (const each of packages) {
      const bundle = await bundled(each, built, folder);
      ways[each.name] = () => timed(`await import('${fileOf(each, built)}')`, built);
      ways[`${each.name}, bundled`] = () => timed(`await import('${bundle}')`, built);
    }
    const costs = await inTurns(ways, ROUNDS, 0);
    const from = built ? 'built' : 'from source: types are stripped on the way';
    for (const name of Object.keys(ways).slice(1)) {
      const milliseconds = median((costs[name] ?? []).map((cost, round) => cost - (costs['nothing']?.[round] ?? 0)));
      print(`import of ${name} over an empty Node`, ratio(costs, name, 'nothing'), `no aim; ${milliseconds.toFixed(0)} ms more; ${from}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fileOf({ directory }: WorkspacePackage, built: boolean): string {
  return pathToFileURL(join(directory, built ? 'dist/index.js' : 'src/index.ts')).href;
}

async function bundled({ name, directory }: WorkspacePackage, built: boolean, folder: string): Promise<string> {
  const outfile = join(folder, `${name.replace('@platform-sdk/', '')}.mjs`);
  await build({
    entryPoints: [join(directory, built ? 'dist/index.js' : 'src/index.ts')],
    outfile,
    absWorkingDir: root,
    bundle: true,
    conditions: built ? [] : ['@platform-sdk/source'],
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return pathToFileURL(outfile).href;
}
