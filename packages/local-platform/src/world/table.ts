/** Records by id, which can also be found by other keys without a scan. */
export interface Table<Item, Index extends string> extends Map<string, Item> {
  /** Returns the records with this key, oldest first. The list is the table's own and changes with it. */
  by(index: Index, key: string): readonly Item[];
  /** Returns these records of the table, each once, oldest first. */
  inOrder(records: Iterable<Item>): Item[];
}

/** Creates a table. An index returns the keys of a record, which must not change while the record is kept. */
export const createTable = <Item, Index extends string>(
  indexes: Readonly<Record<Index, (item: Item) => readonly (string | null | undefined)[]>>,
): Table<Item, Index> => {
  const table = new Map<string, Item>();
  const lists = new Map<string, Item[]>();
  const arrivals = new Map<Item, number>();
  let latest = 0;
  const nameOf = (index: string, key: string): string => `${index} ${key}`;

  const listsOf = (item: Item): string[] => [
    ...new Set(
      Object.entries<(item: Item) => readonly (string | null | undefined)[]>(indexes).flatMap(([index, keysOf]) =>
        keysOf(item).flatMap((key) => (key === null || key === undefined ? [] : [nameOf(index, key)])),
      ),
    ),
  ];

  const add = (item: Item): void => {
    arrivals.set(item, ++latest);
    for (const name of listsOf(item)) {
      const list = lists.get(name);
      if (list) list.push(item);
      else lists.set(name, [item]);
    }
  };

  const remove = (item: Item): void => {
    arrivals.delete(item);
    for (const name of listsOf(item)) {
      const list = lists.get(name) ?? [];
      // The latest records are removed most often.
      list.splice(list.lastIndexOf(item), 1);
      if (list.length === 0) lists.delete(name);
    }
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
    inOrder: (records: Iterable<Item>): Item[] =>
      [...new Set(records)].toSorted((one, other) => (arrivals.get(one) ?? 0) - (arrivals.get(other) ?? 0)),
    by: (index: Index, key: string): readonly Item[] => lists.get(nameOf(index, key)) ?? [],
  });
};
