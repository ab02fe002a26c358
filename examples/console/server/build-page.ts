import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the page and returns its folder. */
export const buildPage = async (outDir = `${root}dist`): Promise<string> => {
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
};
