import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the page and returns its folder. */
export const buildPage = async (outDir = `${root}dist`): Promise<string> => {
  // A test runner sets another `NODE_ENV`, with which React is twice as large.
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
  return outDir;
};
