/**
 * For the release workflow, packs every package whose version is not in the registry into a folder. The file `packages.txt` contains
 * a line for each, with its tag and its file, in the order of their dependencies. Argument: the folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { publishedPackages, root, scriptOf } from './workspace.ts';

interface Plan {
  readonly plan: readonly (readonly { readonly name: string; readonly version: string; readonly tarball?: { readonly path: string } }[])[];
}

const folder = resolve(process.argv[2] ?? 'release');
await mkdir(folder, { recursive: true });
const undo = await writeAddresses();
try {
  run('-C', '@platform-sdk/source', 'tools/build/build.ts');
  run('-C', '@platform-sdk/source', 'tools/docs/package-docs.ts');
  run(scriptOf('@changesets/cli', 'changeset'), 'pack', '--out-dir', folder);
} finally {
  await undo();
}

const { plan } = JSON.parse(await readFile(join(folder, 'publish-plan.json'), 'utf8')) as Plan;
const lines = plan.flat().flatMap(({ name, version, tarball }) => (tarball ? [`${name}@${version} ${tarball.path}\n`] : []));
await writeFile(join(folder, 'packages.txt'), lines.join(''));
console.log(`${lines.join('')}${lines.length} packages`);

/**
 * Writes the repository's address into each manifest, where the registry compares it with the provenance. Returns a function that
 * restores the manifests.
 */
async function writeAddresses(): Promise<() => Promise<void>> {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (!server || !repository) return async () => undefined;
  const address = `${server}/${repository}`;
  const written: (readonly [path: string, text: string])[] = [];
  for (const { directory } of await publishedPackages()) {
    const path = join(directory, 'package.json');
    const text = await readFile(path, 'utf8');
    const addresses = {
      homepage: `${address}#readme`,
      bugs: `${address}/issues`,
      repository: { type: 'git', url: `git+${address}.git`, directory: directory.slice(root.length + 1).replaceAll('\\', '/') },
    };
    await writeFile(path, `${JSON.stringify({ ...(JSON.parse(text) as object), ...addresses }, undefined, 2)}\n`);
    written.push([path, text]);
  }
  return async () => {
    for (const [path, text] of written) await writeFile(path, text);
  };
}

function run(...parameters: readonly string[]): void {
  execFileSync(process.execPath, parameters, { cwd: root, stdio: 'inherit' });
}
