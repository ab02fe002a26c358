import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

type Conditions = Readonly<Record<string, string>>;
type Choice = Readonly<Record<string, string | Conditions>>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, Conditions>>;
  /** Imports that lead to different files in browsers and in other runtimes. */
  readonly imports?: Readonly<Record<string, Choice>>;
  readonly publishConfig?: { readonly bin?: Readonly<Record<string, string>> };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface WorkspacePackage extends Manifest {
  readonly directory: string;
  /** The source file of every export and command, relative to the package. */
  readonly entries: readonly string[];
}

export const root = resolve(import.meta.dirname, '../..');

/** Returns the Node script of a command whose package is installed in `folder`. The file that package managers create for it differs by system. */
export function scriptOf(name: string, command: string, folder = root): string {
  const directory = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { bin: Readonly<Record<string, string>> };
  const file = bin[command];
  if (file === undefined) throw new Error(`${name} has no command ${command}`);
  return join(directory, file);
}

/** True on Windows, where npm and pnpm are scripts of a shell. */
export const shell: boolean = process.platform === 'win32';

/** Returns the published packages of a copy of the repository, by name. Default: this repository. */
export async function publishedPackages(folder = root): Promise<WorkspacePackage[]> {
  const entries = await readdir(join(folder, 'packages'), { withFileTypes: true });
  const packages = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => read(join(folder, 'packages', name))),
  );
  return packages.filter((found) => found.private !== true);
}

/** Returns the packages of services. Core has a contract too, but is not a service. */
export async function servicePackages(folder = root): Promise<WorkspacePackage[]> {
  return (await publishedPackages(folder)).filter(({ name, exports }) => './contract' in exports && name !== '@platform-sdk/core');
}

async function read(directory: string): Promise<WorkspacePackage> {
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as Manifest;
  const exported = Object.values(manifest.exports).flatMap((conditions) => conditions['@platform-sdk/source'] ?? []);
  const commands = Object.values(manifest.publishConfig?.bin ?? {}).map((file) => file.replace(/dist\/(.+)\.js$/, 'src/$1.ts'));
  return { ...manifest, directory, entries: [...exported, ...chosenBy(manifest.imports), ...commands] };
}

/** Returns the source files that differ between browsers and other runtimes. */
export function chosenBy(imports: Manifest['imports'] = {}): string[] {
  return Object.values(imports).flatMap((choice) => Object.values(choice['@platform-sdk/source'] ?? {}));
}
