import type { ChunkChoice, CompletionResult, MessageContent, Open, Usage } from '@platform-sdk/core/contract';

export type { Choice, ChunkChoice, ContentPart, MessageContent, Reply, ToolCall, Usage } from '@platform-sdk/core/contract';

/** Search, scrape and summarize; raw search results; or the content of given pages. */
export type Flow = 'agentic' | 'search_only' | 'scrap_only';

/** How a search is done. Further options are passed on as they are. */
export interface SearchParams {
  /** `false` reads only the given pages. Default: true. */
  use_search?: boolean;
  /** Identifiers of search providers. Default: the service's own choice. */
  providers?: string[];
  /** Addresses of pages, http or https. Default: none. */
  urls?: readonly string[];
  [option: string]: unknown;
}

/** What to search for, and how far to go. */
export type SearchInput =
  | {
      query: string;
      flow: 'agentic' | 'search_only';
      /** Default: the service's own settings. */
      params?: SearchParams;
    }
  | ScrapInput;

/** Which pages to read. */
export interface ScrapInput {
  /** May be empty. */
  query: string;
  flow: 'scrap_only';
  /** At least one of `urls`. */
  params: SearchParams & { urls: readonly string[] };
}

/** Where an answer comes from. */
export interface Source {
  title: string;
  url: string;
}

/** An answer in words. */
export interface AgenticResult {
  answer: string;
  sources: Source[];
}

/** One page that was found. */
export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

/** The pages that were found. */
export interface SearchOnlyResult {
  results: SearchHit[];
}

/** One page that was read. */
export interface ScrapedPage {
  url: string;
  content: string;
  /** Absent where the page has none. */
  title?: string;
}

/** The pages that were read. */
export interface ScrapOnlyResult {
  results: ScrapedPage[];
}

/** The result of each flow. */
export interface SearchResults {
  agentic: AgenticResult;
  search_only: SearchOnlyResult;
  scrap_only: ScrapOnlyResult;
}

/** A search as it travels. */
export interface SearchBody {
  query: string;
  flow: Flow;
  /** Default: the service's own settings. */
  params?: Pick<SearchParams, 'use_search' | 'providers' | 'urls'>;
}

/** What a search answers, whatever its flow. */
export type SearchAnswer = AgenticResult | SearchOnlyResult | ScrapOnlyResult;

/** One message of a conversation. */
export interface Message {
  role: Open<'system' | 'user' | 'assistant'>;
  /** A text, or parts such as texts and images. Absent or null only in a reply without text. */
  content?: MessageContent | null;
  /** The name of the participant. Default: none. */
  name?: string;
}

/** What to answer. What is wanted (videos, the text of a page, news, anything else) is told by the last message of the user. */
export interface ChatInput {
  /** Default: `agentic-search`. */
  model?: Open<'agentic-search'>;
  /** At least one. */
  messages: readonly Message[];
}

/** A request whose response comes whole. */
export interface WholeBody {
  model: Open<'agentic-search'>;
  messages: readonly Message[];
  /** Default: false. */
  stream?: false;
}

/** A request whose response comes as a stream. */
export interface StreamBody {
  model: Open<'agentic-search'>;
  messages: readonly Message[];
  stream: true;
}

/** The findings of a response beside its text. Each is absent or null where the search found none. */
export interface Findings {
  /** The sources of the text, as the service gives them. */
  citations?: unknown[] | null;
  /** Videos, news and the like. */
  items?: unknown[] | null;
  /** Media by their kind, such as `videos`. */
  media?: Record<string, unknown> | null;
  /** The results of the search. */
  search_results?: unknown[] | null;
}

/** A whole response, or the sum of a streamed one. */
export interface Completion extends CompletionResult, Findings {}

/** One event of a stream. */
export interface CompletionChunk extends Findings {
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
