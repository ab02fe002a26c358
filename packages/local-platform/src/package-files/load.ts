import type * as Addresses from './addresses.ts';

// A parameter, because tools follow a constant: a file of CommonJS with `import.meta` in it cannot be parsed.
const load = (specifier: string): Promise<typeof Addresses> => import(/* webpackIgnore: true */ /* @vite-ignore */ specifier);

/** Loads the addresses of this package's files. Returns undefined in a bundle, and in tests that are compiled to CommonJS. */
export const loadPackageFiles = (): Promise<typeof Addresses | undefined> => load('#local-platform-files').catch(() => undefined);
