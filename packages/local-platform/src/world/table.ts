/** A map of records by id, with indexes by other keys. */
export interface Table<Item, Index extends string> extends Map<string, Item> {
  /** Returns the records with this key, oldest first. Do not store the list, because it changes when the table changes. */
  by(index: Index, key: string): readonly Item[];
  /** Returns the given records in the order of insertion, without duplicates. */
  inOrder(records: Iterable<Item>): Item[];
}

/** The records with one key. Removed records stay in the list until it is read. */
interface List<Item> {
  readonly items: Item[];
  /** Removed records that are still in the list, with their sequence numbers. */
  readonly removed: Map<Item, number>;
}

/** The maximum number of removed records that are deleted one by one. More records are deleted in one pass over the list. */
const MAX_SEARCHED = 4;

/** Creates a table. An index returns the keys of a record. Keys must not change while the record is stored. */
export const createTable = <Item, Index extends string>(
  indexes: Readonly<Record<Index, (item: Item) => readonly (string | null | undefined)[]>>,
): Table<Item, Index> => {
  const table = new Map<string, Item>();
  const lists = new Map<string, List<Item>>();
  const arrivals = new Map<Item, number>();
  let latest = 0;
  const nameOf = (index: string, key: string): string => `${index} ${key}`;

  const keyed = Object.entries<(item: Item) => readonly (string | null | undefined)[]>(indexes);

  const listsOf = (item: Item): string[] => {
    const names: string[] = [];
    for (const [index, keysOf] of keyed)
      for (const key of keysOf(item)) {
        if (key === null || key === undefined) continue;
        const name = nameOf(index, key);
        if (!names.includes(name)) names.push(name);
      }
    return names;
  };

  /** Deletes the removed records from the items of a list: a few records by binary search, many records in one pass. */
  const compact = ({ items, removed }: List<Item>): void => {
    if (removed.size > MAX_SEARCHED) {
      const kept = items.filter((item) => !removed.has(item));
      for (const [index, item] of kept.entries()) items[index] = item;
      items.length = kept.length;
    } else for (const [item, arrival] of removed) items.splice(placeOf(items, removed, { item, arrival }), 1);
    removed.clear();
  };

  /** Finds a record in a list, which is sorted by sequence number. */
  const placeOf = (items: readonly Item[], removed: ReadonlyMap<Item, number>, wanted: { item: Item; arrival: number }): number => {
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = items[middle] as Item;
      if ((arrivals.get(item) ?? removed.get(item) ?? 0) < wanted.arrival) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const add = (item: Item): void => {
    for (const name of listsOf(item)) {
      const list = lists.get(name);
      if (list?.removed.has(item)) compact(list);
      if (list) list.items.push(item);
      else lists.set(name, { items: [item], removed: new Map() });
    }
    arrivals.set(item, ++latest);
  };

  const remove = (item: Item): void => {
    const arrival = arrivals.get(item) ?? 0;
    for (const name of listsOf(item)) {
      const list = lists.get(name);
      if (!list) continue;
      list.removed.set(item, arrival);
      if (list.items.length === list.removed.size) lists.delete(name);
    }
    arrivals.delete(item);
  };

  const by = (index: Index, key: string): readonly Item[] => {
    const list = lists.get(nameOf(index, key));
    if (!list) return [];
    if (list.removed.size > 0) compact(list);
    return list.items;
  };

  const [set, drop, clear] = [table.set.bind(table), table.delete.bind(table), table.clear.bind(table)];
  return Object.assign(table, {
    set(id: string, item: Item): typeof table {
      const old = table.get(id);
      if (old !== undefined) remove(old);
      // Deletes the old entry first, so that the map stays in insertion order. A table that is created from the entries then has the same order.
      drop(id);
      add(item);
      return set(id, item);
    },
    delete(id: string): boolean {
      const old = table.get(id);
      if (old !== undefined) remove(old);
      return drop(id);
    },
    clear(): void {
      lists.clear();
      arrivals.clear();
      clear();
    },
    inOrder(records: Iterable<Item>): Item[] {
      const items = [...records];
      const arrived = items.map((item) => arrivals.get(item) ?? 0);
      // Usually the records are already sorted and unique.
      if (arrived.every((arrival, index) => index === 0 || arrival > (arrived[index - 1] ?? 0))) return items;
      // Sorting a plain array is fast if it consists of a few sorted runs. Sorting a typed array is not.
      const places = [...arrived.keys()].sort((one, other) => (arrived[one] ?? 0) - (arrived[other] ?? 0));
      return [...new Set(places.map((place) => items[place] as Item))];
    },
    by,
  });
};
