/**
 * The meaning of a string as a vector of length 1, or empty. Most of the 512 components are zero, so only the other components are stored:
 * pairs of index and value, by ascending index.
 */
export type Vector = Float64Array;

const DIMENSIONS = 512;
/** The maximum number of characters that a vector is computed from. Later characters are ignored. */
const LONGEST = 32_768;
const WORD_WEIGHT = 3;
const COMMON = new Set(
  'a an and are as at be been but by called do does for from had has have he her his i in is it its me my named of on or our she so than that the their them there these they this those to was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Returns the words of a string in lower case, without common words. If all words are common, returns all words. */
export const wordsOf = (text: string): string[] => {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaningful = words.filter((word) => !COMMON.has(word));
  return meaningful.length > 0 ? meaningful : words;
};

const placeOf = (part: string): number => {
  let hash = 2166136261;
  for (let index = 0; index < part.length; index++) hash = Math.imul(hash ^ part.charCodeAt(index), 16777619);
  return (hash >>> 0) % DIMENSIONS;
};

/** The squared weights of a word: the weight of the word alone, and the weight with its letter triples. Hash collisions are ignored. */
export interface WordWeights {
  own: number;
  all: number;
}

export const weightsOf = (text: string): Map<string, WordWeights> => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text.slice(0, LONGEST))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map(
    [...counts].map(([word, count]) => [word, { own: (WORD_WEIGHT * count) ** 2, all: (WORD_WEIGHT ** 2 + word.length) * count ** 2 }]),
  );
};

/** Computes the vector of a string from its words and their letter triples. Each word and each triple is hashed to an index. */
export const embed = (text: string): Vector => {
  const vector = new Float64Array(DIMENSIONS);
  const add = (part: string, weight: number): void => {
    const place = placeOf(part);
    vector[place] = (vector[place] ?? 0) + weight;
  };
  for (const word of wordsOf(text.slice(0, LONGEST))) {
    add(`word ${word}`, WORD_WEIGHT);
    const padded = ` ${word} `;
    for (let index = 0; index + 3 <= padded.length; index++) add(padded.slice(index, index + 3), 1);
  }
  const length = Math.hypot(...vector);
  const pairs: number[] = [];
  for (const [place, value] of vector.entries()) if (value !== 0) pairs.push(place, value / length);
  return new Float64Array(pairs);
};

/** Returns a function that computes the cosine similarity to another vector: from 0 to 1, rounded to six decimals. */
export const similarityTo = (one: Vector): ((other: Vector) => number) => {
  const values = new Float64Array(DIMENSIONS);
  for (let index = 0; index < one.length; index += 2) values[one[index] ?? 0] = one[index + 1] ?? 0;
  return (other) => {
    let product = 0;
    for (let index = 0; index < other.length; index += 2) product += (values[other[index] ?? 0] ?? 0) * (other[index + 1] ?? 0);
    return Math.min(1, Math.round(product * 1e6) / 1e6);
  };
};
