import type { LiteralUnion } from '@platform-sdk/core';
import type { MODEL_PREFERENCES } from '../values.ts';

/** A filter for sessions. */
export interface MemorySessionListInput {
  /** Sessions per page. Default: 20. */
  limit?: number;
  /** Sessions to skip. Default: 0. */
  offset?: number;
  /** Lists only sessions whose title contains this text. Default: all sessions. */
  search?: string;
}

/** A conversation. */
export interface MemorySession {
  session_id: string;
  /** The user's id. */
  user_id?: string;
  /** The application of the conversation. */
  app_id?: string;
  /** A title for display, or null. */
  title?: string | null;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
  /** The time of the latest change, in ISO 8601. */
  updated_at?: string;
  /** The metadata of the session, or null. */
  metadata?: Record<string, unknown> | null;
  /** The number of messages. Only lists contain this number. */
  message_count?: number;
}

/** The position of a page in its list. */
export interface MemoryPagePosition {
  /** The number of items on all pages. */
  total: number;
  /** Items per page. */
  limit?: number;
  /** Items before this page. */
  offset?: number;
}

/** One page of sessions. */
export interface MemorySessionPage extends MemoryPagePosition {
  sessions: MemorySession[];
}

/** A conversation to begin. */
export interface MemorySessionCreateInput {
  /** The application of the conversation. Default: `default`. */
  app_id?: string;
  /** Any data to store with the conversation. Default: none. */
  metadata?: Record<string, unknown>;
}

/** A new conversation. */
export interface MemorySessionCreateResult {
  session_id: string;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
}

/** The id of a conversation. */
export interface MemorySessionReference {
  session_id: string;
}

/** Changes to a conversation. */
export interface MemorySessionUpdateInput {
  session_id: string;
  /** A new title. Default: unchanged. */
  title?: string;
  /** New metadata. Default: unchanged. */
  metadata?: Record<string, unknown>;
}

/** One message of a conversation. */
export interface MemoryMessage {
  id: string;
  role: LiteralUnion<'user' | 'assistant'>;
  content: string;
  /** The number of tokens in the content. */
  token_count?: number;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
}

/** The messages of a conversation, oldest first. */
export interface MemorySessionHistoryResult {
  session_id: string;
  messages: MemoryMessage[];
}

/** Options of a response. */
export interface MemoryChatConfig {
  /** The kind of model. Default: `balanced`. */
  model_preference?: (typeof MODEL_PREFERENCES)[number];
  /** The secret gateway key for this call. Default, also for null: the user's stored key, otherwise the service's key. */
  gateway_api_key?: string | null;
  /** The embedding model that finds memories. Default, also for null: chosen by the service. */
  embedding_model?: string | null;
}

/** A message to which the model replies. */
export interface MemoryChatStreamInput {
  session_id: string;
  message: string;
  /** Options of the response. Default: chosen by the service. */
  config?: MemoryChatConfig;
}

/** The configuration of `chat` on the wire. */
export interface MemoryPlainChatConfig extends MemoryChatConfig {
  /** Must not be true: use `chatStream` for streams. Default: false. */
  stream?: false;
}

/** The body of `chat` on the wire. */
export interface MemoryChatInput extends MemoryChatStreamInput {
  /** Options of the response. Default: chosen by the service. */
  config?: MemoryPlainChatConfig;
}

/** The configuration of `chatStream` on the wire. */
export interface MemoryStreamedChatConfig extends MemoryChatConfig {
  stream: true;
}

/** The body of `chatStream` on the wire. */
export interface MemoryChatStreamBody extends MemoryChatStreamInput {
  config: MemoryStreamedChatConfig;
}

/** The tokens of a response. */
export interface MemoryUsage {
  tokens_in: number;
  tokens_out: number;
}

/** The response to a message. */
export interface MemoryChatResult {
  /** The id of the response. May be missing in a streamed response or in an agent's response. */
  message_id: string;
  /** The text of the response. May be missing in an agent's response. */
  content: string;
  /** The tokens read and written. */
  usage?: MemoryUsage;
  /** The price in US dollars. */
  cost_usd?: number;
  /** The model that responded. */
  model?: string;
}

/** A piece of a response. */
export interface MemoryChatChunkEvent {
  type: 'message';
  chunk: string;
  /** The message id of the response. */
  id?: string;
}

/** The end of a response. */
export interface MemoryChatDoneEvent {
  type: 'done';
  /** The last chunk of the reply, or the whole reply if no chunk came before. Usually undefined after chunks. */
  chunk?: string;
  /** `completed` for a complete response. */
  status?: LiteralUnion<'completed'>;
  /** The tokens read and written. */
  usage?: MemoryUsage;
  /** The price in US dollars. */
  cost_usd?: number;
  /** The model that responded. */
  model?: string;
}

/** An event of a streamed chat. */
export type MemoryChatEvent = MemoryChatChunkEvent | MemoryChatDoneEvent;

/** The complete result of a streamed chat. After a failure, it contains the parts that were received before. */
export type MemoryChatStreamResult = Omit<MemoryChatResult, 'message_id'> & {
  /** The id of the response. */
  message_id?: string;
};

/** The input of `memory.sessions.get`. */
export type MemorySessionGetInput = MemorySessionReference;

/** The input of `memory.sessions.history`. */
export type MemorySessionHistoryInput = MemorySessionReference;

/** The input of `memory.sessions.clear`. */
export type MemorySessionClearInput = MemorySessionReference;

/** The input of `memory.conversation`. */
export type MemoryConversationInput = MemorySessionReference;
