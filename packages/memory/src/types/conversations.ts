import type { Open } from '@platform-sdk/core';

/** Which sessions. */
export interface SessionQuery {
  /** Sessions to a page. Default: 20. */
  limit?: number;
  /** Items to skip. Default: 0. */
  offset?: number;
  /** A part of the title. Default: all titles. */
  search?: string;
}

/** A conversation. */
export interface Session {
  session_id: string;
  /** The user's id. Absent when the service does not send it. */
  user_id?: string;
  /** The application of the conversation. Absent when the service does not send it. */
  app_id?: string;
  /** A title for display; null for none. */
  title?: string | null;
  /** ISO 8601. */
  created_at?: string;
  /** ISO 8601. */
  updated_at?: string;
  /** As it was set; null for none. */
  metadata?: Record<string, unknown> | null;
  /** In lists. */
  message_count?: number;
}

/** Where a page stands in its list. */
export interface Place {
  /** How many there are on all pages. */
  total: number;
  /** Items to a page. Absent when the service does not send it. */
  limit?: number;
  /** Items before this page. Absent when the service does not send it. */
  offset?: number;
}

/** One page of sessions. */
export interface SessionPage extends Place {
  sessions: Session[];
}

/** A conversation to begin. */
export interface NewSession {
  /** The application of the conversation. Default: the service's own, `default`. */
  app_id?: string;
  /** Whatever is to be kept with the conversation. Default: none. */
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
  /** A new title. Left out, it stays. */
  title?: string;
  /** New metadata. Left out, it stays. */
  metadata?: Record<string, unknown>;
}

/** What was said once. */
export interface Message {
  id: string;
  role: Open<'user' | 'assistant'>;
  content: string;
  /** Tokens of the content. Absent when the service does not send it. */
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
  /** The kind of model. Default: `balanced`. */
  model_preference?: 'fast' | 'balanced' | 'powerful';
  /** Secret: goes before the stored key, which goes before the service's own. */
  gateway_api_key?: string | null;
  /** The model that finds memories. Default, and for null: the service's own. */
  embedding_model?: string | null;
}

/** A message to be answered. */
export interface ChatInput {
  session_id: string;
  message: string;
  /** How the message is answered. Default: the service's own choices. */
  config?: ChatConfig;
}

/** The configuration of `chat` on the wire. */
export interface PlainConfig extends ChatConfig {
  /** Only false: `chatStream` streams. */
  stream?: false;
}

/** What `chat` puts on the wire. */
export interface PlainChat extends ChatInput {
  /** How the message is answered. Default: the service's own choices. */
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
  /** Tokens read and written. Absent when the service does not send it. */
  usage?: Usage;
  /** The price in US dollars. Absent when the service does not send it. */
  cost_usd?: number;
  /** The model that answered. Absent when the service does not send it. */
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
  /** `completed` for a whole answer. Absent when the service does not send it. */
  status?: Open<'completed'>;
  /** Tokens read and written. Absent when the service does not send it. */
  usage?: Usage;
  /** The price in US dollars. Absent when the service does not send it. */
  cost_usd?: number;
  /** The model that answered. Absent when the service does not send it. */
  model?: string;
}

/** What a streamed chat yields. */
export type ChatEvent = ChunkEvent | DoneEvent;

/** Everything that a streamed chat gave; of one that failed, everything until then. */
export type StreamedResult = Omit<ChatResult, 'message_id'> & { message_id?: string };
