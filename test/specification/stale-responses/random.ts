/** A source of random choices that a seed determines. */
export interface Random {
  /** Returns an integer of at least 0 and less than `limit`. */
  below(limit: number): number;
  /** Returns a random item. */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns the items in random order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Creates a source of random choices (mulberry32). */
export const createRandom = (seed: number): Random => {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    shuffle(items) {
      const rest = [...items];
      return items.map(() => rest.splice(below(rest.length), 1)[0] as (typeof items)[number]);
    },
  };
};
