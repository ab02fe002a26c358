/** Packs the packages, and installs them instead of those in the registry. */
import { pack, tarballOf } from '@platform-sdk/build/install-packages';
import { publishedPackages } from '@platform-sdk/build/workspace';

export interface Tarballs {
  /** Replaces the names of packages in an `npm install` command by their tarballs, including the tarballs of their dependencies. */
  inCommand(command: string): string;
}

/** Packs every built package into a folder. */
export const packAll = async (folder: string): Promise<Tarballs> => {
  const packages = await publishedPackages();
  const byName = new Map(packages.map((each) => [each.name, each]));
  for (const each of packages) await pack(each, folder);
  const withDependencies = (name: string, found: Set<string>): Set<string> => {
    const each = byName.get(name);
    if (!each) throw new Error(`The page installs ${name}, which the workspace does not have.`);
    if (found.has(name)) return found;
    found.add(name);
    for (const dependency of Object.keys(each.dependencies ?? {})) if (byName.has(dependency)) withDependencies(dependency, found);
    return found;
  };
  return {
    inCommand: (command) => {
      const named = command.match(/@platform-sdk\/[\w-]+/g) ?? [];
      if (!command.startsWith('npm install') || named.length === 0) return command;
      const all = new Set<string>();
      for (const name of named) withDependencies(name, all);
      const tarballs = [...all].flatMap((name) => byName.get(name) ?? []).map((each) => tarballOf(each, folder));
      return `${command.replaceAll(/ @platform-sdk\/[\w-]+/g, '')} ${tarballs.join(' ')}`;
    },
  };
};
