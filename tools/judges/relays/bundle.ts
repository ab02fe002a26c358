import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the program of a server from the sources. */
export const bundle = async (program: string, conditions: readonly string[], format: 'esm' | 'iife'): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    platform: conditions.includes('node') ? 'node' : 'browser',
    conditions: ['@platform-sdk/source', ...conditions],
    mainFields: ['browser', 'module', 'main'],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

/** The folder of the judges, whose packages a program finds. */
export const folder: string = join(import.meta.dirname, '..');
