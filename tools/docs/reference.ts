/**
 * Writes docs/reference, the list of error codes, the comments of the command-line tool, and the document of the control plane. The option
 * --check only lists stale files. The OpenAPI documents of services are not checked, because git ignores them.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiExamples, recordedExamples } from './generator/recording/operation-examples.ts';
import { codesFile } from './generator/errors/codes-page.ts';
import { controlDocument } from '@platform-sdk/reference/control';
import { indexPage, servicePage } from '@platform-sdk/reference/markdown';
import { openApi } from '@platform-sdk/reference/openapi';
import { operationCommentsFile } from '@platform-sdk/reference/operation-comments';
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import { root } from '@platform-sdk/build/workspace';

const folder = join(root, 'docs/reference');
const codes = '../errors/codes.md';
const services = await serviceReferences();
const isCheck = process.argv.includes('--check');
const wanted = new Map([
  ['README.md', indexPage(services)],
  [codes, codesFile(services)],
  ['../../packages/cli/src/operations/comments.json', operationCommentsFile(services)],
  ['../../packages/local-platform/inspector/openapi.json', `${JSON.stringify(await controlDocument())}\n`],
]);
for (const each of services) wanted.set(`${each.service}.md`, servicePage(each));
if (!isCheck) {
  const examples = openApiExamples(await recordedExamples(services));
  for (const each of services) wanted.set(`${each.service}.openapi.json`, `${JSON.stringify(await openApi(each, examples), null, 2)}\n`);
}

const present = await readdir(folder).catch(() => []);
const stale: string[] = present.filter((name) => !wanted.has(name) && !(isCheck && name.endsWith('.openapi.json')));
for (const [name, text] of wanted) {
  if ((await readFile(join(folder, name), 'utf8').catch(() => undefined)) !== text) stale.push(name);
}

if (isCheck) {
  for (const name of stale) console.log(`stale: docs/reference/${name}`);
  if (stale.length > 0) console.log('Run `pnpm tool reference` and commit its files.');
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
  `${operations} operations of ${services.length} services, ${wanted.size} files, ${stale.length} ${isCheck ? 'stale' : 'changed'}`,
);
