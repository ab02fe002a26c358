import type { Open } from '@platform-sdk/core/contract';

/** One message of a conversation. */
export interface Message {
  role: Open<'system' | 'user' | 'assistant'>;
  /** Null only in a reply that has no text, such as one of tool calls. */
  content: string | null;
}

/** How `auto` chooses a model: the most capable, the least expensive, or the quickest. */
export type Strategy = 'best' | 'cheapest' | 'fastest';

/** What `search-engine` is told. */
export interface SearchConfig {
  max_results?: number;
  search_type?: Open<'web'>;
}

/** What `scrap-engine` is told. */
export interface ScrapConfig {
  format?: Open<'markdown'>;
  extract_links?: boolean;
}

/** What every request has. */
export interface ChatSettings {
  /** At least one. */
  messages: readonly Message[];
  /** The longest answer, in tokens; the model's own limit by default. */
  max_tokens?: number;
  /** From 0 to 2; 1 by default. */
  temperature?: number;
  /** From 0 to 1. */
  top_p?: number;
}

/** A request to one model. */
export interface ModelRequest extends ChatSettings {
  /** A provider-qualified identifier, such as `provider/model`. */
  model: string;
  strategy?: never;
  agent_config?: never;
}

/** A request whose model the gateway chooses; `routingOf` tells which it was. */
export interface AutoRequest extends ChatSettings {
  model: 'auto';
  strategy?: Strategy;
  agent_config?: never;
}

/** A web search: the query is the content of the message. */
export interface SearchRequest extends ChatSettings {
  model: 'search-engine';
  agent_config?: SearchConfig;
  strategy?: never;
}

/** A page to read: its URL is the content of the message. */
export interface ScrapRequest extends ChatSettings {
  model: 'scrap-engine';
  agent_config?: ScrapConfig;
  strategy?: never;
}

/** What to ask, and of whom. */
export type ChatRequest = ModelRequest | AutoRequest | SearchRequest | ScrapRequest;

/** The body of a request, whichever model it is for. */
export interface ChatBody {
  /** A model's identifier; `auto`, `search-engine` and `scrap-engine` have inputs of their own. */
  model: string;
  /** At least one. */
  messages: readonly Message[];
  /** The longest answer, in tokens; the model's own limit by default. */
  max_tokens?: number;
  /** From 0 to 2; 1 by default. */
  temperature?: number;
  /** From 0 to 1. */
  top_p?: number;
  /** Only for `auto`. */
  strategy?: Strategy;
  /** Only for agent models. */
  agent_config?: SearchConfig & ScrapConfig;
}

/** The body of a request whose answer comes whole. */
export interface WholeBody extends ChatBody {
  stream?: false;
}

/** The body of a request whose answer comes as a stream. */
export interface StreamBody extends ChatBody {
  stream: true;
}

/** What an answer used. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** A model's message. */
export interface Reply extends Message {
  /** As the provider gives them. */
  tool_calls?: Record<string, unknown>[];
}

/** One answer to a request. */
export interface Choice {
  index: number;
  message: Reply;
  /** Null while the answer is incomplete. */
  finish_reason: Open<'stop' | 'length'> | null;
}

/** A whole answer, or what came of a streamed one. */
export interface Completion {
  id: string;
  object: Open<'chat.completion'>;
  /** Unix time, in seconds. */
  created: number;
  /** The model that answered. */
  model: string;
  choices: Choice[];
  /** A stream may end without it. */
  usage?: Usage;
}

/** What an event adds to a message. */
export interface Delta {
  role?: string;
  content?: string | null;
  /** Parts of tool calls, by their `index`. */
  tool_calls?: Record<string, unknown>[];
}

/** What an event adds to one answer. */
export interface ChunkChoice {
  index: number;
  delta: Delta;
  finish_reason?: string | null;
}

/** One event of a stream. */
export interface CompletionChunk {
  id?: string;
  object?: string;
  created?: number;
  model?: string;
  /** Empty in an event that only counts. */
  choices: ChunkChoice[];
  usage?: Usage | null;
}
