import type { LiteralUnion } from '@platform-sdk/core/contract';
import type { ChunkChoice, CompletionResult, Usage } from '@platform-sdk/core/streams';
import type { ChatSettings, StreamSettings } from './chat-settings.ts';
import type { ROUTING_STRATEGIES } from './values.ts';

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
} from '@platform-sdk/core/streams';

/** The strategy by which `auto` chooses a model: the most capable, the least expensive, or the quickest. */
export type RoutingStrategy = (typeof ROUTING_STRATEGIES)[number];

/** The settings of the model `search-engine`. */
export interface SearchEngineConfig {
  /** The number of results, at least 1. Default: the agent's own number. */
  max_results?: number;
  /** The kind of search. Default: the agent's own choice. */
  search_type?: LiteralUnion<'web'>;
}

/** The settings of the model `scrap-engine`. */
export interface ScrapEngineConfig {
  /** The form of the content. Default: the agent's own choice. */
  format?: LiteralUnion<'markdown'>;
  /** Also returns the links of the page. Default: the agent's own choice. */
  extract_links?: boolean;
}

/** A request to one model. */
export interface ModelChatInput extends ChatSettings {
  /** A provider-qualified identifier, such as `provider/model`. */
  model: string;
  /** Only for `auto`; always absent here. */
  strategy?: never;
  /** Only for agent models; always absent here. */
  agent_config?: never;
}

/** A request whose model the gateway chooses; `parseRouting` returns the choice. */
export interface AutoChatInput extends ChatSettings {
  model: 'auto';
  /** The strategy of the choice. Default: `best`. */
  strategy?: RoutingStrategy;
  /** Only for agent models; always absent here. */
  agent_config?: never;
}

/** A web search: the query is the content of the message. */
export interface SearchEngineInput extends ChatSettings {
  model: 'search-engine';
  /** The settings of the search. Default: the agent's own settings. */
  agent_config?: SearchEngineConfig;
  /** Only for `auto`; always absent here. */
  strategy?: never;
}

/** A page to read: its URL is the content of the message. */
export interface ScrapEngineInput extends ChatSettings {
  model: 'scrap-engine';
  /** The settings of the scraper. Default: the agent's own settings. */
  agent_config?: ScrapEngineConfig;
  /** Only for `auto`; always absent here. */
  strategy?: never;
}

/** A conversation, and the model that continues it. */
export type GatewayChatInput = ModelChatInput | AutoChatInput | SearchEngineInput | ScrapEngineInput;

/** A request for a stream. */
export type GatewayChatStreamInput = GatewayChatInput & StreamSettings;

/** The body of a request for any model. */
export interface GatewayBody extends ChatSettings {
  /** A model's identifier; `auto`, `search-engine` and `scrap-engine` have inputs of their own. */
  model: string;
  /** The strategy of `auto`. Default: `best`; absent for other models. */
  strategy?: RoutingStrategy;
  /** The settings of an agent model. Default: the agent's own settings; absent for other models. */
  agent_config?: SearchEngineConfig & ScrapEngineConfig;
}

/** The body of a request for a whole response. */
export interface GatewayChatBody extends GatewayBody {
  /** False for a whole response. Default: false. */
  stream?: false;
}

/** The body of a request for a streamed response. */
export interface GatewayChatStreamBody extends GatewayBody, StreamSettings {
  stream: true;
}

/** A whole response, or the sum of a streamed one. */
export interface GatewayChatResult extends CompletionResult {}

/** One event of a stream. */
export interface GatewayChatChunk {
  /** Absent in events of providers that name the response only once. */
  id?: string;
  /** Absent in events of providers that name the form only once. */
  object?: string;
  /** Unix time, in seconds. Absent in events of providers that send it only once. */
  created?: number;
  /** Absent in events of providers that name the model only once. */
  model?: string;
  /** Empty in an event that only counts, or only reports a filter. */
  choices: ChunkChoice[];
  /** Absent or null in all events but the one that counts. */
  usage?: Usage | null;
}
