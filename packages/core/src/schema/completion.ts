import { messageContent, type ContentPart } from './message-content.ts';
import {
  unknown,
  either,
  integer,
  array,
  nullable,
  object,
  openEnum,
  optional,
  record,
  string,
  type Fields,
  type LiteralUnion,
  type Schema,
} from './schema.ts';

/** A function that the model calls. */
export interface FunctionCall {
  name: string;
  /** The arguments as JSON, which the model may have written incorrectly. */
  arguments: string;
}

/** A call of a custom tool, whose input is free text. */
export interface CustomCall {
  name: string;
  input: string;
}

/** A call of a tool. The application replies with a message of the role `tool`. */
export interface ToolCall {
  /** The `tool_call_id` of the message that replies to the call. */
  id: string;
  /** Default: `function`. */
  type?: LiteralUnion<'function' | 'custom'> | null;
  /** The function, if `type` is `function`. Absent in other calls. */
  function?: FunctionCall;
  /** The custom tool, if `type` is `custom`. Absent in other calls. */
  custom?: CustomCall;
  /** The position among the calls of a streamed reply. Absent in a reply that was not streamed. */
  index?: number;
}

/** A message of a model. Additional members that a provider sends are kept. */
export interface Reply {
  role: LiteralUnion<'assistant'>;
  /** A string or a list of parts. Null or absent in a reply without text, such as a reply of tool calls. */
  content?: string | ContentPart[] | null;
  /** Absent, null or empty if the model calls no tool. */
  tool_calls?: ToolCall[] | null;
  /** The reason why the model declines the request. Absent or null if it does not decline. */
  refusal?: string | null;
  /** The model's reasoning, as DeepSeek and others send it. Absent or null without reasoning. */
  reasoning_content?: string | null;
  /** Citations of a web search, and similar data. Absent or null without citations. */
  annotations?: unknown[] | null;
  /** A spoken reply. Absent or null in a reply without audio. */
  audio?: Record<string, unknown> | null;
}

/** One of the replies to a request. */
export interface Choice {
  index: number;
  message: Reply;
  /** Null while the reply is incomplete. */
  finish_reason: LiteralUnion<'stop' | 'length' | 'tool_calls' | 'content_filter'> | null;
  /** The probabilities of tokens. Absent or null unless requested. */
  logprobs?: Record<string, unknown> | null;
}

/** The tokens of a request and its replies. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** Details such as `cached_tokens`. Absent or null if the provider does not send this value. */
  prompt_tokens_details?: Record<string, unknown> | null;
  /** Details such as `reasoning_tokens`. Absent or null if the provider does not send this value. */
  completion_tokens_details?: Record<string, unknown> | null;
}

/** A complete response of a model, or the combined events of a streamed response. */
export interface CompletionResult {
  id: string;
  object: LiteralUnion<'chat.completion'>;
  /** Unix time, in seconds. */
  created: number;
  /** The model that responded. */
  model: string;
  /** At least one choice. */
  choices: Choice[];
  /** Absent or null in a stream without usage. */
  usage?: Usage | null;
  /** The provider's configuration. Absent or null if the provider does not send this value. */
  system_fingerprint?: string | null;
  /** The provider's service tier. Absent or null if the provider does not send this value. */
  service_tier?: string | null;
}

/** The members that an event adds to a reply. */
export interface Delta {
  /** Usually sent only in the first event of a choice. */
  role?: string | null;
  /** A piece of the text, or parts. Absent or null in an event without text. */
  content?: string | ContentPart[] | null;
  /** Pieces of tool calls, by their `index`. Absent or null without tool calls. */
  tool_calls?: Record<string, unknown>[] | null;
  /** A piece of the text of `refusal`. Absent or null in other events. */
  refusal?: string | null;
  /** A piece of the reasoning. Absent or null without reasoning. */
  reasoning_content?: string | null;
}

/** The part of an event that belongs to one choice. */
export interface ChunkChoice {
  index: number;
  delta: Delta;
  /** Absent or null before the end of the reply. */
  finish_reason?: string | null;
  /** The probabilities of tokens. Absent or null unless requested. */
  logprobs?: Record<string, unknown> | null;
}

/** Some providers send the arguments of a call as an object instead of a string. */
const callArguments = either(string, record(unknown)) as object as Schema<string>;

/** The tool calls of a message. */
export const toolCalls: Schema<ToolCall[]> = array(
  object<ToolCall>({
    id: string,
    type: optional(nullable(openEnum('function', 'custom'))),
    function: optional(object<FunctionCall>({ name: string, arguments: callArguments })),
    custom: optional(object<CustomCall>({ name: string, input: string })),
    index: optional(integer()),
  }),
);

const maybeText = optional(nullable(string));
const maybeMembers = optional(nullable(record(unknown)));

/** The fields of a completion, in the form that OpenAI introduced. Additional members that a provider sends are kept. */
export const completionFields: Fields<CompletionResult> = {
  id: string,
  object: openEnum('chat.completion'),
  created: integer(),
  model: string,
  choices: array(
    object<Choice>({
      index: integer(),
      message: object<Reply>({
        role: openEnum('assistant'),
        content: optional(messageContent) as object as Schema<Reply['content']>,
        tool_calls: optional(nullable(toolCalls)),
        refusal: maybeText,
        reasoning_content: maybeText,
        annotations: optional(nullable(array(unknown))),
        audio: maybeMembers,
      }),
      finish_reason: nullable(openEnum('stop', 'length', 'tool_calls', 'content_filter')),
      logprobs: maybeMembers,
    }),
  ),
  usage: optional(
    nullable(
      object<Usage>({
        prompt_tokens: integer(),
        completion_tokens: integer(),
        total_tokens: integer(),
        prompt_tokens_details: maybeMembers,
        completion_tokens_details: maybeMembers,
      }),
    ),
  ),
  system_fingerprint: maybeText,
  service_tier: maybeText,
};

/** Returns the problem of a completion without choices; undefined if it has choices. */
export const verifyChoices = ({ choices }: { readonly choices?: unknown }): string | undefined =>
  Array.isArray(choices) && choices.length > 0 ? undefined : 'it has no choices';
