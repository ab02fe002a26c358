import {
  agentPair,
  nonEmptyString,
  object,
  enumOf,
  operation,
  optional,
  serviceToken,
  string,
  type AnyOperation,
} from '@platform-sdk/core/contract';
import { guard, isSameId, valueOf } from '@platform-sdk/core/internal';
import type { Resolvable } from '@platform-sdk/core';
import type {
  MemoryA2aCreateConversationResult,
  AgentMessageFields,
  MemoryA2aChatResult,
  AgentEnvelope,
  AgentConversationFields,
  AgentReplyEnvelope,
} from '../types.ts';
import { bill, maybe } from './schemas.ts';

const envelope = object<AgentEnvelope>({ message_id: nonEmptyString, sender_agent_key: nonEmptyString, timestamp: string });
const reply = object<AgentReplyEnvelope>({ message_id: maybe, sender_agent_key: maybe, timestamp: maybe, in_reply_to: maybe });

/** Returns the service's Bearer token and the agent's headers, if they are configured. With the agent's headers, a token is not needed. */
const authenticate: NonNullable<AnyOperation['authenticate']> = async (context, name, service) => {
  const { agent, agentKey, tokens } = context.options as typeof context.options & { readonly agentKey?: Resolvable<string> };
  const bearer = tokens?.memory || !(agent || agentKey) ? await serviceToken(context, name, service) : undefined;
  const pair = await agentPair(context, name, service);
  if (!agentKey) return { headers: { ...bearer?.headers, ...pair.headers } };
  guard('agent key', name, context);
  const key = await valueOf(agentKey, 'agentKey', name);
  return { headers: { ...bearer?.headers, ...pair.headers, 'X-Agent-Key': key }, secrets: [key] };
};

const checkAgainstInput = (
  output: { readonly envelope?: AgentReplyEnvelope },
  input: { readonly envelope: AgentEnvelope },
): string | undefined => {
  const { in_reply_to } = output.envelope ?? {};
  return in_reply_to === undefined || isSameId(in_reply_to, input.envelope.message_id)
    ? undefined
    : `it replies to ${in_reply_to}, not to ${input.envelope.message_id}`;
};

/** Begins a conversation for a user, on behalf of an agent. */
export const createConversation = operation({
  method: 'POST',
  path: '/a2a/conversation/create',
  credentials: 'token',
  authenticate,
  input: object<AgentConversationFields>({ envelope, user_id: nonEmptyString, app_id: maybe }),
  output: object<MemoryA2aCreateConversationResult>({ envelope: reply, session_id: string, created_at: maybe }),
  status: 201,
  retry: 'non-idempotent',
  // The service lists the call as an activity of the agent.
  invalidates: ['/v1/users/me/sessions', '/oauth/agent/activity'],
  checkAgainstInput,
  errors: ['AUTHENTICATION_FAILED', 'VALIDATION_ERROR'],
});

/**
 * Sends an agent's message to a user's conversation, and returns the reply. The call is billed: it is retried only if no byte left the
 * machine, or after a 429 with `retry: { retryOn429: true }`. Returns undefined if the response does not contain the reply.
 */
export const chat = operation({
  method: 'POST',
  path: '/a2a/conversation/chat',
  credentials: 'token',
  authenticate,
  input: object<AgentMessageFields>({
    envelope,
    action: enumOf('chat'),
    session_id: nonEmptyString,
    message: nonEmptyString,
    user_id: nonEmptyString,
  }),
  output: optional(
    object<MemoryA2aChatResult>({ envelope: optional(reply), session_id: maybe, message_id: maybe, content: maybe, ...bill }),
  ),
  retry: 'non-idempotent',
  generates: true,
  billed: true,
  // The call is billed, and the service lists it as an activity of the agent.
  invalidates: ['/v1/session/{session_id}', '/v1/users/me/sessions', '/v1/memory', '/wallets', '/oauth/agent/activity'],
  checkAgainstInput,
  errors: ['SESSION_NOT_FOUND', 'AUTHENTICATION_FAILED', 'LLM_SERVICE_ERROR'],
  // Document 2 of the API specification shows `envelope` and `session_id` only in the request, and shows no fields of the response.
  undocumented: {
    'envelope.in_reply_to': 'assumed',
    message_id: 'assumed',
    content: 'assumed',
    usage: 'assumed',
    'usage.tokens_in': 'assumed',
    'usage.tokens_out': 'assumed',
    cost_usd: 'assumed',
    model: 'assumed',
  },
});
