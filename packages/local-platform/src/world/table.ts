/** A map of records by id, with indexes by other keys. */
export interface Table<Item, Index extends string> extends Map<string, Item> {
  /** Returns the records with this key, oldest first. */
  by(index: Index, key: string): Item[];
  /** Returns the given records in the order of insertion, without duplicates. */
  inOrder(records: Iterable<Item>): Item[];
}

type KeysOf<Item> = (item: Item) => readonly (string | null | undefined)[];

const nameOf = (index: string, key: string): string => `${index} ${key}`;

/** Creates a table. An index returns the keys of a record. Keys must not change while the record is stored. */
export const createTable = <Item, Index extends string>(indexes: Readonly<Record<Index, KeysOf<Item>>>): Table<Item, Index> => {
  const table = new Map<string, Item>();
  const groups = new Map<string, Set<Item>>();
  const arrivals = new Map<Item, number>();
  let latest = 0;

  const namesOf = (item: Item): string[] =>
    Object.entries<KeysOf<Item>>(indexes).flatMap(([index, keysOf]) =>
      keysOf(item).flatMap((key) => (key === null || key === undefined ? [] : [nameOf(index, key)])),
    );

  const add = (item: Item): void => {
    for (const name of namesOf(item)) {
      const group = groups.get(name);
      if (group) group.add(item);
      else groups.set(name, new Set([item]));
    }
    arrivals.set(item, ++latest);
  };

  const remove = (item: Item): void => {
    for (const name of namesOf(item)) {
      const group = groups.get(name);
      group?.delete(item);
      if (group?.size === 0) groups.delete(name);
    }
    arrivals.delete(item);
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
      groups.clear();
      arrivals.clear();
      clear();
    },
    by: (index: Index, key: string): Item[] => [...(groups.get(nameOf(index, key)) ?? [])],
    inOrder: (records: Iterable<Item>): Item[] =>
      [...new Set(records)].toSorted((one, other) => (arrivals.get(one) ?? 0) - (arrivals.get(other) ?? 0)),
  });
};
