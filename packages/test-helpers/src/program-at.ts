import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The folder of the bundled programs of this run, which `test/helpers/bundle-programs.ts` makes. */
export const PROGRAMS_FOLDER = 'PROGRAMS_FOLDER';

/** The path of a program's bundle in the folder. */
export const bundleOf = (path: string): string => relative(ROOT, path).replace(/\.ts$/, '.mjs');

/** Returns the file with which Node starts a program: its bundle, which loads in a fraction of the CPU time, or its source. */
export const programAt = (source: string | URL): string => {
  const path = source instanceof URL || source.startsWith('file:') ? fileURLToPath(source) : source;
  const folder = process.env[PROGRAMS_FOLDER];
  const bundle = folder && join(folder, bundleOf(path));
  return bundle && existsSync(bundle) ? bundle : path;
};
