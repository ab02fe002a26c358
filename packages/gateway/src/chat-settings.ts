import type { LiteralUnion } from '@platform-sdk/core/contract';
import type { MessageContent, ToolCall } from '@platform-sdk/core/streams';
import type { REASONING_EFFORTS } from './values.ts';

/** One message of a conversation. */
export interface GatewayMessage {
  role: LiteralUnion<'system' | 'developer' | 'user' | 'assistant' | 'tool'>;
  /** A string, or an array of parts such as text and images. Undefined or null only in a reply without text, such as tool calls. */
  content?: MessageContent | null;
  /** The name of the participant. Default: none. */
  name?: string;
  /** The tool calls in a reply. Default: none. */
  tool_calls?: readonly ToolCall[] | null;
  /** The id of the tool call that a message of the role `tool` responds to. Default: none. */
  tool_call_id?: string;
}

/** A function that the model may call. */
export interface FunctionDefinition {
  /** The name: at most 64 letters, digits, underscores and dashes. */
  name: string;
  /** The purpose and use of the function. Default: none; the model infers it from the name. */
  description?: string;
  /** A JSON Schema of the arguments. Default: no arguments. */
  parameters?: Record<string, unknown>;
  /** True if the arguments must match the schema exactly. Default: false. */
  strict?: boolean | null;
}

/** A tool that the model may call. */
export interface ChatTool {
  type: LiteralUnion<'function' | 'custom'>;
  /** The function. Only for the type `function`. */
  function?: FunctionDefinition;
  /** The definition of a tool whose input is any text. Only for the type `custom`. */
  custom?: Record<string, unknown>;
}

/** A tool that the model must call. */
export interface ChatToolChoice {
  type: LiteralUnion<'function' | 'custom'>;
  /** The tool's name. Only for the type `function`. */
  function?: { name: string };
  /** The tool's name. Only for the type `custom`. */
  custom?: { name: string };
}

/** The format of a reply. */
export interface ResponseFormat {
  type: LiteralUnion<'text' | 'json_object' | 'json_schema'>;
  /** `name`, `schema` and `strict`. Only for the type `json_schema`. */
  json_schema?: Record<string, unknown>;
}

/** The settings of every request. Provider-specific settings are sent unchanged. */
export interface ChatSettings {
  /** The conversation: at least one message. */
  messages: readonly GatewayMessage[];
  /** The maximum length of the reply, in tokens. Default: the model's own limit. */
  max_tokens?: number;
  /** The maximum length of the reply with its reasoning, in tokens. Default: the model's own limit. */
  max_completion_tokens?: number;
  /** The randomness of the reply, from 0 to 2. Default: 1. */
  temperature?: number;
  /** Considers only the most likely tokens whose probabilities add up to this value, from 0 to 1. Default: the model's own. */
  top_p?: number;
  /** Lowers the probability of tokens the more often the text contains them. A value from -2 to 2. Default: 0. */
  frequency_penalty?: number;
  /** Lowers the probability of tokens that the text already contains. A value from -2 to 2. Default: 0. */
  presence_penalty?: number;
  /** Raises or lowers the probability of tokens: a value from -100 to 100 for each token id. Default: none. */
  logit_bias?: Record<string, number>;
  /** Returns the probabilities of the reply's tokens. Default: false. */
  logprobs?: boolean;
  /** The number of most likely tokens to return at each position, from 0 to 20. Requires `logprobs: true`. Default: 0. */
  top_logprobs?: number;
  /** The number of replies, from 1 to 128. Default: 1. */
  n?: number;
  /** Stop sequences: one string, or an array of at most 4. Default: none. */
  stop?: string | readonly string[];
  /** Requests with the same seed and input get replies that are as similar as the model can make them. Default: none. */
  seed?: number;
  /** Identifies the end user to the provider. Default: none. */
  user?: string;
  /** The tools that the model may call, at most 128. Default: none. */
  tools?: readonly ChatTool[];
  /** Allows, forbids or requires tool calls. Default: `auto` if `tools` is set. */
  tool_choice?: LiteralUnion<'none' | 'auto' | 'required'> | ChatToolChoice;
  /** Lets the model call several tools in one reply. Default: true. */
  parallel_tool_calls?: boolean;
  /** The format of the reply. Default: text. */
  response_format?: ResponseFormat;
  /** The effort of a reasoning model. Default: the model's own. */
  reasoning_effort?: LiteralUnion<(typeof REASONING_EFFORTS)[number]>;
  /** The kinds of replies, such as `['text', 'audio']`. Default: text. */
  modalities?: readonly string[];
  /** The voice and format of a spoken reply. Default: none. */
  audio?: Record<string, unknown>;
  /** Data that the provider stores with the request. Default: none. */
  metadata?: Record<string, string>;
}

/** The settings of a streamed request. */
export interface StreamSettings {
  /** Options of the stream. Default: the provider's own. */
  stream_options?: {
    /** Adds a last event that contains the usage and an empty `choices`. Default: false. */
    include_usage?: boolean;
  };
}
