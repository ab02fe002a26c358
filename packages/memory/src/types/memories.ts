import type { MemoryPagePosition } from './conversations.ts';

/** A reference to an application of the user. */
export interface AppReference {
  /** The application. Default: `default`. */
  app_id?: string;
}

/** Facts about a user: camelCase keys of at most 64 characters, values of at most 1,000 characters. */
export type ProfileFacts = Record<string, string>;

/** The facts about a user in one application. */
export interface MemoryProfile {
  /** The user's id. */
  user_id?: string;
  /** The application of the facts. */
  app_id?: string;
  facts: ProfileFacts;
  /** The time of the latest change, in ISO 8601; null if the profile was never changed. */
  updated_at?: string | null;
}

/** Facts to add to the profile. A new fact replaces an old fact with the same name. */
export interface MemoryProfileMergeInput {
  facts: ProfileFacts;
}

/** The sources to extract facts from. Set at least one of `text`, `data` and `raw`. */
export interface MemoryProfileExtractInput {
  /** The application. Default: `default`. */
  app_id?: string;
  /** Free text to find facts in. Default: none. */
  text?: string;
  /** Data to find facts in; nested objects are flattened. Default: none. */
  data?: Record<string, unknown>;
  /** Unstructured data to find facts in. Default: none. */
  raw?: string;
}

/** The extracted facts. Empty if none were found, or if the model's output was unreadable. */
export interface MemoryProfileExtractResult {
  facts: ProfileFacts;
}

/** A search among the memories. */
export interface MemorySearchInput {
  query: string;
  /** The application. Default: `default`. */
  app_id?: string;
  /** The maximum number of memories, from 1 to 50. Default: 15. */
  limit?: number;
  /** Memories to skip. Default: 0. */
  offset?: number;
  /** The minimum similarity, from 0 to 1. Default: 0.6. */
  min_similarity?: number;
  /** The secret gateway key for this call. Default, also for null: the user's stored key, otherwise the service's key. */
  gateway_api_key?: string | null;
}

/** A memory in the results of a search. */
export interface FoundMemory {
  id: string;
  content: string;
  /** The similarity to the query, from 0 to 1. */
  similarity: number;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
}

/** The results of a search. */
export interface MemorySearchResult extends MemoryPagePosition {
  results: FoundMemory[];
}

/** A filter for memories. */
export interface MemoryListInput {
  /** Lists only memories of this application. Default: chosen by the service. */
  app_id?: string;
  /** Memories per page, from 1 to 100. Default: 15. */
  limit?: number;
  /** Memories to skip. Default: 0. */
  offset?: number;
}

/** A memory. */
export interface Memory {
  id: string;
  content: string;
  /**
   * The importance, from 0 to 1. For example, 0.9 for health and safety, or 0.5 for a memory without a category.
   */
  importance_score?: number;
  /** Tags that the service added to the memory. */
  tags?: string[];
  /** The time of creation, in ISO 8601. */
  created_at?: string;
}

/** One page of memories. */
export interface MemoryPage extends MemoryPagePosition {
  memories: Memory[];
}

/** The id of a memory. */
export interface MemoryRemoveInput {
  /** The id of the memory, a UUID. */
  memory_id: string;
}

/** The result of a removal. */
export interface MemoryRemoveResult {
  success: boolean;
  /** The service's message. */
  message?: string;
}

/** A reference to the memories of all applications, or of one application. */
export interface MemoriesReference {
  /** The application. Default: chosen by the service; the local platform uses all applications. */
  app_id?: string;
}

/** Confirms that all memories may be removed. `confirm` is not sent. */
export interface MemoryRemoveAllInput extends MemoriesReference {
  confirm: true;
}

/** The number of removed memories. */
export interface MemoryRemoveAllResult {
  success: boolean;
  deleted_count: number;
}

/** A memory with the same meaning as an older memory. */
export interface DuplicateMemory {
  id: string;
  content: string;
  /** The time of creation, in ISO 8601. */
  created_at?: string;
  /** The similarity to the oldest memory of the group, from 0 to 1. */
  similarity_to_canonical?: number;
}

/** Memories with the same meaning. */
export interface MemoryDuplicateGroup {
  /** The id of the oldest memory. */
  canonical_id: string;
  canonical_content: string;
  duplicates: DuplicateMemory[];
}

/** All groups of duplicates. */
export interface MemoryDuplicatesResult {
  groups: MemoryDuplicateGroup[];
  total_duplicates: number;
}

/** The result of a deduplication. */
export interface MemoryDeduplicateResult extends MemoryRemoveAllResult {
  groups_merged: number;
}

/** The input of `memory.profile.get`. */
export type MemoryProfileGetInput = AppReference;

/** The input of `memory.profile.clear`. */
export type MemoryProfileClearInput = AppReference;

/** The input of `memory.memories.duplicates`. */
export type MemoryDuplicatesInput = MemoriesReference;

/** The input of `memory.memories.deduplicate`. */
export type MemoryDeduplicateInput = MemoriesReference;
