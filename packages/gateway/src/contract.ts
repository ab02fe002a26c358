import {
  answered,
  anything,
  boolean,
  completionChunks,
  eventStream,
  filled,
  integer,
  integerIn,
  list,
  nullable,
  numberIn,
  object,
  oneOf,
  open,
  operation,
  optional,
  record,
  serviceToken,
  string,
  type EventStream,
  type Fields,
  type Schema,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import type {
  ChatBody,
  Choice,
  Completion,
  CompletionChunk,
  Message,
  Reply,
  ScrapConfig,
  SearchConfig,
  StreamBody,
  Strategy,
  Usage,
  WholeBody,
} from './types.ts';

const is = <Value extends boolean>(value: Value): Schema<Value> => ({ type: 'boolean', enum: [value] });

const role = open('system', 'user', 'assistant');
const content = nullable(string);

const body: Fields<ChatBody> = {
  model: filled,
  messages: list(object<Message>({ role, content })),
  max_tokens: optional(integerIn({ minimum: 1 })),
  temperature: optional(numberIn({ minimum: 0, maximum: 2 })),
  top_p: optional(numberIn({ minimum: 0, maximum: 1 })),
  strategy: optional(oneOf<Strategy>('best', 'cheapest', 'fastest')),
  agent_config: optional(
    object<SearchConfig & ScrapConfig>({
      max_results: optional(integerIn({ minimum: 1 })),
      search_type: optional(open('web')),
      format: optional(open('markdown')),
      extract_links: optional(boolean),
    }),
  ),
};

const post = {
  method: 'POST',
  path: '/chat/completions',
  credentials: 'token',
  attach: serviceToken,
  retry: 'never',
  generates: true,
  errors: [400, 401, 402, 403, 429, 500],
} as const;

/** Answers a conversation. It is billed, so it is never sent again once a byte of it may have arrived. */
export const chat = operation({
  ...post,
  input: object<WholeBody>({ ...body, stream: optional(is(false)) }),
  output: answered(
    object<Completion>({
      id: string,
      object: open('chat.completion'),
      created: integer,
      model: string,
      choices: list(
        object<Choice>({
          index: integer,
          message: object<Reply>({ role, content, tool_calls: optional(list(record(anything))) }),
          finish_reason: nullable(open('stop', 'length')),
        }),
      ),
      usage: optional(object<Usage>({ prompt_tokens: integer, completion_tokens: integer, total_tokens: integer })),
    }),
  ),
  undocumented: { strategy: 'assumed', 'choices.message.tool_calls': 'convention' },
});

/** Answers a conversation word by word. Leaving the loop closes the connection, which ends the generation. */
export const chatStream: StreamOperation<StreamBody, EventStream<CompletionChunk, Completion>> = {
  ...operation({
    ...post,
    accept: 'text/event-stream',
    input: object<StreamBody>({ ...body, stream: is(true) }),
    output: chat.output as SchemaData,
    undocumented: { strategy: 'assumed' },
  }),
  stream: (start, _, options, name) => eventStream(name, start, completionChunks<CompletionChunk, Completion>(), options),
};
