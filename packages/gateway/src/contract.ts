import {
  extensible,
  object,
  operation,
  streamOperation,
  streamFlag,
  optional,
  serviceToken,
  type Problem,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import {
  answered,
  completionChunks,
  completionFields,
  completionFromEvents,
  contentProblems,
  eventStream,
  verifyChoices,
  type EventStream,
} from '@platform-sdk/core/streams';
import { bodyFields, streamFields, undocumented, undocumentedInStreams } from './chat-input.ts';
import type { GatewayBody, GatewayChatResult, GatewayChatChunk, GatewayChatStreamBody, GatewayChatBody } from './types.ts';

/** The agent settings by model. Each setting is valid for that model only. */
const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  'search-engine': ['max_results', 'search_type'],
  'scrap-engine': ['format', 'extract_links'],
};

/** Returns the problems that schemas cannot find: an empty conversation, messages without content, and fields of another model. */
const chatProblems = ({ model, messages, strategy, agent_config = {} }: GatewayBody): Problem[] => {
  const known = CONFIGS[model] ?? [];
  const stray = Object.keys(agent_config).filter((field) => !known.includes(field));
  return [
    ...(messages.length === 0 ? [{ field: 'messages', message: 'is empty' }] : []),
    ...(strategy && model !== 'auto' ? [{ field: 'strategy', message: 'is only for the model auto' }] : []),
    ...stray.map((field) => ({ field: `agent_config.${field}`, message: `is not for the model ${model}` })),
    ...contentProblems(messages),
  ];
};

const post = {
  method: 'POST',
  path: '/chat/completions',
  credentials: 'token',
  authenticate: serviceToken,
  retry: 'non-idempotent',
  generates: true,
  billed: true,
  inputProblems: chatProblems,
  // The call is billed, but the response does not name the wallet. All cached wallets are therefore invalidated.
  invalidates: ['/wallets'],
  errors: [400, 401, 402, 403, 429, 500],
} as const;

/** Replies to a conversation. The call is billed, so it is never retried if the service may have received a part of it. */
export const chat = operation({
  ...post,
  input: extensible(object<GatewayChatBody>({ ...bodyFields, stream: optional(streamFlag(false)) })),
  output: { ...answered(object<GatewayChatResult>(completionFields)), readText: completionFromEvents },
  checkAgainstInput: verifyChoices,
  undocumented,
});

/** Streams the reply to a conversation. Ending the loop early closes the connection, which stops the generation. */
export const chatStream: StreamOperation<
  GatewayChatStreamBody,
  EventStream<GatewayChatChunk, GatewayChatResult>,
  400 | 401 | 402 | 403 | 429 | 500
> = streamOperation(
  operation({
    ...post,
    accept: 'text/event-stream',
    input: extensible(object<GatewayChatStreamBody>({ ...bodyFields, ...streamFields, stream: streamFlag(true) })),
    output: chat.output as SchemaData,
    undocumented: undocumentedInStreams,
  }),
  (start, input, options, name) => eventStream(name, start, completionChunks<GatewayChatChunk, GatewayChatResult>(input), options),
);
