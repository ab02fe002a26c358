/** Bytes of a page's program: bundled, minified and compressed. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { report, settings } from './case.ts';

const { program } = settings<{ readonly program: string }>();
const { outputFiles } = await build({
  stdin: { contents: program, resolveDir: import.meta.dirname },
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  logLevel: 'error',
});
report({ cpu: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length });
