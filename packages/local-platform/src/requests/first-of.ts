/** More than this many are sorted with all others. */
const MAX_KEPT = 200;

/** Returns the first items of an order, as sorting and cutting would, in one pass for a page near the beginning. */
export const firstOf = <Item>(items: readonly Item[], compare: (one: Item, other: Item) => number, count: number): Item[] => {
  if (count > MAX_KEPT || count >= items.length) return items.toSorted(compare).slice(0, count);
  const kept: Item[] = [];
  for (const item of items) {
    const last = kept.at(-1);
    if (kept.length === count && last !== undefined && compare(item, last) >= 0) continue;
    let place = kept.length;
    // Equal items keep their order.
    while (place > 0 && compare(item, kept[place - 1] as Item) < 0) place--;
    kept.splice(place, 0, item);
    if (kept.length > count) kept.pop();
  }
  return kept;
};
