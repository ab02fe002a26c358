/** Checks that the built search finds every public name, operation and error code. Typical searches must find their page in two results. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import { searchOptions } from '../../../docs/.vitepress/theme/search-options.ts';
import { codeTexts } from '../generator/errors/code-texts.ts';
import { exportedNames } from '../generator/reference/exported-names.ts';

export interface SearchReport {
  readonly names: number;
  readonly operations: number;
  readonly codes: number;
  /** The terms and questions whose section or page is not among the first results. */
  readonly missing: readonly string[];
}

/** A term must be found among this many results. */
const FIRST = 20;

/** Typical searches of readers, each with the page that they need. The page must be one of the first two results. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'base url': 'packages/core',
  'cancel a request': 'guides/retries-timeouts-cancelling',
  'constructor options': 'packages/core',
  cors: 'start/web',
  'crash payment': 'guides/wallets-and-money',
  'environment variables': 'guides/staging',
  'express session': 'recipes/sessions-on-a-server',
  fastify: 'recipes/sessions-on-a-server',
  'gateway key browser': 'start/web',
  'log every request': 'guides/logging-and-tracing',
  'memory token': 'recipes/memory-tokens',
  'mock a response': 'recipes/test-a-component',
  pagination: 'guides/lists-and-pages',
  'rate limit 429': 'guides/limits',
  'refresh token': 'recipes/next',
  retry: 'guides/retries-timeouts-cancelling',
  'server side session': 'recipes/sessions-on-a-server',
  'sign in': 'recipes/workspace',
  'chat history': 'recipes/chat-with-history',
  'stream to a page': 'recipes/chat-with-stop',
  timeout: 'guides/retries-timeouts-cancelling',
  'upload progress': 'guides/uploads',
  'vue query': 'recipes/vue-and-svelte',
  cookieTokenStore: 'reference/core/exports',
  'wallets.transact': 'reference/wallets/transact',
};

interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
}

/** Searches as the search box of the theme does. */
const openIndex = async (folder: string): Promise<(term: string) => readonly Section[]> => {
  const chunks = join(folder, 'assets/chunks');
  const file = (await readdir(chunks)).find((name) => name.startsWith('@localSearchIndexroot'));
  if (file === undefined) throw new Error('The site has no search index.');
  const { default: json } = (await import(pathToFileURL(join(chunks, file)).href)) as { readonly default: string };
  const index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions,
  });
  return (term) => index.search(term).slice(0, FIRST) as unknown as readonly Section[];
};

/** Searches for every term, and returns the terms whose page is missing among the results. */
export const checkSearch = async (folder: string): Promise<SearchReport> => {
  const search = await openIndex(folder);
  const names = await exportedNames();
  const operations = (await serviceReferences()).flatMap((service) => service.operations.map(({ name }) => name));
  const codes = [...new Set(codeTexts.map(({ code }) => code))];
  const isFound = (term: string): boolean => search(term).some(({ title, titles }) => title === term || titles.includes(term));
  const terms = [...new Set([...names.map(({ name }) => name), ...operations, ...codes])];
  const isAmongFirst = ([question, page]: readonly [string, string]): boolean =>
    search(question)
      .slice(0, 2)
      .some(({ id }) => id.includes(`/${page}.html`));
  const lost = Object.entries(QUESTIONS).filter((entry) => !isAmongFirst(entry));
  return {
    names: new Set(names.map(({ name }) => name)).size,
    operations: operations.length,
    codes: codes.length,
    missing: [...terms.filter((term) => !isFound(term)), ...lost.map(([question, page]) => `${question} (${page})`)],
  };
};
