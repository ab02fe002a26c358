import type { ChunkChoice, CompletionResult, Open, Usage } from '@platform-sdk/core/contract';
import type { ChatSettings, StreamSettings } from './chat-settings.ts';

export type {
  Choice,
  ChunkChoice,
  ContentPart,
  CustomCall,
  Delta,
  FunctionCall,
  ImageAddress,
  InputAudio,
  InputFile,
  MessageContent,
  Reply,
  ToolCall,
  Usage,
} from '@platform-sdk/core/contract';

/** How `auto` chooses a model: the most capable, the least expensive, or the quickest. */
export type Strategy = 'best' | 'cheapest' | 'fastest';

/** The settings of the model `search-engine`. */
export interface SearchConfig {
  /** At least 1. Default: the agent's own number. */
  max_results?: number;
  /** Default: the agent's own choice. */
  search_type?: Open<'web'>;
}

/** The settings of the model `scrap-engine`. */
export interface ScrapConfig {
  /** Default: the agent's own choice. */
  format?: Open<'markdown'>;
  /** Default: the agent's own choice. */
  extract_links?: boolean;
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
  /** Default: `best`. */
  strategy?: Strategy;
  agent_config?: never;
}

/** A web search: the query is the content of the message. */
export interface SearchRequest extends ChatSettings {
  model: 'search-engine';
  /** Default: the agent's own settings. */
  agent_config?: SearchConfig;
  strategy?: never;
}

/** A page to read: its URL is the content of the message. */
export interface ScrapRequest extends ChatSettings {
  model: 'scrap-engine';
  /** Default: the agent's own settings. */
  agent_config?: ScrapConfig;
  strategy?: never;
}

/** A conversation, and the model that continues it. */
export type ChatRequest = ModelRequest | AutoRequest | SearchRequest | ScrapRequest;

/** A request for a stream. */
export type StreamRequest = ChatRequest & StreamSettings;

/** The body of a request, whichever model it is for. */
export interface ChatBody extends ChatSettings {
  /** A model's identifier; `auto`, `search-engine` and `scrap-engine` have inputs of their own. */
  model: string;
  /** Only for `auto`. Default: `best`. */
  strategy?: Strategy;
  /** Only for agent models. Default: the agent's own settings. */
  agent_config?: SearchConfig & ScrapConfig;
}

/** The body of a request whose response comes whole. */
export interface WholeBody extends ChatBody {
  /** Default: false. */
  stream?: false;
}

/** The body of a request whose response comes as a stream. */
export interface StreamBody extends ChatBody, StreamSettings {
  stream: true;
}

/** A whole response, or the sum of a streamed one. */
export interface Completion extends CompletionResult {}

/** One event of a stream. */
export interface CompletionChunk {
  /** Absent in events of providers that name the response only once. */
  id?: string;
  /** Absent in events of providers that name the form only once. */
  object?: string;
  /** Unix time, in seconds. Absent in events of providers that send it only once. */
  created?: number;
  /** Absent in events of providers that name the model only once. */
  model?: string;
  /** Empty in an event that only counts, or only tells of a filter. */
  choices: ChunkChoice[];
  /** Absent or null in all events but the one that counts. */
  usage?: Usage | null;
}
