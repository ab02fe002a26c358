import type { LiteralUnion } from '@platform-sdk/core/contract';
import type { ChunkChoice, CompletionResult, MessageContent, Usage } from '@platform-sdk/core/streams';
import type { SEARCH_FLOWS } from './values.ts';

export type { Choice, ChunkChoice, ContentPart, MessageContent, Reply, ToolCall, Usage } from '@platform-sdk/core/streams';

/** `agentic` searches, reads and summarizes; `search_only` returns raw results; `scrap_only` returns the content of given pages. */
export type SearchFlow = (typeof SEARCH_FLOWS)[number];

/** Options of a search. Other options are passed on unchanged. */
export interface SearchParams {
  /** `false` reads only the given pages. Default: true. */
  use_search?: boolean;
  /** The identifiers of search providers. Default: chosen by the service. */
  providers?: string[];
  /** The URLs of pages, `http` or `https`. Default: none. */
  urls?: readonly string[];
  [option: string]: unknown;
}

/** A query, and the flow that handles it. */
export type SearchInput =
  | {
      query: string;
      flow: 'agentic' | 'search_only';
      /** Options of the search. Default: chosen by the service. */
      params?: SearchParams;
    }
  | SearchScrapInput;

/** Pages to read. */
export interface SearchScrapInput {
  /** The query, which may be empty. */
  query: string;
  flow: 'scrap_only';
  /** Options of the search. `urls` contains at least one URL. */
  params: SearchParams & { urls: readonly string[] };
}

/** A source of an agentic result. */
export interface SearchSource {
  title: string;
  url: string;
}

/** A summary with its sources. */
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
  /** The title of the page. */
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
  /** Options of the search. Default: chosen by the service. */
  params?: Pick<SearchParams, 'use_search' | 'providers' | 'urls'>;
}

/** The result of a search of any flow. */
export type SearchResult = AgenticResult | SearchOnlyResult | ScrapOnlyResult;

/** One message of a conversation. */
export interface SearchMessage {
  role: LiteralUnion<'system' | 'user' | 'assistant'>;
  /** A string, or parts such as texts and images. Undefined or null only in a reply without text. */
  content?: MessageContent | null;
  /** The name of the participant. Default: none. */
  name?: string;
}

/** A conversation. The last user message determines the kind of search: videos, the text of a page, news or anything else. */
export interface SearchChatInput {
  /** The model. Default: `agentic-search`. */
  model?: LiteralUnion<'agentic-search'>;
  /** The conversation: at least one message. */
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
  /** The sources of the text, in the service's format. */
  citations?: unknown[] | null;
  /** Items such as videos and news. */
  items?: unknown[] | null;
  /** Media by their kind, such as `videos`. */
  media?: Record<string, unknown> | null;
  /** The results of the search. */
  search_results?: unknown[] | null;
}

/** A whole response, or the sum of a streamed response. */
export interface SearchChatResult extends CompletionResult, SearchFindings {}

/** One event of a stream. */
export interface SearchChatChunk extends SearchFindings {
  /** The id of the response. Some services send the id only once. */
  id?: string;
  /** The type of object. Some services send the type only once. */
  object?: string;
  /** The Unix time of the response, in seconds. Some services send the time only once. */
  created?: number;
  /** The model. Some services send the model only once. */
  model?: string;
  /** The pieces of the replies. Empty in an event with only findings or the usage. */
  choices: ChunkChoice[];
  /** The usage. Only one event contains the usage. */
  usage?: Usage | null;
}

/** The input of `search.chatStream`. */
export type SearchChatStreamInput = SearchChatInput;
