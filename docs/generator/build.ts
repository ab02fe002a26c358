/** Builds the site into docs/dist, or with --dev serves it while pages are written. */
import { watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, createServer } from 'vitepress';
import { root } from '../../scripts/workspace.ts';
import { buildRunner } from '../runner/build.ts';
import { generate } from './generate.ts';
import type { Page } from './page.ts';
import { llmsFull, llmsList, plainText } from './plain-pages.ts';

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
  await writePlainPages(pages);
}

/** Each page as Markdown beside its HTML, and the two lists for programs that read. */
async function writePlainPages(all: readonly Page[]): Promise<void> {
  const files = [...all.map((page) => ({ path: page.path, text: plainText(page) })), { path: 'llms.txt', text: llmsList(all) }];
  for (const { path, text } of [...files, { path: 'llms-full.txt', text: llmsFull(all) }]) {
    const file = join(docs, 'dist', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
