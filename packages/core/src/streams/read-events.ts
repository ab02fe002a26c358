import type { OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { checkSignal, close, closedError, createPipeline, errorOf, readUntil } from './pipeline.ts';
import type { Source } from './source.ts';
import { isOpen, type Progress } from './stream-state.ts';

/** The events of one response, read one after the other. */
export interface EventReader<Item> extends AsyncIterableIterator<Item, undefined> {
  next(): Promise<IteratorResult<Item, undefined>>;
  /** Leaves the stream, and closes its connection. */
  return(): Promise<IteratorResult<Item, undefined>>;
  /** Returns true if an event waits, so that `next` resolves with it at once. */
  isReady(): boolean;
  /** Reads on and keeps the items for `next`. Resolves with false at the end. */
  readOn(): Promise<boolean>;
  readonly progress: Readonly<Progress>;
  /** Turns an error of the stream into the one that the caller gets. */
  toCallerError(error: unknown): unknown;
  /** Creates the error of a stream that was left before its end. */
  closedError(message: string): unknown;
}

const END = { done: true, value: undefined } as const;

/** Reads a response and yields the items that `pick` returns for its events. Items that arrived together wait in a queue. */
export const readEvents = <Event, Item>(
  name: string,
  openResponse: OpenResponse,
  source: Source<Event>,
  pick: (event: Event) => Item | undefined,
  options: StreamOptions,
): EventReader<Item> => {
  const pipeline = createPipeline(name, openResponse, source, pick, options);
  const { progress, queue } = pipeline;
  /** Calls of `next` that are not settled yet. */
  let waiting = 0;
  /** Readings that are not settled yet, and the latest of them. */
  let readings = 0;
  let last: Promise<unknown> | undefined;
  let isOver = false;

  const hasItem = (): boolean => !queue.isEmpty();

  const takeItem = (): IteratorResult<Item, undefined> => {
    readings--;
    waiting--;
    checkSignal(pipeline);
    if (!queue.isEmpty()) return { done: false, value: queue.take() };
    const isFirst = !isOver;
    isOver = true;
    if (isFirst && progress.state === 'failed') throw progress.failure;
    return END;
  };

  const readItem = (): Promise<IteratorResult<Item, undefined>> => readUntil(pipeline, hasItem, takeItem);

  const readBytes = async (): Promise<boolean> => {
    let isRead = false;
    await readUntil(
      pipeline,
      () => {
        const wasRead = isRead;
        isRead = true;
        return wasRead;
      },
      () => undefined,
    );
    readings--;
    return isOpen(progress);
  };

  /** Runs readings in the order of the calls, even if the previous one is not awaited. */
  const inTurn = <Result>(read: () => Promise<Result>): Promise<Result> => {
    const reading = ++readings > 1 && last ? last.then(read, read) : read();
    last = reading;
    return reading;
  };

  const isReady = (): boolean => {
    checkSignal(pipeline);
    return waiting === 0 && !queue.isEmpty();
  };

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    isReady,
    next() {
      if (isReady()) return Promise.resolve({ done: false, value: queue.take() });
      waiting++;
      return inTurn(readItem);
    },
    async return() {
      close(pipeline);
      isOver = true;
      return END;
    },
    readOn: () => inTurn(readBytes),
    progress,
    toCallerError: (error) => errorOf(pipeline, error),
    closedError: (message) => closedError(pipeline, message),
  };
};
