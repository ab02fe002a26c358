import type * as contract from '@platform-sdk/memory/contract';
import type { Call, Rules } from '../../../routing/service.ts';
import type { World } from '../../../world/state.ts';
import { callerOf, memoryOf } from '../access.ts';
import { groupsOf } from '../duplicates.ts';
import { recall, weightOf } from '../long-term.ts';
import { resolveKey } from '../model.ts';
import { DEFAULT_APP, memoriesOf, memoryRecords, oldestFirst, type MemoryRecord } from '../records.ts';

const groups = (call: Call, app_id: string | undefined) => groupsOf(oldestFirst(memoriesOf(call.world, callerOf(call).id, app_id)));
/** Sorts memories by their decayed importance, the highest first. */
const ranked = (world: World, memories: readonly MemoryRecord[]): MemoryRecord[] =>
  memories
    .map((memory) => ({ memory, rank: memory.importance_score * weightOf(world, memory) }))
    .toSorted((one, other) => other.rank - one.rank || one.memory.at - other.memory.at)
    .map(({ memory }) => memory);
const isoOf = (at: number): string => new Date(at).toISOString();

export const memories: Rules<typeof contract.memories> = {
  search({ query, app_id = DEFAULT_APP, limit = 15, offset = 0, min_similarity: min = 0.6, gateway_api_key }, call) {
    const user = callerOf(call);
    resolveKey(user, gateway_api_key);
    const found = recall(call.world, { userId: user.id, app_id, query, min });
    const results = found
      .slice(offset, offset + limit)
      .map(({ memory: { id, content, at }, similarity }) => ({ id, content, similarity, created_at: isoOf(at) }));
    return { results, total: found.length, limit, offset };
  },

  list({ app_id, limit = 15, offset = 0 }, call) {
    const { world } = call;
    const found = memoriesOf(world, callerOf(call).id, app_id);
    const total = found.length;
    const page = ranked(world, found)
      .slice(offset, offset + limit)
      .map(({ id, content, importance_score, tags, at }) => ({ id, content, importance_score, tags: [...tags], created_at: isoOf(at) }));
    return { memories: page, total, limit, offset };
  },

  remove({ memory_id }, call) {
    const { id } = memoryOf(call, callerOf(call), memory_id);
    call.world.records(memoryRecords).memories.delete(id);
    return { success: true, message: 'The memory was deleted.' };
  },

  removeAll({ app_id }, call) {
    const { memories: stored } = call.world.records(memoryRecords);
    const own = memoriesOf(call.world, callerOf(call).id, app_id);
    for (const { id } of own) stored.delete(id);
    return { success: true, deleted_count: own.length };
  },

  duplicates({ app_id }, call) {
    const found = groups(call, app_id);
    return { groups: found, total_duplicates: found.reduce((sum, { duplicates }) => sum + duplicates.length, 0) };
  },

  deduplicate({ app_id }, call) {
    const found = groups(call, app_id);
    const { memories: stored } = call.world.records(memoryRecords);
    const newer = found.flatMap(({ duplicates }) => duplicates).filter(({ id }) => stored.delete(id));
    return { success: true, deleted_count: newer.length, groups_merged: found.length };
  },
};
