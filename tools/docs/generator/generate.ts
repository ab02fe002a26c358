/** Writes all pages of the site into docs/.pages: the handwritten pages and the reference. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { indexPage } from '@platform-sdk/reference/markdown';
import { openApi } from '@platform-sdk/reference/openapi';
import { serviceReferences, type ServiceReference } from '@platform-sdk/reference/service-reference';
import { root } from '@platform-sdk/build/workspace';
import { changelogPage } from './changelog.ts';
import { codesPage } from './errors/codes-page.ts';
import type { Page } from './page.ts';
import { openApiExamples, recordedExamples } from './recording/operation-examples.ts';
import type { RecordedExample } from './recording/record-examples.ts';
import { exportedNames } from './reference/exported-names.ts';
import { exportsPage, linksTo } from './reference/exports-page.ts';
import { operationPage } from './reference/operation-page.ts';
import { servicePage } from './reference/service-page.ts';
import { sidebarsOf } from './sidebars.ts';
import { writtenPages } from './written-pages.ts';

/** The folder of all pages, from which the site is built. */
const pagesFolder: string = join(root, 'docs/.pages');

/** Writes every page, and the other files of the site. Returns the pages. */
export const generate = async (): Promise<readonly Page[]> => {
  const services = await serviceReferences();
  const examples = await recordedExamples(services);
  const pages = [...(await writtenPages()), await changelogPage(), ...(await referencePages(services, examples))];
  await rm(pagesFolder, { recursive: true, force: true });
  for (const { path, text } of pages) await write(path, text);
  await write('sidebars.json', JSON.stringify(sidebarsOf(pages, services), null, 2));
  const recorded = openApiExamples(examples);
  for (const each of services)
    await write(`public/openapi/${each.service}.openapi.json`, JSON.stringify(await openApi(each, recorded), null, 2));
  await cp(join(root, 'docs/public'), join(pagesFolder, 'public'), { recursive: true });
  return pages;
};

const referencePages = async (services: readonly ServiceReference[], examples: ReadonlyMap<string, RecordedExample>): Promise<Page[]> => {
  const names = await exportedNames();
  const link = linksTo(names);
  const folders = [...new Set(names.map(({ folder }) => folder))];
  return [
    referenceIndex(services),
    codesPage(services, link),
    ...services.flatMap((each) => [
      servicePage(each),
      ...each.operations.map((operation) => operationPage(each, operation, examples.get(operation.name), link)),
    ]),
    ...folders.map((folder) => exportsPage(folder, names, link)),
  ];
};

/** Returns the index page of the repository's reference, with links of the site. */
const referenceIndex = (services: readonly ServiceReference[]): Page => ({
  path: 'reference/index.md',
  text: indexPage(services)
    .replaceAll(/\]\(([\w-]+)\.md\)/g, '](./$1/index.md)')
    .replaceAll(/`([\w-]+\.openapi\.json)`/g, '<a href="/openapi/$1" download>$1</a>'),
});

const write = async (path: string, text: string): Promise<void> => {
  const file = join(pagesFolder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
