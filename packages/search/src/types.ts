import type { Open } from '@platform-sdk/core/contract';

/** Search, scrape and summarize; raw search results; or the content of given pages. */
export type Flow = 'agentic' | 'search_only' | 'scrap_only';

/** How a search is done. Further options are passed on as they are. */
export interface SearchParams {
  use_search?: boolean;
  /** Identifiers of search providers. */
  providers?: string[];
  /** Addresses of pages, http or https. */
  urls?: readonly string[];
  [option: string]: unknown;
}

/** What to search for, and how far to go. */
export type SearchInput =
  | {
      query: string;
      flow: 'agentic' | 'search_only';
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
  params?: Pick<SearchParams, 'use_search' | 'providers' | 'urls'>;
}

/** What a search answers, whatever its flow. */
export type SearchAnswer = AgenticResult | SearchOnlyResult | ScrapOnlyResult;

/** One message of a conversation. */
export interface Message {
  role: Open<'system' | 'user' | 'assistant'>;
  content: string;
}

/** What to answer. What is wanted (videos, the text of a page, news, anything else) is told by the last message of the user. */
export interface ChatInput {
  /** `agentic-search` by default. */
  model?: Open<'agentic-search'>;
  /** At least one. */
  messages: readonly Message[];
}

/** A request whose answer comes whole. */
export interface WholeBody {
  model: Open<'agentic-search'>;
  messages: readonly Message[];
  stream?: false;
}

/** A request whose answer comes as a stream. */
export interface StreamBody {
  model: Open<'agentic-search'>;
  messages: readonly Message[];
  stream: true;
}

/** What an answer used. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** The service's message. */
export interface Reply {
  role: Open<'assistant'>;
  content: string | null;
}

/** One answer to a request. */
export interface Choice {
  index: number;
  message: Reply;
  /** Null while the answer is incomplete. */
  finish_reason: Open<'stop' | 'length'> | null;
}

/** What an answer may have beside its text. */
export interface Findings {
  /** What the text refers to, as the service gives it. */
  citations?: unknown[];
  /** Videos, news and the like. */
  items?: unknown[];
  media?: Record<string, unknown>;
  /** What the search found. */
  search_results?: unknown[];
}

/** A whole answer, or what came of a streamed one. */
export interface Completion extends Findings {
  id: string;
  object: Open<'chat.completion'>;
  /** Unix time, in seconds. */
  created: number;
  model: string;
  choices: Choice[];
  usage?: Usage;
}

/** What an event adds to one answer. */
export interface ChunkChoice {
  index: number;
  delta: { role?: string; content?: string | null };
  finish_reason?: string | null;
}

/** One event of a stream. */
export interface CompletionChunk extends Findings {
  id?: string;
  object?: string;
  created?: number;
  model?: string;
  /** Empty in an event that only has findings or counts. */
  choices: ChunkChoice[];
  usage?: Usage | null;
}
