import { createParser } from 'eventsource-parser';
import type { StreamOptions } from '../context.ts';
import { amend, isPlatformError, PlatformError } from '../errors.ts';
import { readText, type Opened } from '../transport.ts';
import { createWatch } from './watch.ts';

/** What a dialect makes of its stream, message by message. */
export interface Reading<Event, Result> {
  /** Takes one message; gives the event to hand out, if it is one. Throws what the stream itself reports as a failure. */
  message(data: string, type: string | undefined): Event | undefined;
  /** Takes a JSON document that came in place of a stream, as one event. */
  whole(document: unknown): Event | undefined;
  /** `open`: more must come; `complete`: it may end here; `over`: nothing follows, whatever the socket does. */
  state(): 'open' | 'complete' | 'over';
  /** Everything received so far. */
  result(): Result;
}

/** How a dialect of event streams is read. */
export interface Dialect<Event, Result> {
  begin(): Reading<Event, Result>;
  /** The text that an event adds; undefined when it adds none. */
  textOf(event: Event): string | undefined;
}

/** Events as they come. It is read once: as events, as text, or to its end. Leaving a loop closes the connection. */
export interface EventStream<Event, Result> extends AsyncIterable<Event> {
  /** Only the text of the events. */
  text(): AsyncIterable<string>;
  /** Reads to the end and gives all of it. */
  final(): Promise<Result>;
}

const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024;

/** Makes an event stream of an answer that is opened when reading begins. */
export const eventStream = <Event, Result>(
  name: string,
  open: () => Promise<Opened>,
  dialect: Dialect<Event, Result>,
  options: StreamOptions,
): EventStream<Event, Result> => {
  let used = false;

  const start = (): { iterator: AsyncIterator<Event>; reading: Reading<Event, Result> } => {
    if (used) throw new PlatformError('input', `${name}: a stream is read once`, { operation: name, outcome: 'not-sent' });
    used = true;
    const reading = dialect.begin();
    return { iterator: read(name, open, reading, options), reading };
  };

  return {
    [Symbol.asyncIterator]: () => start().iterator,
    async *text() {
      for await (const event of { [Symbol.asyncIterator]: () => start().iterator }) {
        const text = dialect.textOf(event);
        if (text) yield text;
      }
    },
    async final() {
      const { iterator, reading } = start();
      while (!(await iterator.next()).done);
      return reading.result();
    },
  };
};

/** A queue between the parser and the loop: events that came together are handed out without waiting. */
const read = <Event, Result>(
  name: string,
  open: () => Promise<Opened>,
  reading: Reading<Event, Result>,
  options: StreamOptions,
): AsyncIterator<Event> => {
  const { maxEventCharacters = MAX_EVENT_CHARACTERS } = options;
  const queue: Event[] = [];
  let head = 0;
  let opened: Opened | undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let failure: unknown;
  let done = false;
  const decoder = new TextDecoder();

  const watch = createWatch(options, (error) => {
    // An answer that said it was complete is, however long its socket stays open.
    if (reading.state() === 'open') failure ??= error;
    if (reader) void reader.cancel().catch(() => undefined);
    else opened?.close();
  });

  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    // Bytes are life as they are; only a parser that is told of comments buffers them.
    onEvent: ({ data, event: type }) => {
      if (failure !== undefined || reading.state() === 'over') return;
      try {
        const event = reading.message(data, type);
        if (event === undefined) return;
        watch.content();
        queue.push(event);
      } catch (error) {
        failure = error;
      }
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded')
        failure = new PlatformError('too-large', `An event is longer than ${maxEventCharacters} characters`);
    },
  });

  const close = (): void => {
    done = true;
    watch.stop();
    opened?.close();
  };

  const begin = async (): Promise<void> => {
    opened = await open();
    watch.start(opened.signal);
    const { headers, body } = opened.response;
    const type = headers.get('content-type') ?? '';
    if (/^text\/event-stream\b/i.test(type) && body) reader = body.getReader();
    else await whole(opened.response, type);
  };

  /** What came in place of a stream. */
  const whole = async (response: Response, type: string): Promise<void> => {
    const text = await readText(response, maxEventCharacters);
    const event = /\bjson\b/i.test(type) && text ? reading.whole(JSON.parse(text) as unknown) : undefined;
    if (event === undefined)
      throw new PlatformError('shape', `The answer is ${text ? type || 'of no type' : 'empty'} where a stream was asked for`);
    queue.push(event);
  };

  const fill = async (): Promise<void> => {
    if (!opened) await begin();
    while (reader && queue.length === 0 && failure === undefined && reading.state() !== 'over') {
      const { done: ended, value } = await reader.read();
      if (ended) {
        if (reading.state() === 'open') throw new PlatformError('truncated', 'The stream ended before its end marker');
        return;
      }
      watch.life();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  };

  /** The failure with everything received, under the operation's name. */
  const failed = (error: unknown): PlatformError => {
    const cause = isPlatformError(error) ? error : new PlatformError('interrupted', 'The connection broke in the middle of the stream');
    const { outcome = 'likely-applied', status = opened?.response.status } = cause;
    return amend(cause, { operation: name, outcome, status, received: reading.result() });
  };

  const next = async (): Promise<IteratorResult<Event>> => {
    queue.length = head = 0;
    if (!done) {
      await fill().catch((error: unknown) => {
        if (reading.state() === 'open') failure ??= error;
      });
    }
    if (queue.length > 0) return { done: false, value: queue[head++] as Event };
    const ended = done;
    close();
    if (failure === undefined || ended) return { done: true, value: undefined };
    throw (opened ? failed(failure) : failure) as Error;
  };

  return {
    next: () => (head < queue.length ? Promise.resolve({ done: false, value: queue[head++] as Event }) : next()),
    return: () => {
      queue.length = head = 0;
      close();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
};
