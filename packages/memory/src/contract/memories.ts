import {
  boolean,
  byOffset,
  nonEmptyString,
  array as listOf,
  number,
  object,
  operation,
  optional,
  serviceToken,
  string,
  type PagedOperation,
  type Schema,
} from '@platform-sdk/core/contract';
import type {
  MemoryDeduplicateResult,
  MemoryDuplicateGroup,
  DuplicateMemory,
  MemoryDuplicatesResult,
  FoundMemory,
  MemoryRemoveInput,
  MemoriesReference,
  Memory,
  MemoryPage,
  MemoryListInput,
  MemorySearchInput,
  MemoryRemoveAllResult,
  MemoryRemoveResult,
  MemorySearchResult,
} from '../types.ts';
import { limitTo, maybe, maybeNull, offset, place, share, uuid } from './schemas.ts';

const ofApp: Schema<MemoriesReference> = object<MemoriesReference>({ app_id: maybe });
const removed = { success: boolean, deleted_count: number() };

/**
 * Finds memories by their meaning. The most similar memories come first. Older memories rank lower. The call may be billed: it is retried
 * only if no byte left the machine, or after a 429 with `retry: { retryOn429: true }`.
 */
export const search = operation({
  method: 'POST',
  path: '/v1/memory/search',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemorySearchInput>({
    query: nonEmptyString,
    app_id: maybe,
    limit: limitTo(50),
    offset,
    min_similarity: optional(share),
    gateway_api_key: maybeNull,
  }),
  output: object<MemorySearchResult>({
    results: listOf(object<FoundMemory>({ id: string, content: string, similarity: number(), created_at: maybe })),
    ...place,
  }),
  retry: 'non-idempotent',
  generates: true,
  billed: true,
  invalidates: ['/wallets'],
  errors: ['VALIDATION_ERROR', 'LLM_SERVICE_ERROR'],
});

/** Lists the caller's memories, page by page. */
export const list: PagedOperation<MemoryListInput, MemoryPage, Memory, 'VALIDATION_ERROR'> = {
  ...operation({
    method: 'GET',
    path: '/v1/memory/me',
    credentials: 'token',
    authenticate: serviceToken,
    input: object<MemoryListInput>({ app_id: maybe, limit: limitTo(100), offset }),
    output: object<MemoryPage>({
      memories: listOf(
        object<Memory>({
          id: string,
          content: string,
          importance_score: optional(number()),
          tags: optional(listOf(string)),
          created_at: maybe,
        }),
      ),
      ...place,
    }),
    retry: 'safe',
    errors: ['VALIDATION_ERROR'],
  }),
  paging: byOffset({ items: ({ memories }) => memories, total: ({ total }) => total }),
};

/** Deletes one memory. Returns undefined if an earlier attempt of the same call already deleted the memory. */
export const remove = operation({
  method: 'DELETE',
  path: '/v1/memory/{memory_id}',
  credentials: 'token',
  authenticate: serviceToken,
  input: object<MemoryRemoveInput>({ memory_id: uuid }),
  output: object<MemoryRemoveResult>({ success: boolean, message: maybe }) as Schema<MemoryRemoveResult | undefined>,
  retry: 'idempotent',
  invalidates: ['/v1/memory'],
  errors: ['MEMORY_NOT_FOUND', 'AUTHENTICATION_FAILED'],
});

/** Deletes all memories of the caller, or only the caller's memories in one application. The removal cannot be undone. */
export const removeAll = operation({
  method: 'DELETE',
  path: '/v1/memory/user/all',
  credentials: 'token',
  authenticate: serviceToken,
  input: ofApp,
  output: object<MemoryRemoveAllResult>(removed),
  retry: 'idempotent',
  invalidates: ['/v1/memory'],
  errors: ['AUTHENTICATION_FAILED'],
});

/** Finds duplicate memories. Nothing is deleted. */
export const duplicates = operation({
  method: 'GET',
  path: '/v1/memory/duplicates',
  credentials: 'token',
  authenticate: serviceToken,
  input: ofApp,
  output: object<MemoryDuplicatesResult>({
    groups: listOf(
      object<MemoryDuplicateGroup>({
        canonical_id: string,
        canonical_content: string,
        duplicates: listOf(
          object<DuplicateMemory>({ id: string, content: string, created_at: maybe, similarity_to_canonical: optional(number()) }),
        ),
      }),
    ),
    total_duplicates: number(),
  }),
  retry: 'safe',
  errors: ['AUTHENTICATION_FAILED'],
});

/** Deletes duplicate memories. The oldest memory of each group stays. */
export const deduplicate = operation({
  method: 'POST',
  path: '/v1/memory/deduplicate',
  credentials: 'token',
  authenticate: serviceToken,
  input: ofApp,
  query: ['app_id'],
  output: object<MemoryDeduplicateResult>({ ...removed, groups_merged: number() }),
  retry: 'non-idempotent',
  invalidates: ['/v1/memory'],
  generates: true,
  errors: ['AUTHENTICATION_FAILED'],
});
