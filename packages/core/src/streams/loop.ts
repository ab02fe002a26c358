import { aborted } from './deadlines.ts';
import { close, dropItems, isOpen, readOn, toCallerError, type Stream } from './stream.ts';

const END = { done: true, value: undefined } as const;

/** Begins the loop. Returns undefined if the loop would begin too late: another loop has begun, or an event has arrived without a loop. */
export const loopOver = <Event, Item>(
  stream: Stream<Event>,
  pick: (event: Event) => Item | undefined,
): AsyncIterableIterator<Item, undefined> | undefined => {
  if (stream.pick || stream.events > 0) return undefined;
  stream.pick = pick;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (stream.waiting === 0 && hasItem(stream)) return Promise.resolve(takeItem(stream));
      // Calls that are not awaited settle in order.
      const before = stream.waiting++ > 0 ? stream.latest : undefined;
      const next = nextItem<Event, Item>(stream, before);
      stream.latest = next;
      return next;
    },
    async return() {
      close(stream);
      return END;
    },
  };
};

const nextItem = async <Event, Item>(
  stream: Stream<Event>,
  before: Promise<unknown> | undefined,
): Promise<IteratorResult<Item, undefined>> => {
  if (before) await before.catch(() => undefined);
  let isReady = hasItem(stream);
  for (; !isReady && isOpen(stream); isReady = hasItem(stream)) await readOn(stream);
  stream.waiting--;
  if (isReady) return takeItem(stream);
  const isFirst = !stream.isLeft;
  stream.isLeft = true;
  if (isFirst && stream.state === 'failed') throw stream.failure;
  return END;
};

/** Returns true if an item is available. A complete stream fails if its signal aborts before the loop has taken all items. */
const hasItem = <Event>(stream: Stream<Event>): boolean => {
  const { items, state, opened } = stream;
  if (items.length === 0) return false;
  if (state !== 'complete' || !opened?.signal?.aborted) return true;
  dropItems(stream);
  stream.failure = toCallerError(stream, aborted(opened.signal));
  stream.state = 'failed';
  return false;
};

const takeItem = <Event, Item>(stream: Stream<Event>): IteratorResult<Item, undefined> => {
  const { items } = stream;
  // Usually, the array contains one item. `pop` keeps the memory of the array for the next item.
  if (items.length === 1) return { done: false, value: items.pop() as Item };
  const value = items[stream.taken++] as Item;
  if (stream.taken === items.length) dropItems(stream);
  return { done: false, value };
};
