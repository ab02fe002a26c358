import {
  extensible,
  object,
  operation,
  streamOperation,
  streamFlag,
  optional,
  serviceToken,
  type SchemaData,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import {
  answered,
  completionChunks,
  completionFields,
  completionFromEvents,
  eventStream,
  verifyChoices,
  type EventStream,
} from '@platform-sdk/core/streams';
import { bodyFields, streamFields, undocumented, undocumentedInStreams } from './chat-input.ts';
import { chatProblems } from './chat-problems.ts';
import type { GatewayChatResult, GatewayChatChunk, GatewayChatStreamBody, GatewayChatBody } from './types.ts';

const post = {
  method: 'POST',
  path: '/chat/completions',
  credentials: 'token',
  authenticate: serviceToken,
  retry: 'non-idempotent',
  generates: true,
  billed: true,
  inputProblems: chatProblems,
  // The call is billed, and the response does not contain the wallet.
  invalidates: ['/wallets'],
  errors: [400, 401, 402, 403, 429, 500],
} as const;

/** Replies to a conversation. The call is billed, so it is never retried after a byte of it may have arrived. */
export const chat = operation({
  ...post,
  input: extensible(object<GatewayChatBody>({ ...bodyFields, stream: optional(streamFlag(false)) })),
  output: { ...answered(object<GatewayChatResult>(completionFields)), readText: completionFromEvents },
  checkAgainstInput: verifyChoices,
  undocumented,
});

/** Streams the reply to a conversation. Leaving the loop closes the connection, which ends the generation. */
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
