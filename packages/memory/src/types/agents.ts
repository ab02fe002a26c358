import type { LiteralUnion } from '@platform-sdk/core';
import type { MemoryChatResult, MemorySessionCreateResult } from './conversations.ts';

/** The envelope of a request between agents. */
export interface AgentEnvelope {
  /** The id of the message. Default in a new envelope: a random UUID. */
  message_id: string;
  sender_agent_key: string;
  /** The time of the request, in ISO 8601. Default in a new envelope: the current time. */
  timestamp: string;
}

/** An envelope without the fields that the client adds. */
export type AgentEnvelopeInput = Pick<AgentEnvelope, 'sender_agent_key'> & Partial<AgentEnvelope>;

/** The envelope of a reply between agents. */
export interface AgentReplyEnvelope {
  /** The reply's own id. */
  message_id?: string;
  /** The agent that replies. */
  sender_agent_key?: string;
  /** The time of the reply, in ISO 8601. */
  timestamp?: string;
  /** The `message_id` of the request. */
  in_reply_to?: string;
}

/** A conversation that an agent begins for a user. */
export interface AgentConversationFields {
  envelope: AgentEnvelope;
  user_id: string;
  /** The application of the conversation. Default: `default`. */
  app_id?: string;
}

/** A conversation that an agent has begun. */
export interface MemoryA2aCreateConversationResult extends MemorySessionCreateResult {
  envelope: AgentReplyEnvelope;
}

/** A message of an agent on behalf of a user. */
export interface AgentMessageFields {
  envelope: AgentEnvelope;
  action: 'chat';
  session_id: string;
  message: string;
  user_id: string;
}

/** The reply to an agent. The API specification does not document its fields. */
export interface MemoryA2aChatResult extends Partial<MemoryChatResult> {
  /** The envelope of the reply. */
  envelope?: AgentReplyEnvelope;
  /** The conversation. */
  session_id?: string;
}

/** The response of a working service to a health check. */
export interface MemoryHealth {
  status: LiteralUnion<'ok'>;
}

/** The health of the service or of a part of the service. A `degraded` part still works. */
export type MemoryHealthStatus = LiteralUnion<'healthy' | 'degraded' | 'unhealthy'>;

/** The health of one part of the service. */
export interface MemoryHealthCheck {
  status: MemoryHealthStatus;
  /** The response time of the part, in milliseconds. Not sent for `llm`. */
  latency_ms?: number;
}

/** The health of the service. */
export interface MemoryLiveness {
  status: MemoryHealthStatus;
  /** The checks of `database`, `cache` and `llm`. */
  checks?: Record<string, MemoryHealthCheck>;
  /** The time of the checks, in ISO 8601. */
  timestamp?: string;
}

/** Shows whether the service accepts calls. */
export interface MemoryReadiness {
  ready: boolean;
  /** The service's message. */
  message?: string;
}
