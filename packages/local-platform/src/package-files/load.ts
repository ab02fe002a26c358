import type * as Addresses from './addresses.ts';

// The specifier is a parameter, because tools would follow a constant import. CommonJS cannot parse the `import.meta` in that module.
const load = (specifier: string): Promise<typeof Addresses> => import(/* webpackIgnore: true */ /* @vite-ignore */ specifier);

/** Loads the URLs of this package's files. Returns undefined in a bundle, and in tests that are compiled to CommonJS. */
export const loadPackageFiles = (): Promise<typeof Addresses | undefined> => load('#local-platform-files').catch(() => undefined);
