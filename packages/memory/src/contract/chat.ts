import {
  nonEmptyString,
  object,
  enumOf,
  operation,
  streamOperation,
  streamFlag,
  optional,
  serviceToken,
  string,
  type Fields,
  type Schema,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import { eventsIn, eventStream, reported, type EventStream } from '@platform-sdk/core/streams';
import { chatDialect, hasReply, isFailedChat } from '../chat-dialect.ts';
import type {
  MemoryChatConfig,
  MemoryChatEvent,
  MemoryChatResult,
  MemoryChatInput,
  MemoryPlainChatConfig,
  MemoryChatStreamBody,
  MemoryStreamedChatConfig,
  MemoryChatStreamResult,
} from '../types.ts';
import { MODEL_PREFERENCES } from '../values.ts';
import { bill, chatResult, maybe, maybeNull } from './schemas.ts';

const config: Fields<MemoryChatConfig> = {
  model_preference: optional(enumOf(...MODEL_PREFERENCES)),
  gateway_api_key: maybeNull,
  embedding_model: maybeNull,
};
const message = { session_id: string, message: nonEmptyString };
const errors = ['SESSION_NOT_FOUND', 'VALIDATION_ERROR', 'TOKEN_BUDGET_EXCEEDED', 'LLM_SERVICE_ERROR'] as const;

/** The schema of a response with status 200. The response may still report a failure, and may be an event stream. */
const answer: Schema<MemoryChatResult> = {
  ...chatResult,
  read(document) {
    const members = Object(document) as Record<string, unknown>;
    if (isFailedChat(members)) throw reported(JSON.stringify(document), hasReply(members));
    return document;
  },
  readText: (text, toLocalNames) => eventsIn(text, chatDialect(), toLocalNames),
};

/** The paths whose cached responses a chat invalidates. A chat is billed, and changes its session and the long-term memories. */
const invalidates = ['/v1/session/{session_id}', '/v1/users/me/sessions', '/v1/memory', '/wallets'] as const;

/**
 * Replies to a message in a session. The call is billed: it is retried only if no byte left the machine, or after a 429 with `retry: {
 * retryOn429: true }`.
 */
export const chat = operation({
  method: 'POST',
  path: '/v1/chat',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryChatInput>({
    ...message,
    config: optional(object<MemoryPlainChatConfig>({ ...config, stream: optional(streamFlag(false)) })),
  }),
  output: answer,
  retry: 'non-idempotent',
  generates: true,
  billed: true,
  invalidates,
  errors,
});

/**
 * Replies to a message in a session as a stream of events: the chunks of the reply, then its usage and cost. The call is billed: it is
 * retried only if no byte left the machine, or after a 429 with `retry: { retryOn429: true }`.
 */
export const chatStream: StreamOperation<
  MemoryChatStreamBody,
  EventStream<MemoryChatEvent, MemoryChatStreamResult>,
  (typeof errors)[number]
> = streamOperation(
  operation({
    method: 'POST',
    path: '/v1/chat',
    credentials: 'token',
    authenticate: serviceToken,
    accept: 'text/event-stream',
    input: object<MemoryChatStreamBody>({ ...message, config: object<MemoryStreamedChatConfig>({ ...config, stream: streamFlag(true) }) }),
    output: object<MemoryChatStreamResult>({ message_id: maybe, content: string, ...bill }) as SchemaData,
    retry: 'non-idempotent',
    generates: true,
    billed: true,
    invalidates,
    errors,
  }),
  (open, input, options, name) => eventStream(name, open, chatDialect(input.config.gateway_api_key), options),
);
