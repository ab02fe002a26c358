import type { StreamOptions } from '../context.ts';
import { amend, isPlatformError, PlatformError } from '../errors.ts';
import type { Opened } from '../transport.ts';
import type { Reading } from './event-stream.ts';
import { createIntake, type Intake } from './intake.ts';
import { aborted, createWatch } from './watch.ts';

const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024;
const PART = { stream: true };

/** Reads an answer and hands out what `pick` makes of its events; those that came together wait in a queue. */
export const readEvents = <Event, Result, Item>(
  name: string,
  open: () => Promise<Opened>,
  reading: Reading<Event, Result>,
  pick: (event: Event) => Item | undefined,
  options: StreamOptions,
): AsyncIterator<Item, undefined> => {
  // Node's takes two byte order marks when the first is split; the parser takes one.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const queue: Item[] = [];
  let head = 0;
  let opened: Opened | undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let intake: Intake | undefined;
  /** The latest bytes held an event. */
  let heard = false;
  /** No more bytes are wanted. */
  let ended = false;
  let failure: unknown;
  let done = false;
  /** Calls of `next` that are not answered yet, and the latest of them. */
  let waiting = 0;
  let last: Promise<IteratorResult<Item, undefined>> | undefined;

  const release = (): void => {
    ended = true;
    watch.stop();
    reader?.cancel().catch(() => undefined);
    opened?.close();
  };

  const watch = createWatch(options, (error) => {
    // An answer that said it was complete is, however long its socket stays open and its events wait.
    if (error.kind === 'aborted' || (!ended && reading.state() === 'open')) {
      failure ??= error;
      queue.length = head = 0;
    }
    release();
  });

  const give = (event: Event): void => {
    heard = true;
    const item = pick(event);
    if (item !== undefined) queue.push(item);
  };

  const begin = async (): Promise<void> => {
    watch.begin();
    opened = await open();
    const { headers, body } = opened.response;
    reader = body?.getReader();
    intake = createIntake(headers.get('content-type') ?? '', reading, options.maxEventCharacters ?? MAX_EVENT_CHARACTERS, give);
    // Left meanwhile.
    if (done) release();
    else watch.start(opened.signal);
  };

  const digest = (bytes: Uint8Array | undefined): void => {
    try {
      if (bytes) return intake?.feed(decoder.decode(bytes, PART));
      ended = true;
      intake?.end();
    } catch (error) {
      throw isPlatformError(error) ? error : new PlatformError('shape', 'A message of the stream cannot be read');
    }
  };

  const isWanting = (): boolean => !ended && reading.state() !== 'over';

  /** What ended the reading, as the caller gets it. */
  const failed = (error: unknown): unknown => {
    if (!opened) return error;
    const { response, signal } = opened;
    const cause = isPlatformError(error)
      ? error
      : signal?.aborted
        ? aborted(signal)
        : new PlatformError('interrupted', 'The connection broke in the middle of the stream');
    const { outcome = 'likely-applied', status = response.status } = cause;
    return opened.told(amend(cause, { operation: name, outcome, status, received: reading.result() }));
  };

  /** Reads on until there is something to hand out, or nothing more will come. */
  const step = async (): Promise<IteratorResult<Item, undefined>> => {
    try {
      if (head === queue.length) queue.length = head = 0;
      if (!opened && !ended) await begin();
      while (queue.length === 0 && isWanting()) {
        watch.wait(heard);
        const chunk = await reader?.read();
        // Left or out of time meanwhile.
        if (ended) break;
        heard = false;
        digest(chunk?.value);
      }
      watch.rest();
    } catch (error) {
      // A break after the end does no harm.
      if (isPlatformError(error) || reading.state() === 'open') failure ??= error;
      ended = true;
    }
    waiting--;
    if (head < queue.length) return { done: false, value: queue[head++] as Item };
    const isFirst = !done;
    done = true;
    release();
    if (isFirst && failure !== undefined) throw failed(failure);
    return { done: true, value: undefined };
  };

  return {
    next() {
      if (waiting === 0 && head < queue.length) return Promise.resolve({ done: false, value: queue[head++] as Item });
      waiting++;
      // In the order they were asked for, whether or not anyone awaited the one before.
      return (last = waiting > 1 && last ? last.then(step, step) : step());
    },
    return() {
      done = true;
      queue.length = head = 0;
      release();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
};
