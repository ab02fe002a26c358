import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BaseName } from '@platform-sdk/core';
import type { AnyOperation } from '@platform-sdk/core/contract';
import { servicePackages as workspacePackages } from '@platform-sdk/build/workspace';

/** The operations of a service. Modules are nested objects. */
export interface Contract {
  readonly [name: string]: AnyOperation | Contract;
}

/** A package of the workspace with a contract. */
export interface ServicePackage {
  /** The package's folder, which names the service. */
  readonly service: string;
  /** The first part of its operations' names. */
  readonly prefix: string;
  /** The base URL of its operations. An operation can name another base URL. */
  readonly base: BaseName;
  readonly description: string;
  readonly contractFile: string;
  readonly contract: Contract;
}

/** Returns the services of a copy of the repository, sorted by name. Default: this repository. */
export const servicePackages = async (folder?: string): Promise<ServicePackage[]> => {
  const services = await Promise.all(
    (await workspacePackages(folder)).map(async ({ directory, exports, description }): Promise<ServicePackage> => {
      const contractFile = join(directory, exports['./contract']?.['@platform-sdk/source'] ?? '');
      const contract = (await import(pathToFileURL(contractFile).href)) as Contract;
      return { service: basename(directory), ...(await identityOf(directory)), description, contractFile, contract };
    }),
  );
  return services.toSorted((one, other) => one.service.localeCompare(other.service, 'en'));
};

/** Returns the name and base that the package passes to `createClient`. */
const identityOf = async (directory: string): Promise<Pick<ServicePackage, 'prefix' | 'base'>> => {
  for (const file of ['src/client.ts', 'src/index.ts']) {
    const source = await readFile(join(directory, file), 'utf8').catch(() => '');
    const [, prefix, base] = /\{ name: '([^']+)', base: '([^']+)' \}/.exec(source) ?? [];
    if (prefix !== undefined && base !== undefined) return { prefix, base: base as BaseName };
  }
  throw new Error(`${directory} names no { name, base } in src/client.ts or src/index.ts`);
};
