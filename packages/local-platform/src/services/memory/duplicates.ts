import type { MemoryDuplicateGroup } from '@platform-sdk/memory';
import { similarityTo, weightsOf, wordsOf, type Vector } from './embedding.ts';
import type { MemoryRecord } from './records.ts';

/** The documented default thresholds. Texts with a similarity below `LOW` differ. Texts with at least `HIGH` are duplicates. */
const LOW = 0.85;
const HIGH = 0.95;

interface Text {
  readonly content: string;
  readonly vector: Vector;
}

/** Returns a function that checks whether another text has the same meaning. Between the thresholds, the model decides. */
export const duplicatesOf = (one: Text): ((other: Text) => boolean) => {
  const similarity = similarityTo(one.vector);
  return (other) => {
    const found = similarity(other.vector);
    return found >= HIGH || (found >= LOW && isEquivalent(one.content, other.content));
  };
};

/** The built-in model's decision: texts with the same words are equal, in any order. */
const isEquivalent = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

const keyOf = (text: string): string => [...new Set(wordsOf(text).map((word) => word.replace(/s$/, '')))].toSorted().join(' ');

/** The share of their weight in which texts with a similarity of at least `HIGH` may differ. It includes a margin for hash collisions. */
const SHARED_WEIGHT = 0.13;

/**
 * Returns the rarest words of a memory's content. The similarity to a text without any of these words is below `HIGH`. The words of all
 * texts are sorted in the same order, so two similar texts share at least one such word.
 */
const rarestWords = (content: string, order: (one: string, other: string) => number): string[] => {
  const weights = weightsOf(content);
  const total = [...weights.values()].reduce((sum, { all }) => sum + all, 0);
  const rarest: string[] = [];
  let weight = 0;
  for (const word of [...weights.keys()].toSorted(order)) {
    if (weight > SHARED_WEIGHT * total) break;
    rarest.push(word);
    weight += weights.get(word)?.own ?? 0;
  }
  return rarest;
};

/** Returns the index keys of each memory: each of its rarest words, and a key for all its words. */
const namesOf = (memories: readonly MemoryRecord[]): string[][] => {
  const counts = new Map<string, number>();
  for (const { content } of memories) for (const word of new Set(wordsOf(content))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const order = (one: string, other: string): number =>
    (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || (one < other ? -1 : one > other ? 1 : 0);
  return memories.map(({ content }) => [...rarestWords(content, order), `all ${keyOf(content)}`]);
};

/**
 * Returns a function that finds possible duplicates of a memory among later memories. Possible duplicates share a rare word, or all
 * words. Comparing all pairs would take quadratic time.
 */
const findSimilar = (memories: readonly MemoryRecord[]): ((index: number) => MemoryRecord[]) => {
  const names = namesOf(memories);
  const holders = new Map<string, number[]>();
  for (const [index, own] of names.entries()) {
    for (const name of own) {
      const found = holders.get(name);
      if (found) found.push(index);
      else holders.set(name, [index]);
    }
  }
  return (index) => {
    const found = (names[index] ?? []).flatMap((name) => holders.get(name) ?? []);
    return [...new Set(found)]
      .filter((other) => other > index)
      .toSorted((one, other) => one - other)
      .flatMap((other) => memories[other] ?? []);
  };
};

/** Groups duplicate memories under the oldest memory of each group. The input must be sorted, oldest first. */
export const groupsOf = (memories: readonly MemoryRecord[]): MemoryDuplicateGroup[] => {
  const taken = new Set<string>();
  const similarTo = findSimilar(memories);
  const groups: MemoryDuplicateGroup[] = [];
  for (const [index, canonical] of memories.entries()) {
    if (taken.has(canonical.id)) continue;
    const candidates = similarTo(index).filter((memory) => memory.app_id === canonical.app_id && !taken.has(memory.id));
    const same = candidates.length === 0 ? [] : candidates.filter(duplicatesOf(canonical));
    for (const { id } of same) taken.add(id);
    if (same.length > 0) groups.push(groupOf(canonical, same));
  }
  return groups;
};

const groupOf = (canonical: MemoryRecord, same: readonly MemoryRecord[]): MemoryDuplicateGroup => {
  const similarity = similarityTo(canonical.vector);
  const duplicates = same.map(({ id, content, at, vector }) => ({
    id,
    content,
    created_at: new Date(at).toISOString(),
    similarity_to_canonical: similarity(vector),
  }));
  return { canonical_id: canonical.id, canonical_content: canonical.content, duplicates };
};
