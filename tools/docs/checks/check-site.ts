/**
 * Checks the built site: links, examples, search, and some pages in Chromium. With `--every-look`, opens each page in every theme and size.
 * `--screenshots <folder>` does the same, and saves pictures of five pages.
 */
import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import { exampleFiles } from '../generator/recording/record-examples.ts';
import { builtSite } from './built-site.ts';
import { checkInBrowser } from './in-browser.ts';
import { checkLinks } from './links.ts';
import { checkSearch } from './search.ts';
import { serveFolder } from '@platform-sdk/build/static-server';

const dist = builtSite();

/** Pages of every kind. `--screenshots` saves pictures of the first five. */
const PAGES = [
  'index.html',
  'guides/streams.html',
  'reference/organizations/members-update-role.html',
  'errors/network.html',
  'recipes/react.html',
  'errors/index.html',
  'errors/codes.html',
  'start/try.html',
  'start/node.html',
  'guides/wallets-and-money.html',
  'guides/local-platform.html',
  'reference/index.html',
  'reference/wallets/index.html',
  'reference/wallets/transact.html',
  'reference/gateway/chat-stream.html',
  'reference/wallets/exports.html',
  'packages/core.html',
  'decisions/index.html',
  'decisions/0035-structure-of-the-site.html',
  'changelog.html',
  'stores.html',
  'benchmarks.html',
  'runtimes.html',
  'recipes/workspace.html',
  'guides/missing-features.html',
  'reference/organizations/index.html',
];

const screenshots = process.argv.includes('--screenshots') ? process.argv.at(process.argv.indexOf('--screenshots') + 1) : undefined;
const problems: string[] = [];

const links = await checkLinks(dist);
problems.push(...links.problems);
console.log(`${links.links} links on ${links.pages} pages, ${links.problems.length} wrong`);

const services = await serviceReferences();
const examples = await exampleFiles((service) => services.find((each) => each.service === service)?.prefix ?? service);
const operations = services.flatMap((service) => service.operations.map(({ name }) => name));
const without = operations.filter((name) => !examples.has(name));
problems.push(...without.map((name) => `${name} has no example: write docs/examples/<service>/<method>.ts, and its page shows the call.`));
console.log(`${operations.length - without.length} of ${operations.length} operations have an example, which the build ran`);

const search = await checkSearch(dist);
problems.push(...search.missing.map((term) => `The search does not find ${term}.`));
console.log(
  `search: ${search.names} public names, ${search.operations} operations, ${search.codes} error codes; ${search.missing.length} not found`,
);

if (existsSync('/usr/bin/chromium')) {
  if (screenshots !== undefined) await mkdir(screenshots, { recursive: true });
  const server = await serveFolder(dist);
  const everyLook = screenshots !== undefined || process.argv.includes('--every-look');
  const report = await checkInBrowser(server.origin, PAGES, everyLook, async (page, path, look) => {
    if (screenshots === undefined || !PAGES.slice(0, 5).includes(path)) return;
    await page.screenshot({ path: join(screenshots, `${path.replaceAll('/', '-').replace('.html', '')}-${look}.png`) });
  });
  server.close();
  problems.push(...report.problems);
  console.log(`${report.visits} visits in Chromium: ${report.problems.length} problems of accessibility, requests, errors or keyboard`);
} else console.log('Chromium is not installed, so no page was opened.');

for (const problem of problems) console.log(`problem  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
