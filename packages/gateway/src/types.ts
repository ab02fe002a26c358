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
  /** The number of results, at least 1. Default: chosen by the agent. */
  max_results?: number;
  /** The kind of search. Default: chosen by the agent. */
  search_type?: LiteralUnion<'web'>;
}

/** The settings of the model `scrap-engine`. */
export interface ScrapEngineConfig {
  /** The format of the content. Default: chosen by the agent. */
  format?: LiteralUnion<'markdown'>;
  /** Also returns the links of the page. Default: chosen by the agent. */
  extract_links?: boolean;
}

/** A request to a model that the caller names. */
export interface ModelChatInput extends ChatSettings {
  /** The model's identifier, such as `provider/model`. */
  model: string;
  /** Always undefined, because only the model `auto` has a strategy. */
  strategy?: never;
  /** Always undefined, because only agent models have this setting. */
  agent_config?: never;
}

/** A request for which the gateway chooses the model. `parseRouting` returns the choice. */
export interface AutoChatInput extends ChatSettings {
  model: 'auto';
  /** The strategy by which the gateway chooses. Default: `best`. */
  strategy?: RoutingStrategy;
  /** Always undefined, because only agent models have this setting. */
  agent_config?: never;
}

/** A request for a web search. The query is the content of the message. */
export interface SearchEngineInput extends ChatSettings {
  model: 'search-engine';
  /** The settings of the search. Default: the agent's own settings. */
  agent_config?: SearchEngineConfig;
  /** Always undefined, because only the model `auto` has a strategy. */
  strategy?: never;
}

/** A request to read a web page. The URL of the page is the content of the message. */
export interface ScrapEngineInput extends ChatSettings {
  model: 'scrap-engine';
  /** The settings of the scraper. Default: the agent's own settings. */
  agent_config?: ScrapEngineConfig;
  /** Always undefined, because only the model `auto` has a strategy. */
  strategy?: never;
}

/** A conversation, and the model that replies to it. */
export type GatewayChatInput = ModelChatInput | AutoChatInput | SearchEngineInput | ScrapEngineInput;

/** A request for a stream. */
export type GatewayChatStreamInput = GatewayChatInput & StreamSettings;

/** The body of a request for any model. */
export interface GatewayBody extends ChatSettings {
  /** A model's identifier. `auto`, `search-engine` and `scrap-engine` have separate input types. */
  model: string;
  /** The strategy of `auto`. Default: `best`. */
  strategy?: RoutingStrategy;
  /** The settings of an agent model. Default: the agent's own settings. */
  agent_config?: SearchEngineConfig & ScrapEngineConfig;
}

/** The body of a request for a plain response. */
export interface GatewayChatBody extends GatewayBody {
  /** False requests a plain response. Default: false. */
  stream?: false;
}

/** The body of a request for a streamed response. */
export interface GatewayChatStreamBody extends GatewayBody, StreamSettings {
  stream: true;
}

/** A plain response, or the result that the events of a stream add up to. */
export interface GatewayChatResult extends CompletionResult {}

/** One event of a stream. */
export interface GatewayChatChunk {
  /** The id of the response. Some providers send the id only once. */
  id?: string;
  /** The type of object. Some providers send the type only once. */
  object?: string;
  /** The Unix time of the response, in seconds. Some providers send the time only once. */
  created?: number;
  /** The model. Some providers send the model only once. */
  model?: string;
  /** The next piece of each reply. Empty if the event contains only the usage or a content filter. */
  choices: ChunkChoice[];
  /** The tokens used. Only one event of a stream contains the usage. */
  usage?: Usage | null;
}
