import { unknown, type SchemaData } from '@platform-sdk/core/contract';
import * as documented from '@platform-sdk/search/contract';

/** OpenAI fields that the service accepts and ignores. */
const TOLERATED =
  'frequency_penalty logit_bias logprobs max_completion_tokens max_tokens metadata n parallel_tool_calls presence_penalty reasoning_effort response_format seed stop store stream_options temperature tool_choice tools top_logprobs top_p user';

const extras: Record<string, SchemaData> = Object.fromEntries(TOLERATED.split(' ').map((name) => [name, unknown]));

const tolerant = <Of extends { readonly input: SchemaData }>(operation: Of, more: Record<string, SchemaData> = {}): Of => ({
  ...operation,
  input: { ...operation.input, properties: { ...extras, ...operation.input.properties, ...more } },
});

const { chat, chatStream, ...others } = documented;

/** The order matters: a body that fits neither operation goes to `chat`, the later operation. Its rule checks the field `stream`. */
export const contract = { ...others, chatStream: tolerant(chatStream), chat: tolerant(chat, { stream: unknown }) };
