import type { DuplicateGroup } from '@platform-sdk/memory';
import { similarity, wordsOf, type Vector } from './embedding.ts';
import type { MemoryRecord } from './records.ts';

/** The documented defaults: below the first, texts differ; from the second on, they are the same. */
const LOW = 0.85;
const HIGH = 0.95;

interface Text {
  readonly content: string;
  readonly vector: Vector;
}

/** Whether two texts say the same. Between the thresholds the model is asked. */
export const isDuplicate = (one: Text, other: Text): boolean => {
  const found = similarity(one.vector, other.vector);
  return found >= HIGH || (found >= LOW && isEquivalent(one.content, other.content));
};

/** What the built-in model answers: texts with the same words, in whatever order, say the same. */
const isEquivalent = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

const keyOf = (text: string): string => [...new Set(wordsOf(text).map((word) => word.replace(/s$/, '')))].toSorted().join(' ');

/** Groups of memories that say the same, each under its oldest. The memories come oldest first. */
export const groupsOf = (memories: readonly MemoryRecord[]): DuplicateGroup[] => {
  const taken = new Set<string>();
  return memories.flatMap((canonical, index) => {
    if (taken.has(canonical.id)) return [];
    const same = memories
      .slice(index + 1)
      .filter((memory) => memory.app_id === canonical.app_id && !taken.has(memory.id) && isDuplicate(canonical, memory));
    for (const { id } of same) taken.add(id);
    if (same.length === 0) return [];
    const duplicates = same.map(({ id, content, at, vector }) => ({
      id,
      content,
      created_at: new Date(at).toISOString(),
      similarity_to_canonical: similarity(canonical.vector, vector),
    }));
    return [{ canonical_id: canonical.id, canonical_content: canonical.content, duplicates }];
  });
};
