import { list, object, optional, string, type Schema } from '@platform-sdk/core/contract';
import type { AgenticResult, ScrapedPage, ScrapOnlyResult, SearchHit, SearchOnlyResult, SearchResults, Source } from './types.ts';

/** What each flow answers. */
export const outputs: { readonly [Name in keyof SearchResults]: Schema<SearchResults[Name]> } = {
  agentic: object<AgenticResult>({ answer: string, sources: list(object<Source>({ title: string, url: string })) }),
  search_only: object<SearchOnlyResult>({ results: list(object<SearchHit>({ title: string, url: string, snippet: string })) }),
  scrap_only: object<ScrapOnlyResult>({ results: list(object<ScrapedPage>({ url: string, content: string, title: optional(string) })) }),
};
