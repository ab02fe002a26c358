import {
  agentPair,
  filled,
  guard,
  object,
  oneOf,
  operation,
  optional,
  serviceToken,
  string,
  valueOf,
  type AnyOperation,
} from '@platform-sdk/core/contract';
import type { Resolvable } from '@platform-sdk/core';
import type { AgentConversation, AgentMessage, AgentReply, Envelope, NewAgentConversation, ReplyEnvelope } from '../types.ts';
import { bill, maybe, uuid } from './schemas.ts';

const envelope = object<Envelope>({ message_id: uuid, sender_agent_key: filled, timestamp: string });
const reply = object<ReplyEnvelope>({ message_id: maybe, sender_agent_key: maybe, timestamp: maybe, in_reply_to: maybe });

/** The service's Bearer, and the agent's own headers where they are configured; these alone will do. */
const attach: NonNullable<AnyOperation['attach']> = async (context, name, service) => {
  const { agent, agentKey, tokens } = context.options as typeof context.options & { readonly agentKey?: Resolvable<string> };
  const bearer = tokens?.memory || !(agent || agentKey) ? await serviceToken(context, name, service) : undefined;
  const pair = await agentPair(context, name, service);
  if (!agentKey) return { headers: { ...bearer?.headers, ...pair.headers } };
  guard('agent key', name, context);
  const key = await valueOf(agentKey, 'agentKey', name);
  return { headers: { ...bearer?.headers, ...pair.headers, 'X-Agent-Key': key }, secrets: [key] };
};

/** What is wrong with an answer that replies to something else. */
const verify = (output: { readonly envelope?: ReplyEnvelope }, input: { readonly envelope: Envelope }): string | undefined => {
  const { in_reply_to } = output.envelope ?? {};
  return in_reply_to === undefined || in_reply_to === input.envelope.message_id
    ? undefined
    : `it replies to ${in_reply_to}, not to ${input.envelope.message_id}`;
};

/** Begins a conversation for a user, on behalf of an agent. */
export const createConversation = operation({
  method: 'POST',
  path: '/a2a/conversation/create',
  credentials: 'token',
  attach,
  input: object<NewAgentConversation>({ envelope, user_id: filled, app_id: maybe }),
  output: object<AgentConversation>({ envelope: reply, session_id: string, created_at: maybe }),
  status: 201,
  retry: 'never',
  // The call is an activity of the agent.
  invalidates: ['/v1/users/me/sessions', '/oauth/agent/activity'],
  verify,
  errors: ['AUTHENTICATION_FAILED', 'VALIDATION_ERROR'],
});

/** Answers a message of an agent in a user's conversation. It is billed: retried only when no byte left the machine, or after a 429 with `retry: { rateLimited: true }`. Returns the reply when the service responds with one. */
export const chat = operation({
  method: 'POST',
  path: '/a2a/conversation/chat',
  credentials: 'token',
  attach,
  input: object<AgentMessage>({ envelope, action: oneOf('chat'), session_id: filled, message: filled, user_id: filled }),
  output: optional(object<AgentReply>({ envelope: optional(reply), session_id: maybe, message_id: maybe, content: maybe, ...bill })),
  retry: 'never',
  generates: true,
  billed: true,
  // The call is an activity of the agent, and billed.
  invalidates: ['/v1/session/{session_id}', '/v1/users/me/sessions', '/v1/memory', '/wallets', '/oauth/agent/activity'],
  verify,
  errors: ['SESSION_NOT_FOUND', 'AUTHENTICATION_FAILED', 'LLM_SERVICE_ERROR'],
  // Of the answer: document 2 shows none of it. `envelope` and `session_id` are also in the request, where it shows them.
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
