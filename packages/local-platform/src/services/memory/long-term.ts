import type { World } from '../../world/state.ts';
import { duplicatesOf } from './duplicates.ts';
import { embed, similarityTo } from './embedding.ts';
import { categoryOf, sentencesOf } from './importance.ts';
import { memoriesOf, memoryRecords, type MemoryRecord } from './records.ts';
import { deepFreeze } from '../../state/freeze.ts';

/** The documented defaults of the service's settings. */
const MIN_IMPORTANCE = 0.3;
const DECAY_PER_DAY = 0.05;
const MAX_AGE_DAYS = 365;
const DAY_MS = 86_400_000;

const daysOld = (world: World, { at }: MemoryRecord): number => Math.max(0, (world.clock.now() - at) / DAY_MS);

/** Returns the decayed weight of a memory: a fifth remains after a month. */
export const weightOf = (world: World, memory: MemoryRecord): number => Math.exp(-DECAY_PER_DAY * daysOld(world, memory));

/** The fields of a new memory that its creator sets. */
export type NewMemory = Pick<MemoryRecord, 'userId' | 'app_id' | 'content' | 'importance_score' | 'tags'> & { readonly at?: number };

/** Stores a memory without any checks. */
export const store = (world: World, { at = world.clock.now(), ...given }: NewMemory): MemoryRecord => {
  const memory: MemoryRecord = deepFreeze({ id: world.id(), ...given, at, vector: embed(given.content) });
  world.records(memoryRecords).memories.set(memory.id, memory);
  return memory;
};

/** Stores the important sentences of a message, except duplicates. */
export const remember = (world: World, { userId, app_id, text }: { userId: string; app_id: string; text: string }): MemoryRecord[] => {
  const news: MemoryRecord[] = [];
  for (const content of sentencesOf(text)) {
    const { importance_score, tags } = categoryOf(content);
    if (importance_score < MIN_IMPORTANCE) continue;
    const isSame = duplicatesOf({ content, vector: embed(content) });
    if (memoriesOf(world, userId, app_id).some(isSame)) continue;
    news.push(store(world, { userId, app_id, content, importance_score, tags }));
  }
  return news;
};

/** A memory with its similarity to the query. */
export interface Recalled {
  readonly memory: MemoryRecord;
  readonly similarity: number;
}

/** Finds similar memories that are not too old. Recent memories rank higher. */
export const recall = (
  world: World,
  { userId, app_id, query, min }: { userId: string; app_id: string; query: string; min: number },
): Recalled[] => {
  const similarity = similarityTo(embed(query));
  const earliest = world.clock.now() - MAX_AGE_DAYS * DAY_MS;
  const found: (Recalled & { readonly rank: number })[] = [];
  for (const memory of memoriesOf(world, userId, app_id)) {
    const similar = memory.at >= earliest ? similarity(memory.vector) : -1;
    if (similar >= min) found.push({ memory, similarity: similar, rank: similar * weightOf(world, memory) });
  }
  return found.toSorted((one, other) => other.rank - one.rank || one.memory.at - other.memory.at);
};
