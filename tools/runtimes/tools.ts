import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { shell } from '@platform-sdk/build/workspace';

/** The folder of the package that depends on all runtimes and bundlers. Only `installRuntimes` installs its dependencies. */
const home = join(import.meta.dirname, 'installed');

/** Returns the path of a file in one of these dependencies. */
export const installed = (path: string): string => join(home, 'node_modules', path);

/** Returns the path of a runtime's program. Returns undefined if the runtime is not installed. */
export const programAt = (path: string): string | undefined => (existsSync(installed(path)) ? installed(path) : undefined);

export const BUN = '@oven/bun-linux-x64-baseline/bin/bun';

const { resolve } = createRequire(join(home, 'package.json'));

/** Imports one of these dependencies, with the type that the caller needs. */
export const load = async <Module>(name: string): Promise<Module> => {
  const found = (await import(pathToFileURL(resolve(name)).href)) as Module & { readonly default?: Module };
  return found.default ?? found;
};

/** Installs the runtimes from their lockfile. */
export const installRuntimes = (): Promise<unknown> => promisify(execFile)('pnpm', ['install', '--frozen-lockfile'], { cwd: home, shell });
