/** Builds the site into docs/dist, or with --dev serves it while pages are written. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vitepress';
import { root } from '../../scripts/workspace.ts';
import { buildRunner } from '../runner/build.ts';
import { generate } from './generate.ts';

const docs = join(root, 'docs');

const started = performance.now();
await buildRunner();
const pages = await generate();
console.log(`${pages.length} pages generated in ${Math.round((performance.now() - started) / 1000)} s`);

if (process.argv.includes('--dev')) {
  const server = await createServer(docs);
  await server.listen();
  server.printUrls();
  for (const folder of ['start', 'guides', 'recipes', 'decisions'])
    watch(join(docs, folder), { recursive: true }, () => void generate().catch(console.error));
} else {
  await build(docs);
}
