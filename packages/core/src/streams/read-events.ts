import { amend, isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { Opened } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import type { Intake } from './intake.ts';
import { aborted, createWatch } from './watch.ts';

/** An answer on its way to being events. */
export interface Source<Event> {
  /** Begins once the answer's headers are there; `finish` ends the reading, as nothing more is needed. */
  readonly intake: (type: string, give: (event: Event) => void, finish: () => void) => Intake;
  /** `open`: more must come; `complete`: it may end here; `over`: nothing follows, whatever the socket does. */
  readonly state: () => 'open' | 'complete' | 'over';
  /** Everything received so far, for errors. */
  readonly result: () => unknown;
  /** Hears that all of it came. What has one and is complete is waited for no longer than a moment. */
  readonly end?: () => void;
}

const PART = { stream: true };

/** Reads an answer and hands out what `pick` makes of its events; those that came together wait in a queue. */
export const readEvents = <Event, Item>(
  name: string,
  open: (left?: AbortSignal) => Promise<Opened>,
  source: Source<Event>,
  pick: (event: Event) => Item | undefined,
  options: StreamOptions,
): AsyncIterator<Item, undefined> => {
  // Node's takes two byte order marks when the first is split; the parser takes one.
  const left = new AbortController();
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
    intake?.stop?.();
    reader?.cancel().catch(() => undefined);
    opened?.close();
    left.abort();
  };

  const watch = createWatch(
    options,
    (error) => {
      // An answer that said it was complete is, however long its socket stays open and its events wait.
      if (error.kind === 'aborted' || (!ended && source.state() === 'open')) {
        failure ??= error;
        queue.length = head = 0;
        release();
      } else finish();
    },
    () => source.end !== undefined && source.state() === 'complete',
  );

  const give = (event: Event): void => {
    heard = true;
    const item = pick(event);
    if (item !== undefined) queue.push(item);
  };

  const begin = async (): Promise<void> => {
    watch.begin();
    opened = await open(left.signal);
    const { headers, body } = opened.response;
    reader = body?.getReader();
    intake = source.intake(headers.get('content-type') ?? '', give, finish);
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

  /** Nothing is missing, so nothing more is waited for. */
  const finish = (): void => {
    if (ended) return;
    try {
      digest(undefined);
    } catch (error) {
      failure ??= error;
    }
    release();
  };

  const isWanting = (): boolean => !ended && source.state() !== 'over';

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
    return opened.told(amend(cause, { operation: name, outcome, status, received: source.result() }));
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
      if (isPlatformError(error) || source.state() === 'open') failure ??= error;
      else finish();
      ended = true;
    }
    waiting--;
    if (head < queue.length) return { done: false, value: queue[head++] as Item };
    const isFirst = !done;
    done = true;
    release();
    if (!isFirst) return { done: true, value: undefined };
    try {
      if (failure === undefined) source.end?.();
    } catch (error) {
      failure = error;
    }
    if (failure !== undefined) throw failed(failure);
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
