/**
 * Stages every package whose version the registry does not have: it is packed, and uploaded for a maintainer's approval. The release
 * workflow runs it, with `--dry-run` it uploads nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedPackages, root, scriptOf, shell } from './workspace.ts';

interface Plan {
  readonly plan: readonly (readonly { readonly name: string; readonly tarball?: { readonly path: string } }[])[];
}

const changeset = scriptOf('@changesets/cli', 'changeset');
const isDryRun = process.argv.includes('--dry-run');
const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-release-'));
const undo = await writeAddresses();
try {
  run(process.execPath, ['-C', '@platform-sdk/source', 'scripts/build.ts']);
  run(process.execPath, ['-C', '@platform-sdk/source', 'scripts/package-docs.ts']);
  run(process.execPath, [changeset, 'pack', '--out-dir', folder]);
} finally {
  await undo();
}

// Groups come in the order of their dependencies.
const { plan } = JSON.parse(await readFile(join(folder, 'publish-plan.json'), 'utf8')) as Plan;
const tarballs = plan.flat().flatMap(({ tarball }) => (tarball ? [join(folder, tarball.path)] : []));
for (const tarball of tarballs) {
  run('npm', ['stage', 'publish', tarball, '--access', 'public', '--provenance', ...(isDryRun ? ['--dry-run', '--no-provenance'] : [])]);
}
console.log(`Staged ${tarballs.length} packages: approve them with \`npm stage approve\`, or on the registry's page.`);
if (!isDryRun && tarballs.length > 0) run(process.execPath, [changeset, 'git-tag']);

/** Writes the repository's address into each manifest, where the registry compares it with the provenance. Returns the undoing. */
async function writeAddresses(): Promise<() => Promise<void>> {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (!server || !repository) {
    if (isDryRun) return async () => undefined;
    throw new Error('GITHUB_SERVER_URL and GITHUB_REPOSITORY have to name the repository: run this in the release workflow');
  }
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

function run(command: string, parameters: readonly string[]): void {
  execFileSync(command, parameters, { cwd: root, stdio: 'inherit', shell: shell && command === 'npm' });
}
