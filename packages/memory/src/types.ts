import type { Open } from '@platform-sdk/core';

/** A new user, or changes to one who is there. */
export interface Registration {
  /** The user's id in your own system, a UUID. */
  id: string;
  email: string;
  first_name?: string;
  last_name?: string;
  /** Secret: the key with which the user's chats are answered. */
  gateway_api_key?: string;
  custom_attributes?: Record<string, unknown>;
  /** `Initial Token` by default. */
  token_name?: string;
}

/** A new token. */
export interface IssuedToken {
  /** Secret, and shown only this once. */
  access_token: string;
  token_type: Open<'Bearer'>;
}

/** A user, as they see themselves. */
export interface User {
  id: string;
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  custom_attributes?: Record<string, unknown> | null;
  is_active?: boolean;
  /** Whether a gateway key is stored. */
  has_api_key?: boolean;
  /** Masked; null when no key is stored. */
  api_key_preview?: string | null;
  /** ISO 8601. */
  created_at?: string;
}

/** The gateway key to store. */
export interface GatewayKey {
  /** Secret. An empty text clears the stored one. */
  api_key: string;
}

/** What became of the gateway key. */
export interface GatewayKeyState {
  message?: string;
  has_api_key: boolean;
  /** Masked; null when no key is stored. */
  api_key_preview: string | null;
}

/** A token to be made. */
export interface NewToken {
  name: string;
}

/** A token, without its secret. */
export interface Token {
  id: string;
  name?: string;
  /** Its beginning, masked. */
  token_prefix?: string;
  /** ISO 8601; null when it was never used. */
  last_used_at?: string | null;
  /** ISO 8601. */
  created_at?: string;
}

/** A user's tokens. */
export interface TokenList {
  tokens: Token[];
}

/** Which token. */
export interface InToken {
  token_id: string;
}

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

/** Which application of the user. */
export interface InApp {
  /** `default` by default. */
  app_id?: string;
}

/** What is known of a user: camelCase keys of at most 64 characters, values of at most 1,000. */
export type Facts = Record<string, string>;

/** What is known of a user in one application. */
export interface Profile {
  user_id?: string;
  app_id?: string;
  facts: Facts;
  /** ISO 8601. */
  updated_at?: string | null;
}

/** Facts to add to the profile; they replace those of the same name. */
export interface ProfileMerge {
  facts: Facts;
}

/** Where facts are to be found: any combination. */
export interface Extraction {
  /** `default` by default. */
  app_id?: string;
  text?: string;
  /** Nested objects are flattened. */
  data?: Record<string, unknown>;
  raw?: string;
}

/** The facts that were found: none when there are none, or the model's answer could not be read. */
export interface ExtractedFacts {
  facts: Facts;
}

/** What to look for among the memories. */
export interface MemorySearch {
  query: string;
  /** `default` by default. */
  app_id?: string;
  /** 1 to 50; 15 by default. */
  limit?: number;
  offset?: number;
  /** 0 to 1; 0.6 by default. */
  min_similarity?: number;
  /** Secret: goes before the stored key, which goes before the service's own. */
  gateway_api_key?: string | null;
}

/** A memory that was found. */
export interface FoundMemory {
  id: string;
  content: string;
  /** 0 to 1. */
  similarity: number;
  /** ISO 8601. */
  created_at?: string;
}

/** What a search found. */
export interface SearchResult extends Place {
  results: FoundMemory[];
}

/** Which memories. */
export interface MemoryQuery {
  app_id?: string;
  /** How many to a page: 1 to 100, 15 by default. */
  limit?: number;
  offset?: number;
}

/** A memory. */
export interface Memory {
  id: string;
  content: string;
  /** 0 to 1: 0.9 for medical matters and safety, 0.5 by default. */
  importance_score?: number;
  tags?: string[];
  /** ISO 8601. */
  created_at?: string;
}

/** One page of memories. */
export interface MemoryPage extends Place {
  memories: Memory[];
}

/** Which memory. */
export interface InMemory {
  /** A UUID. */
  memory_id: string;
}

/** What became of a memory. */
export interface RemovedMemory {
  success: boolean;
  message?: string;
}

/** Whose memories. */
export interface MemoriesOf {
  /** Those of one application; of all when absent. */
  app_id?: string;
}

/** Says that all memories may go. It is not sent. */
export interface RemoveAll extends MemoriesOf {
  confirm: true;
}

/** How many memories went. */
export interface RemovedMemories {
  success: boolean;
  deleted_count: number;
}

/** A memory that says what an older one says. */
export interface DuplicateMemory {
  id: string;
  content: string;
  /** ISO 8601. */
  created_at?: string;
  /** 0 to 1. */
  similarity_to_canonical?: number;
}

/** Memories that say the same. */
export interface DuplicateGroup {
  /** The oldest one. */
  canonical_id: string;
  canonical_content: string;
  duplicates: DuplicateMemory[];
}

/** All groups of duplicates. */
export interface Duplicates {
  groups: DuplicateGroup[];
  total_duplicates: number;
}

/** What deduplication did. */
export interface Deduplication extends RemovedMemories {
  groups_merged: number;
}

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
  message_id?: string;
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
  envelope?: ReplyEnvelope;
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
  message?: string;
}
