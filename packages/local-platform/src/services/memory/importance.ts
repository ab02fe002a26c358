import { cut } from './facts.ts';

/** The importance of a sentence, and its topic. */
export interface Category {
  readonly importance_score: number;
  readonly tags: readonly string[];
}

/** The documented levels of importance, highest first. */
const CATEGORIES: readonly (readonly [RegExp, number, string])[] = [
  [/\b(allerg|asthma|diabet|epilep|medic|doctor|emergency|blood|pregnan|disease|insulin|heart)/i, 0.9, 'medical'],
  [
    /\b(my (first |last |full )?name is|call me|i(?:'m| am) \d+ years|i was born|my birthday|i live in|i(?:'m| am) from|i work)/i,
    0.85,
    'identity',
  ],
  [/^in summary\b|\bto summarise\b|\bto summarize\b/i, 0.75, 'summary'],
  [/\b(favou?rite|prefer|i (?:really )?(?:like|love|hate|enjoy|dislike))\b/i, 0.7, 'preference'],
  [/\b(decided|decision|we agreed|i will|let's go with|chose|choose)\b/i, 0.65, 'decision'],
];
const OTHER: Category = { importance_score: 0.5, tags: [] };
const SMALL_TALK: Category = { importance_score: 0.1, tags: [] };

/**
 * Returns the importance and topic of a sentence. The importance of questions and very short sentences is below the minimum for a memory.
 */
export const categoryOf = (sentence: string): Category => {
  if (sentence.endsWith('?') || sentence.split(/\s+/).length < 3) return SMALL_TALK;
  const found = CATEGORIES.find(([pattern]) => pattern.test(sentence));
  return found ? { importance_score: found[1], tags: [found[2]] } : OTHER;
};

const LONGEST = 500;

/** Splits a string into sentences and lines. Sentences with more than 500 code units are cut. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => cut(sentence.trim(), LONGEST))
    .filter((sentence) => sentence !== '');
