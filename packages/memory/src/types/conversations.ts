import type { Open } from '@platform-sdk/core';

/** Which sessions. */
export interface SessionQuery {
  /** Sessions per page. Default: 20. */
  limit?: number;
  /** Sessions to skip. Default: 0. */
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
  /** A title for display; null for none. Absent when the service does not send it. */
  title?: string | null;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  created_at?: string;
  /** The time of the latest change, in ISO 8601. Absent when the service does not send it. */
  updated_at?: string;
  /** The metadata that the session was created or updated with; null for none. Absent when the service does not send it. */
  metadata?: Record<string, unknown> | null;
  /** The number of messages. Sent in lists; absent in a single session. */
  message_count?: number;
}

/** The position of a page in its list. */
export interface Place {
  /** The number of items on all pages. */
  total: number;
  /** Items per page. Absent when the service does not send it. */
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
  /** Any data to keep with the conversation. Default: none. */
  metadata?: Record<string, unknown>;
}

/** A conversation that has begun. */
export interface StartedSession {
  session_id: string;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  created_at?: string;
}

/** Which conversation. */
export interface InSession {
  session_id: string;
}

/** Changes to a conversation. */
export interface SessionUpdate {
  session_id: string;
  /** A new title. Default: unchanged. */
  title?: string;
  /** New metadata. Default: unchanged. */
  metadata?: Record<string, unknown>;
}

/** One message of a conversation. */
export interface Message {
  id: string;
  role: Open<'user' | 'assistant'>;
  content: string;
  /** Tokens of the content. Absent when the service does not send it. */
  token_count?: number;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  created_at?: string;
}

/** The messages of a conversation, in chronological order. */
export interface History {
  session_id: string;
  messages: Message[];
}

/** Options of a response. */
export interface ChatConfig {
  /** The kind of model. Default: `balanced`. */
  model_preference?: 'fast' | 'balanced' | 'powerful';
  /** Secret: the gateway key for this call. Default, and for null: the user's stored key, else the service's own. */
  gateway_api_key?: string | null;
  /** The model that finds memories. Default, and for null: the service's own. */
  embedding_model?: string | null;
}

/** A message to respond to. */
export interface ChatInput {
  session_id: string;
  message: string;
  /** Options of the response. Default: the service's own choices. */
  config?: ChatConfig;
}

/** The configuration of `chat` on the wire. */
export interface PlainConfig extends ChatConfig {
  /** False, or absent: `chatStream` streams. Default: false. */
  stream?: false;
}

/** The body of `chat` on the wire. */
export interface PlainChat extends ChatInput {
  /** Options of the response. Default: the service's own choices. */
  config?: PlainConfig;
}

/** The configuration of `chatStream` on the wire. */
export interface StreamedConfig extends ChatConfig {
  stream: true;
}

/** The body of `chatStream` on the wire. */
export interface StreamedChat extends ChatInput {
  config: StreamedConfig;
}

/** The tokens of a response. */
export interface Usage {
  tokens_in: number;
  tokens_out: number;
}

/** The response to a message. */
export interface ChatResult {
  /** The id of the response. Absent in a streamed or agent's response when the service does not send it. */
  message_id: string;
  /** The text of the response. Absent in an agent's response when the service does not send it. */
  content: string;
  /** Tokens read and written. Absent when the service does not send it. */
  usage?: Usage;
  /** The price in US dollars. Absent when the service does not send it. */
  cost_usd?: number;
  /** The model that responded. Absent when the service does not send it. */
  model?: string;
}

/** A piece of a response. */
export interface ChunkEvent {
  type: 'message';
  chunk: string;
  /** The message id of the response. Absent when the service does not send it. */
  id?: string;
}

/** The end of a response. */
export interface DoneEvent {
  type: 'done';
  /** The text of a reply that came whole, without chunks before. Absent after chunks. */
  chunk?: string;
  /** `completed` for a whole response. Absent when the service does not send it. */
  status?: Open<'completed'>;
  /** Tokens read and written. Absent when the service does not send it. */
  usage?: Usage;
  /** The price in US dollars. Absent when the service does not send it. */
  cost_usd?: number;
  /** The model that responded. Absent when the service does not send it. */
  model?: string;
}

/** An event of a streamed chat. */
export type ChatEvent = ChunkEvent | DoneEvent;

/** The sum of a streamed chat; after a failure, everything received until then. */
export type StreamedResult = Omit<ChatResult, 'message_id'> & {
  /** The id of the response. Absent when the service does not send it. */
  message_id?: string;
};
