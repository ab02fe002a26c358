import type { Open } from '@platform-sdk/core';
import type { ChatResult, StartedSession } from './conversations.ts';

/** The envelope of a request between agents. */
export interface Envelope {
  /** A UUID. */
  message_id: string;
  sender_agent_key: string;
  /** ISO 8601. */
  timestamp: string;
}

/** An envelope whose other parts are made when they are not given. */
export type NewEnvelope = Pick<Envelope, 'sender_agent_key'> & Partial<Envelope>;

/** The envelope of an answer between agents. */
export interface ReplyEnvelope {
  /** The reply's own id. Absent when the service does not send it. */
  message_id?: string;
  /** The agent that replies. Absent when the service does not send it. */
  sender_agent_key?: string;
  /** ISO 8601. */
  timestamp?: string;
  /** The request's `message_id`. */
  in_reply_to?: string;
}

/** A conversation that an agent begins for a user. */
export interface NewAgentConversation {
  envelope: Envelope;
  user_id: string;
  /** The application of the conversation. Default: the service's own, `default`. */
  app_id?: string;
}

/** A conversation that an agent has begun. */
export interface AgentConversation extends StartedSession {
  envelope: ReplyEnvelope;
}

/** A message of an agent on behalf of a user. */
export interface AgentMessage {
  envelope: Envelope;
  action: 'chat';
  session_id: string;
  message: string;
  user_id: string;
}

/** The answer to an agent. The documents do not show it. */
export interface AgentReply extends Partial<ChatResult> {
  /** The envelope of the reply. Absent when the service does not send it. */
  envelope?: ReplyEnvelope;
  /** The conversation. Absent when the service does not send it. */
  session_id?: string;
}

/** That the service answers. */
export interface Health {
  status: Open<'ok'>;
}

/** How healthy something is: `degraded` still works. */
export type HealthStatus = Open<'healthy' | 'degraded' | 'unhealthy'>;

/** How healthy one part of the service is. */
export interface Check {
  status: HealthStatus;
  /** Not of `llm`. */
  latency_ms?: number;
}

/** How healthy the service is. */
export interface Liveness {
  status: HealthStatus;
  /** `database`, `cache` and `llm`. */
  checks?: Record<string, Check>;
  /** ISO 8601. */
  timestamp?: string;
}

/** Whether the service takes calls. */
export interface Readiness {
  ready: boolean;
  /** The service's own sentence. Absent when the service does not send it. */
  message?: string;
}
