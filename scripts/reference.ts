/** Writes docs/reference and the list of error codes from the contracts; with --check only lists its stale files. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiExamples, recordedExamples } from '../docs/generator/recording/operation-examples.ts';
import { codesFile } from '../docs/generator/errors/codes-page.ts';
import { controlDocument } from './reference/control.ts';
import { indexPage, servicePage } from './reference/markdown.ts';
import { openApi } from './reference/openapi.ts';
import { serviceReferences } from './reference/service-reference.ts';
import { root } from './workspace.ts';

const folder = join(root, 'docs/reference');
const codes = '../errors/codes.md';
const services = await serviceReferences();
const examples = openApiExamples(await recordedExamples(services));
const wanted = new Map([
  ['README.md', indexPage(services)],
  [codes, codesFile(services)],
  ['../../packages/local-platform/inspector/openapi.json', `${JSON.stringify(await controlDocument())}\n`],
]);
for (const each of services) {
  wanted.set(`${each.service}.md`, servicePage(each));
  wanted.set(`${each.service}.openapi.json`, `${JSON.stringify(await openApi(each, examples), null, 2)}\n`);
}

const present = await readdir(folder).catch(() => []);
const stale: string[] = present.filter((name) => !wanted.has(name));
for (const [name, text] of wanted) {
  if ((await readFile(join(folder, name), 'utf8').catch(() => undefined)) !== text) stale.push(name);
}

if (process.argv.includes('--check')) {
  for (const name of stale) console.log(`stale: docs/reference/${name}`);
  if (stale.length > 0) console.log('Run `pnpm reference` and commit its files.');
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  await mkdir(folder, { recursive: true });
  for (const name of stale) {
    const text = wanted.get(name);
    await (text === undefined ? rm(join(folder, name)) : writeFile(join(folder, name), text));
  }
}
const operations = services.reduce((sum, each) => sum + each.operations.length, 0);
console.log(
  `${operations} operations of ${services.length} services, ${wanted.size} files, ${stale.length} ${process.argv.includes('--check') ? 'stale' : 'changed'}`,
);
