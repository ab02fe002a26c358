import {
  unknown,
  boolean,
  either,
  nonEmptyString,
  integer,
  array,
  arrayUpTo,
  nullable,
  number,
  object,
  enumOf,
  openEnum,
  optional,
  record,
  string,
  text,
  type Confidence,
  type Fields,
  type Schema,
} from '@platform-sdk/core/contract';
import { messageContent, toolCalls, type ToolCall } from '@platform-sdk/core/streams';
import type { FunctionDefinition, GatewayMessage, ChatToolChoice, ResponseFormat, StreamSettings, ChatTool } from './chat-settings.ts';
import type { GatewayBody, ScrapEngineConfig, SearchEngineConfig } from './types.ts';
import { REASONING_EFFORTS, ROUTING_STRATEGIES } from './values.ts';

/** OpenAI's documented maximum numbers of stop sequences and of tools. */
const MAX_STOPS = 4;
const MAX_TOOLS = 128;

const penalty = optional(number({ minimum: -2, maximum: 2 }));
const atLeastOne = optional(integer({ minimum: 1 }));
const members = record(unknown);
const named = optional(object<{ name: string }>({ name: nonEmptyString }));
const toolType = openEnum('function', 'custom');

const message = object<GatewayMessage>({
  role: openEnum('system', 'developer', 'user', 'assistant', 'tool'),
  content: optional(messageContent),
  name: optional(string),
  tool_calls: optional(nullable(toolCalls)) as object as Schema<readonly ToolCall[] | null | undefined>,
  tool_call_id: optional(string),
});

const tool = object<ChatTool>({
  type: toolType,
  function: optional(
    object<FunctionDefinition>({
      name: text({ pattern: /^[\w-]{1,64}$/, message: 'must be 1 to 64 letters, digits, underscores and dashes' }),
      description: optional(string),
      parameters: optional(members),
      strict: optional(nullable(boolean)),
    }),
  ),
  custom: optional(members),
});

/** The fields of a body for any model. */
export const bodyFields: Fields<GatewayBody> = {
  model: nonEmptyString,
  messages: array(message),
  max_tokens: atLeastOne,
  max_completion_tokens: atLeastOne,
  temperature: optional(number({ minimum: 0, maximum: 2 })),
  top_p: optional(number({ minimum: 0, maximum: 1 })),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  logit_bias: optional(record(number({ minimum: -100, maximum: 100 }))),
  logprobs: optional(boolean),
  top_logprobs: optional(integer({ minimum: 0, maximum: 20 })),
  n: optional(integer({ minimum: 1, maximum: 128 })),
  stop: optional(either(string, arrayUpTo<string, readonly string[]>(MAX_STOPS, string))),
  seed: optional(integer()),
  user: optional(string),
  tools: optional(arrayUpTo<ChatTool, readonly ChatTool[]>(MAX_TOOLS, tool)),
  tool_choice: optional(
    either(openEnum('none', 'auto', 'required'), object<ChatToolChoice>({ type: toolType, function: named, custom: named })),
  ),
  parallel_tool_calls: optional(boolean),
  response_format: optional(
    object<ResponseFormat>({ type: openEnum('text', 'json_object', 'json_schema'), json_schema: optional(members) }),
  ),
  reasoning_effort: optional(openEnum(...REASONING_EFFORTS)),
  modalities: optional(array<string, readonly string[]>(string)),
  audio: optional(members),
  metadata: optional(record(string)),
  strategy: optional(enumOf(...ROUTING_STRATEGIES)),
  agent_config: optional(
    object<SearchEngineConfig & ScrapEngineConfig>({
      max_results: atLeastOne,
      search_type: optional(openEnum('web')),
      format: optional(openEnum('markdown')),
      extract_links: optional(boolean),
    }),
  ),
};

export const streamFields: Fields<StreamSettings> = {
  stream_options: optional(object<NonNullable<StreamSettings['stream_options']>>({ include_usage: optional(boolean) })),
};

/** The paths of fields that OpenAI documents and the API specification does not. A path includes all fields below it. */
const CONVENTIONS =
  'messages.content.type messages.content.text messages.content.image_url messages.content.input_audio messages.content.file ' +
  'messages.content.refusal messages.content.thinking messages.name messages.tool_calls messages.tool_call_id max_completion_tokens ' +
  'frequency_penalty presence_penalty logit_bias logprobs top_logprobs n stop seed user tools tool_choice parallel_tool_calls ' +
  'response_format reasoning_effort modalities audio metadata';
const OF_RESPONSES =
  'choices.message.content.type choices.message.content.text choices.message.content.image_url choices.message.content.input_audio ' +
  'choices.message.content.file choices.message.content.refusal choices.message.content.thinking choices.message.tool_calls ' +
  'choices.message.refusal choices.message.reasoning_content choices.message.annotations choices.message.audio choices.logprobs ' +
  'usage.prompt_tokens_details usage.completion_tokens_details system_fingerprint service_tier';

const conventions = (names: string): Record<string, Confidence> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'convention' as const]));

/** The field names of plain and streamed chats that the API specification does not document, with the confidence in each. */
export const undocumented: Readonly<Record<string, Confidence>> = {
  strategy: 'assumed',
  ...conventions(`${CONVENTIONS} ${OF_RESPONSES}`),
};
export const undocumentedInStreams: Readonly<Record<string, Confidence>> = { ...undocumented, stream_options: 'convention' };
