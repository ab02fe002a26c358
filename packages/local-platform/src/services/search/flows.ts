import type { AgenticResult, ScrapedPage, SearchBody, SearchOnlyResult, ScrapOnlyResult, SearchSource } from '@platform-sdk/search';
import { convertPage } from '../converter/conversion.ts';
import { wordsOf } from '../converter/failure.ts';
import type { World } from '../../world/state.ts';
import { allPages } from './pages.ts';
import type { SearchPage } from './search-page.ts';
import { bestSentence, hitOf, ranked } from './ranking.ts';

const MAX_RESULTS = 10;
const MAX_SOURCES = 3;

/** The input of a search. */
export interface Asked extends Pick<SearchBody, 'query' | 'params'> {
  readonly world: World;
  readonly signal: AbortSignal;
  /** Finds only pages of this kind. */
  readonly kind?: SearchPage['kind'];
}

/** Returns the best pages for a query. */
export const found = async ({ world, query, params = {}, kind }: Asked): Promise<SearchPage[]> => {
  const { use_search = true, providers = [] } = params;
  if (!use_search) return [];
  const pages = await allPages(world);
  // If no provider name is known, all pages are searched.
  const named = providers.filter((provider) => provider === 'builtin' || provider === 'crawled');
  const wanted = pages.filter(
    (page) => (named.length === 0 || named.includes(page.provider)) && (kind === undefined || page.kind === kind),
  );
  return ranked(wanted, query).slice(0, MAX_RESULTS);
};

export const searchOnly = async (asked: Asked): Promise<SearchOnlyResult> => ({
  results: (await found(asked)).map((page) => hitOf(page, asked.query)),
});

/** Reads the pages at the given URLs. The result of an unreadable page contains an error instead of content. */
export const scrapOnly = async (asked: Asked): Promise<ScrapOnlyResult> => ({
  results: (await read(asked)).map(({ url, title, content, error }): ScrapedPage & { error?: string } => ({
    url,
    content,
    ...(title !== undefined && { title }),
    ...(error !== undefined && { error }),
  })),
});

interface ReadPage {
  readonly url: string;
  readonly content: string;
  readonly title?: string;
  readonly error?: string;
}

/** Reads pages. The converter's rules for hosts apply. */
const read = ({ world, signal, params: { urls = [] } = {} }: Asked): Promise<ReadPage[]> =>
  Promise.all(
    urls.map(async (url): Promise<ReadPage> => {
      try {
        const conversion = convertPage({ world, signal, onRequest: () => undefined }, url, { downloadImages: false, frontMatter: false });
        let step = await conversion.next();
        while (!step.done) step = await conversion.next();
        const { title, content } = step.value;
        return { url, title, content };
      } catch (error) {
        signal.throwIfAborted();
        return { url, content: '', error: wordsOf(error).error };
      }
    }),
  );

/** Summarizes the best pages and the given URLs. The summary contains the best matching sentence of each page. */
export const agentic = async (asked: Asked): Promise<AgenticResult> => {
  const { query } = asked;
  const given = (await read(asked)).flatMap(({ url, title = url, content, error }): SearchPage[] =>
    error === undefined ? [{ url, title, content, provider: 'crawled' }] : [],
  );
  const known = new Set(given.map(({ url }) => url));
  const others = (await found(asked)).filter(({ url }) => !known.has(url));
  const pages = [...given, ...others].slice(0, Math.max(MAX_SOURCES, given.length));
  if (pages.length === 0) return { answer: `Nothing was found about "${query}".`, sources: [] };
  const answer = pages.map((page, index) => `${bestSentence(page, query)} [${index + 1}]`).join(' ');
  return { answer, sources: pages.map(({ title, url }): SearchSource => ({ title, url })) };
};
