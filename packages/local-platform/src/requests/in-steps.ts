import { createBreaks } from './breaks.ts';

/** The clock is read once for so many items. */
const ITEMS_OF_A_STEP = 32;

/** Calls a function for each item, and serves other requests meanwhile. The items must not change. */
export const inSteps = async <Item>(items: readonly Item[], visit: (item: Item) => void): Promise<void> => {
  const breaks = createBreaks();
  for (let index = 0; index < items.length; index++) {
    const pause = index % ITEMS_OF_A_STEP === 0 ? breaks() : undefined;
    if (pause) await pause;
    visit(items[index] as Item);
  }
};

/** Returns whether an item passes a test, and serves other requests meanwhile. */
export const someInSteps = async <Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Promise<boolean> => {
  const breaks = createBreaks();
  for (let index = 0; index < items.length; index++) {
    const pause = index % ITEMS_OF_A_STEP === 0 ? breaks() : undefined;
    if (pause) await pause;
    if (isWanted(items[index] as Item)) return true;
  }
  return false;
};

/** Returns the items that pass a test, and serves other requests meanwhile. */
export const filteredInSteps = async <Item>(items: readonly Item[], isWanted: (item: Item) => boolean): Promise<Item[]> => {
  const found: Item[] = [];
  await inSteps(items, (item) => {
    if (isWanted(item)) found.push(item);
  });
  return found;
};
