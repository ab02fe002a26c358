import type { MemoryDuplicateGroup } from '@platform-sdk/memory';
import { similarityTo, wordsOf, type Vector } from './embedding.ts';
import type { MemoryRecord } from './records.ts';

/** The documented defaults. Below the first, texts differ; from the second on, they are the same. */
const LOW = 0.85;
const HIGH = 0.95;

interface Text {
  readonly content: string;
  readonly vector: Vector;
}

/** Returns a test for texts that mean the same as one. Between the thresholds the model decides. */
export const duplicatesOf = (one: Text): ((other: Text) => boolean) => {
  const similarity = similarityTo(one.vector);
  return (other) => {
    const found = similarity(other.vector);
    return found >= HIGH || (found >= LOW && isEquivalent(one.content, other.content));
  };
};

/** The decision of the built-in model: texts with the same words in any order mean the same. */
const isEquivalent = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

const keyOf = (text: string): string => [...new Set(wordsOf(text).map((word) => word.replace(/s$/, '')))].toSorted().join(' ');

/** Two texts differ by more than the thresholds if they share none of the rarest words of one of them. */
const RARE_WORDS = 4;

/**
 * Returns a search for later memories that may mean the same: those that share one of its rarest words, or all words. Comparing all pairs
 * would take quadratic time.
 */
const findSimilar = (memories: readonly MemoryRecord[]): ((index: number) => MemoryRecord[]) => {
  const words = memories.map(({ content }) => [...new Set(wordsOf(content))]);
  const holders = new Map<string, number[]>();
  const add = (name: string, index: number): void => {
    const found = holders.get(name);
    if (found) found.push(index);
    else holders.set(name, [index]);
  };
  for (const [index, own] of words.entries()) {
    for (const word of own) add(word, index);
    add(`all ${keyOf(own.join(' '))}`, index);
  }
  const count = (word: string): number => holders.get(word)?.length ?? 0;
  return (index) => {
    const own = words[index] ?? [];
    const rarest = own.toSorted((one, other) => count(one) - count(other)).slice(0, RARE_WORDS);
    const found = [...rarest, `all ${keyOf(own.join(' '))}`].flatMap((name) => holders.get(name) ?? []);
    return [...new Set(found)]
      .filter((other) => other > index)
      .toSorted((one, other) => one - other)
      .flatMap((other) => memories[other] ?? []);
  };
};

/** Groups memories that mean the same, each under its oldest. The input is oldest first. */
export const groupsOf = (memories: readonly MemoryRecord[]): MemoryDuplicateGroup[] => {
  const taken = new Set<string>();
  const similarTo = findSimilar(memories);
  return memories.flatMap((canonical, index) => {
    if (taken.has(canonical.id)) return [];
    const candidates = similarTo(index).filter((memory) => memory.app_id === canonical.app_id && !taken.has(memory.id));
    if (candidates.length === 0) return [];
    const same = candidates.filter(duplicatesOf(canonical));
    for (const { id } of same) taken.add(id);
    if (same.length === 0) return [];
    const similarity = similarityTo(canonical.vector);
    const duplicates = same.map(({ id, content, at, vector }) => ({
      id,
      content,
      created_at: new Date(at).toISOString(),
      similarity_to_canonical: similarity(vector),
    }));
    return [{ canonical_id: canonical.id, canonical_content: canonical.content, duplicates }];
  });
};
