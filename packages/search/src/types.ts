import type { LiteralUnion } from '@platform-sdk/core/contract';
import type { ChunkChoice, CompletionResult, MessageContent, Usage } from '@platform-sdk/core/streams';
import type { SEARCH_FLOWS } from './values.ts';

export type { Choice, ChunkChoice, ContentPart, MessageContent, Reply, ToolCall, Usage } from '@platform-sdk/core/streams';

/** The kind of search. `agentic` searches and summarizes, `search_only` returns results, and `scrap_only` returns the content of pages. */
export type SearchFlow = (typeof SEARCH_FLOWS)[number];

/** Options of a search. Undocumented options are sent unchanged. */
export interface SearchParams {
  /** `false` reads only the pages in `urls`. Default: true. */
  use_search?: boolean;
  /** The identifiers of search providers. Default: chosen by the service. */
  providers?: string[];
  /** The URLs of pages to read, `http` or `https`. Default: none. */
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

/** A request to read pages. */
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

/** The content of a page. */
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

/** The body of a search. */
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
  /** A string, or an array of parts such as text and images. Undefined or null only in a reply without text. */
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

/** A request for a plain response. */
export interface SearchChatBody {
  model: LiteralUnion<'agentic-search'>;
  messages: readonly SearchMessage[];
  /** False requests a plain response. Default: false. */
  stream?: false;
}

/** A request for a streamed response. */
export interface SearchChatStreamBody {
  model: LiteralUnion<'agentic-search'>;
  messages: readonly SearchMessage[];
  stream: true;
}

/** The findings that a response contains in addition to its text. */
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

/** A plain response, or the result that the events of a stream add up to. */
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
  /** The tokens used. Only one event of a stream contains the usage. */
  usage?: Usage | null;
}

/** The input of `search.chatStream`. */
export type SearchChatStreamInput = SearchChatInput;
