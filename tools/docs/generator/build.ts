/** Builds the site into docs/dist. With --dev, serves the pages and updates them after each change. */
import { watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'vitepress';
import { root } from '@platform-sdk/build/workspace';
import { buildRunner } from '../runner/build.ts';
import { generate } from './generate.ts';
import type { Page } from './page.ts';
import { llmsFull, llmsList, plainText } from './plain-pages.ts';
import { servePages } from './serve-pages.ts';

const docs = join(root, 'docs');

const started = performance.now();
/** Prints the seconds so far and the step that begins. */
const print = (step: string): void => console.log(`${String(Math.round((performance.now() - started) / 1000)).padStart(3)} s  ${step}`);

print('The Run button is bundled.');
await buildRunner();
print('The examples run, and the pages are written.');
const pages = await generate();

if (process.argv.includes('--dev')) {
  const { origin } = await servePages(docs);
  print(`${pages.length} pages are served at ${origin}`);
  for (const folder of ['start', 'guides', 'recipes', 'decisions'])
    watch(join(docs, folder), { recursive: true }, () => void generate().catch(console.error));
} else {
  print(`${pages.length} pages become HTML, in about a minute.`);
  await build(docs);
  print('Each page is written as Markdown, too.');
  await writePlainPages(pages);
  print('The site is in docs/dist.');
}

/** Writes each page as Markdown next to its HTML file, and the two lists for AI tools. */
async function writePlainPages(all: readonly Page[]): Promise<void> {
  const files = [...all.map((page) => ({ path: page.path, text: plainText(page) })), { path: 'llms.txt', text: llmsList(all) }];
  for (const { path, text } of [...files, { path: 'llms-full.txt', text: llmsFull(all) }]) {
    const file = join(docs, 'dist', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
