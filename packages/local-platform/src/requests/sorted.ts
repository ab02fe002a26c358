import { createBreaks } from './breaks.ts';

/** So many items are sorted or merged without a break. */
const ITEMS_OF_A_STEP = 1000;

/** Returns the items in order, equal ones in their own, as `toSorted` does. Serves other requests meanwhile. */
export const sortedInSteps = async <Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Promise<Item[]> => {
  if (items.length <= ITEMS_OF_A_STEP) return items.toSorted(compare);
  const breaks = createBreaks();
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += ITEMS_OF_A_STEP) {
    const pause = breaks();
    if (pause) await pause;
    runs.push(items.slice(at, at + ITEMS_OF_A_STEP).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [one = [], other = []] = runs.slice(index, index + 2);
      const into: Item[] = [];
      for (const _ of merge(one, other, compare, into)) {
        const pause = breaks();
        if (pause) await pause;
      }
      merged.push(into);
    }
    runs = merged;
  }
  return runs[0] ?? [];
};

/** Merges two sorted lists. Yields after each step. */
function* merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
  into: Item[],
): Generator<void> {
  let [first, second] = [0, 0];
  while (first < one.length || second < other.length) {
    const isFirst = second === other.length || (first < one.length && compare(one[first] as Item, other[second] as Item) <= 0);
    into.push((isFirst ? one[first++] : other[second++]) as Item);
    if (into.length % ITEMS_OF_A_STEP === 0) yield;
  }
}
