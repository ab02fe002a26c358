/** Checks that the built search finds every public name, every operation and every error code. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { serviceReferences } from '../../scripts/reference/service-reference.ts';
import { codeTexts } from '../generator/errors/code-texts.ts';
import { exportedNames } from '../generator/reference/exported-names.ts';

export interface SearchReport {
  readonly names: number;
  readonly operations: number;
  readonly codes: number;
  /** The terms whose own section is not among the first results. */
  readonly missing: readonly string[];
}

/** The results of a reader who looks at the first screen. */
const FIRST = 20;

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
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
  });
  return (term) => index.search(term).slice(0, FIRST) as unknown as readonly Section[];
};

/** Looks every term up. */
export const checkSearch = async (folder: string): Promise<SearchReport> => {
  const search = await openIndex(folder);
  const names = await exportedNames();
  const operations = (await serviceReferences()).flatMap((service) => service.operations.map(({ name }) => name));
  const codes = [...new Set(codeTexts.map(({ code }) => code))];
  const isFound = (term: string): boolean => search(term).some(({ title, titles }) => title === term || titles.includes(term));
  const terms = [...new Set([...names.map(({ name }) => name), ...operations, ...codes])];
  return {
    names: new Set(names.map(({ name }) => name)).size,
    operations: operations.length,
    codes: codes.length,
    missing: terms.filter((term) => !isFound(term)),
  };
};
