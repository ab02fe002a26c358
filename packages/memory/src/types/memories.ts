import type { Place } from './conversations.ts';

/** Which application of the user. */
export interface InApp {
  /** The application. Default: `default`. */
  app_id?: string;
}

/** What is known of a user: camelCase keys of at most 64 characters, values of at most 1,000. */
export type Facts = Record<string, string>;

/** What is known of a user in one application. */
export interface Profile {
  /** The user's id. Absent when the service does not send it. */
  user_id?: string;
  /** The application of the facts. Absent when the service does not send it. */
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
  /** The application. Default: `default`. */
  app_id?: string;
  /** Free text to find facts in. Default: none. */
  text?: string;
  /** Data to find facts in; nested objects are flattened. Default: none. */
  data?: Record<string, unknown>;
  /** Unstructured data to find facts in. Default: none. */
  raw?: string;
}

/** The facts that were found: none when there are none, or the model's answer could not be read. */
export interface ExtractedFacts {
  facts: Facts;
}

/** What to look for among the memories. */
export interface MemorySearch {
  query: string;
  /** The application. Default: `default`. */
  app_id?: string;
  /** Memories to return, 1 to 50. Default: 15. */
  limit?: number;
  /** Items to skip. Default: 0. */
  offset?: number;
  /** The least similarity, 0 to 1. Default: 0.6. */
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
  /** Lists memories of this application alone. Default: the service's own choice. */
  app_id?: string;
  /** Memories to a page, 1 to 100. Default: 15. */
  limit?: number;
  /** Items to skip. Default: 0. */
  offset?: number;
}

/** A memory. */
export interface Memory {
  id: string;
  content: string;
  /** 0 to 1: 0.9 for medical matters and safety. The service's default is 0.5. */
  importance_score?: number;
  /** Words that the service gave the memory. Absent when the service does not send it. */
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
  /** The service's own sentence. Absent when the service does not send it. */
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
