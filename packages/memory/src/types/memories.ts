import type { Place } from './conversations.ts';

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
