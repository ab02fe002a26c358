/** Records by id, which can also be found by other keys without a scan. */
export interface Table<Item, Index extends string> extends Map<string, Item> {
  /** Returns the records with this key, oldest first. The list is the table's own. It changes when it is read again, and when one is added. */
  by(index: Index, key: string): readonly Item[];
  /** Returns these records of the table, each once, oldest first. */
  inOrder(records: Iterable<Item>): Item[];
}

/** The records with one key. Removed ones stay in the list until it is read. */
interface List<Item> {
  readonly items: Item[];
  /** The removed records that are still listed, with their arrivals. */
  readonly removed: Map<Item, number>;
}

/** Up to this many removed records are searched for one by one. */
const MAX_SEARCHED = 4;

/** Creates a table. An index returns the keys of a record, which must not change while the record is kept. */
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

  /** Takes the removed records out of a list: many in one pass, a few by their places. */
  const compact = ({ items, removed }: List<Item>): void => {
    if (removed.size > MAX_SEARCHED) {
      const kept = items.filter((item) => !removed.has(item));
      for (const [index, item] of kept.entries()) items[index] = item;
      items.length = kept.length;
    } else for (const [item, arrival] of removed) items.splice(placeOf(items, removed, { item, arrival }), 1);
    removed.clear();
  };

  /** Returns the place of a record in a list, which is in the order of arrival. */
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
      // The order of the map is that of insertion, so that a copy of its entries makes the same table.
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
      // Most are in order, and each of them once.
      if (arrived.every((arrival, index) => index === 0 || arrival > (arrived[index - 1] ?? 0))) return items;
      // Sorting a list of several ordered runs is fast; that of a typed array is not.
      const places = [...arrived.keys()].sort((one, other) => (arrived[one] ?? 0) - (arrived[other] ?? 0));
      return [...new Set(places.map((place) => items[place] as Item))];
    },
    by,
  });
};
