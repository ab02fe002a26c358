/** Items that arrived together and wait to be taken, in order. */
export interface Queue<Item> {
  push(item: Item): void;
  /** Removes the first; the queue must not be empty. */
  take(): Item;
  isEmpty(): boolean;
  clear(): void;
}

export const createQueue = <Item>(): Queue<Item> => {
  const items: Item[] = [];
  let head = 0;
  return {
    push: (item) => void items.push(item),
    take() {
      const item = items[head++] as Item;
      // Emptying a list costs its memory, and most lists have one item.
      if (head === items.length) {
        if (head === 1) items.pop();
        else items.length = 0;
        head = 0;
      }
      return item;
    },
    isEmpty: () => items.length === 0,
    clear: () => void (items.length = head = 0),
  };
};
