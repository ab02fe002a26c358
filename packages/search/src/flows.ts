import { array, object, optional, string, type Schema } from '@platform-sdk/core/contract';
import type {
  AgenticResult,
  ScrapedPage,
  ScrapOnlyResult,
  SearchHit,
  SearchOnlyResult,
  SearchResultByFlow,
  SearchSource,
} from './types.ts';

export const outputs: { readonly [Name in keyof SearchResultByFlow]: Schema<SearchResultByFlow[Name]> } = {
  agentic: object<AgenticResult>({ answer: string, sources: array(object<SearchSource>({ title: string, url: string })) }),
  search_only: object<SearchOnlyResult>({ results: array(object<SearchHit>({ title: string, url: string, snippet: string })) }),
  scrap_only: object<ScrapOnlyResult>({ results: array(object<ScrapedPage>({ url: string, content: string, title: optional(string) })) }),
};
