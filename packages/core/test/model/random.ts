/** A generator of pseudo-random numbers. The same seed gives the same numbers (mulberry32). */
export interface Random {
  /** Returns a number of at least 0 and less than 1. */
  next(): number;
  /** Returns an integer of at least 0 and less than `end`. */
  below(end: number): number;
  chance(share: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (end) => Math.floor(next() * end),
    chance: (share) => next() < share,
    pick: <T>(choices: readonly T[]) => choices[Math.floor(next() * choices.length)] as T,
  };
};
