import type { Open } from '@platform-sdk/core';

/** Which sessions. */
export interface SessionQuery {
  /** How many to a page: 20 by default. */
  limit?: number;
  offset?: number;
  /** A part of the title. */
  search?: string;
}

/** A conversation. */
export interface Session {
  session_id: string;
  user_id?: string;
  app_id?: string;
  title?: string | null;
  /** ISO 8601. */
  created_at?: string;
  /** ISO 8601. */
  updated_at?: string;
  metadata?: Record<string, unknown> | null;
  /** In lists. */
  message_count?: number;
}

/** Where a page stands in its list. */
export interface Place {
  /** How many there are on all pages. */
  total: number;
  limit?: number;
  offset?: number;
}

/** One page of sessions. */
export interface SessionPage extends Place {
  sessions: Session[];
}

/** A conversation to begin. */
export interface NewSession {
  app_id?: string;
  metadata?: Record<string, unknown>;
}

/** A conversation that has begun. */
export interface StartedSession {
  session_id: string;
  /** ISO 8601. */
  created_at?: string;
}

/** Which conversation. */
export interface InSession {
  session_id: string;
}

/** What changes in a conversation. */
export interface SessionUpdate {
  session_id: string;
  title?: string;
  metadata?: Record<string, unknown>;
}

/** What was said once. */
export interface Message {
  id: string;
  role: Open<'user' | 'assistant'>;
  content: string;
  token_count?: number;
  /** ISO 8601. */
  created_at?: string;
}

/** What was said in a conversation, in order. */
export interface History {
  session_id: string;
  messages: Message[];
}

/** How a message is answered. */
export interface ChatConfig {
  /** `balanced` by default. */
  model_preference?: 'fast' | 'balanced' | 'powerful';
  /** Secret: goes before the stored key, which goes before the service's own. */
  gateway_api_key?: string | null;
  embedding_model?: string | null;
}

/** A message to be answered. */
export interface ChatInput {
  session_id: string;
  message: string;
  config?: ChatConfig;
}

/** The configuration of `chat` on the wire. */
export interface PlainConfig extends ChatConfig {
  stream?: false;
}

/** What `chat` puts on the wire. */
export interface PlainChat extends ChatInput {
  config?: PlainConfig;
}

/** The configuration of `chatStream` on the wire. */
export interface StreamedConfig extends ChatConfig {
  stream: true;
}

/** What `chatStream` puts on the wire. */
export interface StreamedChat extends ChatInput {
  config: StreamedConfig;
}

/** What an answer took. */
export interface Usage {
  tokens_in: number;
  tokens_out: number;
}

/** An answer. */
export interface ChatResult {
  message_id: string;
  content: string;
  usage?: Usage;
  cost_usd?: number;
  model?: string;
}

/** A piece of an answer. */
export interface ChunkEvent {
  type: 'message';
  chunk: string;
  /** The answer's message id. */
  id?: string;
}

/** The end of an answer. */
export interface DoneEvent {
  type: 'done';
  status?: Open<'completed'>;
  usage?: Usage;
  cost_usd?: number;
  model?: string;
}

/** What a streamed chat yields. */
export type ChatEvent = ChunkEvent | DoneEvent;

/** Everything that a streamed chat gave; of one that failed, everything until then. */
export type StreamedResult = Omit<ChatResult, 'message_id'> & { message_id?: string };
