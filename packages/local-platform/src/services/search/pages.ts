import { runTask } from '#documents';
import type { World } from '../../world/state.ts';
import { readPage } from '../converter/conversion.ts';
import { siteRecords } from '../converter/records.ts';
import { samplePages } from '../../sample-site/index.ts';
import { BUILT_IN } from './built-in.ts';
import type { SearchPage } from './search-page.ts';
import { transientStore } from '../../state/store.ts';

const sampleRecords = transientStore('sample-pages', (): { pages?: Promise<SearchPage[]> } => ({}));

/** Returns the pages of the sample site, as the converter reads them. Reads the pages only once. */
const sample = (world: World): Promise<SearchPage[]> => {
  const record = world.records(sampleRecords);
  const work = { world, signal: new AbortController().signal, onRequest: () => undefined };
  return (record.pages ??= Promise.all(
    samplePages().map(async (url): Promise<SearchPage> => {
      const { title, html } = await readPage(work, url);
      const { markdown: content } = await runTask('toMarkdown', { html, files: new Map() });
      return { title, url, content, provider: 'builtin', ...(url.endsWith('/news.html') && { kind: 'news' }) };
    }),
  ));
};

/** Returns all searchable pages. Converted pages replace built-in pages with the same URL. */
export const allPages = async (world: World): Promise<SearchPage[]> => {
  const crawled: SearchPage[] = [...world.records(siteRecords).values()]
    .flatMap((site) => [...site.values()])
    .map(({ title, url, content }) => ({ title, url, content, provider: 'crawled' }));
  const known = new Set(crawled.map(({ url }) => url));
  const builtIn = [...(await sample(world)), ...BUILT_IN].filter(({ url }) => !known.has(url));
  return [...crawled, ...builtIn];
};
