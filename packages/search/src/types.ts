import type { LiteralUnion } from '@platform-sdk/core/contract';
import type { ChunkChoice, CompletionResult, MessageContent, Usage } from '@platform-sdk/core/streams';
import type { SEARCH_FLOWS } from './values.ts';

export type { Choice, ChunkChoice, ContentPart, MessageContent, Reply, ToolCall, Usage } from '@platform-sdk/core/streams';

/** Search, scrape and summarize; raw search results; or the content of given pages. */
export type SearchFlow = (typeof SEARCH_FLOWS)[number];

/** Options of a search. Further options are passed on unchanged. */
export interface SearchParams {
  /** `false` reads only the given pages. Default: true. */
  use_search?: boolean;
  /** Identifiers of search providers. Default: the service's own choice. */
  providers?: string[];
  /** Addresses of pages, http or https. Default: none. */
  urls?: readonly string[];
  [option: string]: unknown;
}

/** A query, and the flow that handles it. */
export type SearchInput =
  | {
      query: string;
      flow: 'agentic' | 'search_only';
      /** Options of the search. Default: the service's own settings. */
      params?: SearchParams;
    }
  | SearchScrapInput;

/** Pages to read. */
export interface SearchScrapInput {
  /** May be empty. */
  query: string;
  flow: 'scrap_only';
  /** At least one of `urls`. */
  params: SearchParams & { urls: readonly string[] };
}

/** A source of an agentic result. */
export interface SearchSource {
  title: string;
  url: string;
}

/** A text, with its sources. */
export interface AgenticResult {
  answer: string;
  sources: SearchSource[];
}

/** One search result. */
export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

/** The search results. */
export interface SearchOnlyResult {
  results: SearchHit[];
}

/** One page that was read. */
export interface ScrapedPage {
  url: string;
  content: string;
  /** The title of the page. Absent when the page has none. */
  title?: string;
}

/** The pages that were read. */
export interface ScrapOnlyResult {
  results: ScrapedPage[];
}

/** The result of each flow. */
export interface SearchResultByFlow {
  agentic: AgenticResult;
  search_only: SearchOnlyResult;
  scrap_only: ScrapOnlyResult;
}

/** A search as it is sent. */
export interface SearchBody {
  query: string;
  flow: SearchFlow;
  /** Options of the search. Default: the service's own settings. */
  params?: Pick<SearchParams, 'use_search' | 'providers' | 'urls'>;
}

/** The result of a search of any flow. */
export type SearchResult = AgenticResult | SearchOnlyResult | ScrapOnlyResult;

/** One message of a conversation. */
export interface SearchMessage {
  role: LiteralUnion<'system' | 'user' | 'assistant'>;
  /** A text, or parts such as texts and images. Absent or null only in a reply without text. */
  content?: MessageContent | null;
  /** The name of the participant. Default: none. */
  name?: string;
}

/** A conversation. Its last user message decides the kind of search: videos, the text of a page, news or anything else. */
export interface SearchChatInput {
  /** The model. Default: `agentic-search`. */
  model?: LiteralUnion<'agentic-search'>;
  /** At least one. */
  messages: readonly SearchMessage[];
}

/** A request for a whole response. */
export interface SearchChatBody {
  model: LiteralUnion<'agentic-search'>;
  messages: readonly SearchMessage[];
  /** False for a whole response. Default: false. */
  stream?: false;
}

/** A request for a streamed response. */
export interface SearchChatStreamBody {
  model: LiteralUnion<'agentic-search'>;
  messages: readonly SearchMessage[];
  stream: true;
}

/** The findings of a response in addition to its text. */
export interface SearchFindings {
  /** The sources of the text, in the service's form. Absent or null without any. */
  citations?: unknown[] | null;
  /** Videos, news and the like. Absent or null without any. */
  items?: unknown[] | null;
  /** Media by their kind, such as `videos`. Absent or null without any. */
  media?: Record<string, unknown> | null;
  /** The results of the search. Absent or null without any. */
  search_results?: unknown[] | null;
}

/** A whole response, or the sum of a streamed one. */
export interface SearchChatResult extends CompletionResult, SearchFindings {}

/** One event of a stream. */
export interface SearchChatChunk extends SearchFindings {
  /** Absent in events of services that name the response only once. */
  id?: string;
  /** Absent in events of services that name the form only once. */
  object?: string;
  /** Unix time, in seconds. Absent in events of services that send it only once. */
  created?: number;
  /** Absent in events of services that name the model only once. */
  model?: string;
  /** Empty in an event that only has findings or counts. */
  choices: ChunkChoice[];
  /** Absent or null in all events but the one that counts. */
  usage?: Usage | null;
}

/** The input of `search.chatStream`. */
export type SearchChatStreamInput = SearchChatInput;
