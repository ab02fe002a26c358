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

export const search = documented.search;
/** This operation must precede `chat`, because the engine tries operations in order. */
export const chatStream = tolerant(documented.chatStream);
/** Accepts all bodies that `chatStream` rejects. The rule itself checks the field `stream`. */
export const chat = tolerant(documented.chat, { stream: unknown });
