/// <reference lib="esnext.disposable" preserve="true" />
import { inputError, PlatformError, withDetails } from '../diagnostics/errors.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { asyncDisposeKey } from '../http/runtime.ts';
import { typed } from './text.ts';
import type { Dialect, Source, StreamReading } from './dialect.ts';
import { kindOf, readEvents, readResponse, unexpected, type MessageReader } from './messages.ts';
import { loopOver } from './loop.ts';
import { close, closedError, createStream, readToEnd, toCallerError, type Stream } from './stream.ts';

/** Yields events as they arrive. Reading sends the request. Only one loop can read the stream, as events or as text. Ending the loop early closes the connection. */
export interface EventStream<Event, Result> extends AsyncIterable<Event> {
  /** Begins the loop. A second loop over the same iterator yields the remaining events. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event>;
  /** Yields only the text of the events. */
  text(): AsyncIterable<string>;
  /**
   * Returns the combined result of all events. Can be called after a loop, during a loop, or without a loop. Rejects if the stream fails.
   * Rejects with `aborted` if the loop ended before all events had arrived. Rejects with `too-large` if the result is longer than
   * `maxResultCharacters`.
   */
  final(): Promise<Result>;
  /** Closes the connection. */
  [Symbol.asyncDispose](): Promise<void>;
}

const MEBI = 1024 * 1024;
const MAX_EVENT_CHARACTERS = 32 * MEBI;
/** The maximum length of the combined result if `final()` was called. */
const WANTED_CHARACTERS = 64 * MEBI;
/** The maximum length of the combined result during a loop without `final()`: many times the longest reply of a model. */
const UNWANTED_CHARACTERS = 2 * MEBI;
/** The longest string in JavaScript. */
const MAX_STRING = 2 ** 29 - 25;

/** The combined result of a stream's events. Decision 0019 lists its limits. */
interface Sum<Event, Result> {
  readonly reading: StreamReading<Event, Result>;
  /** True once `final()` was called. */
  isWanted: boolean;
  /** The limit that the combined result exceeded. The result was then dropped. Absent while the result is kept. */
  lostAt?: number;
  /** The complete result. Absent until it was checked. */
  whole?: Result;
}

/** Creates an event stream from a response that is opened when reading begins. */
export const eventStream = <Event, Result>(
  name: string,
  openResponse: OpenResponse,
  dialect: Dialect<Event, Result>,
  options: StreamOptions,
): EventStream<Event, Result> => {
  const { maxEventCharacters = MAX_EVENT_CHARACTERS, maxResultCharacters } = options;
  let opened: Opened | undefined;
  let result: Promise<Result> | undefined;
  const reading = dialect.begin((document) => (opened as Opened).toLocalNames(document));
  const sum: Sum<Event, Result> = { reading, isWanted: false };

  const source: Source<Event> = {
    open(response, give) {
      opened = response;
      const messages: MessageReader = {
        message(data, type) {
          const event = reading.message(data, type);
          limit(sum, stream, maxResultCharacters);
          if (event !== undefined) give(event);
        },
        document(value) {
          const event = reading.whole(value);
          if (event === undefined) throw unexpected('JSON of another kind');
          give(event);
        },
        state: reading.state,
        end: reading.end,
      };
      const intake = readResponse(opened.response.headers.get('content-type') ?? '', messages, maxEventCharacters);
      return {
        feed: intake.feed,
        end() {
          intake.end();
          check(sum, response);
        },
      };
    },
    state: reading.state,
    received: () => (sum.lostAt === undefined ? reading.result() : undefined),
  };
  const stream: Stream<Event> = createStream(name, openResponse, source, options);

  const loop = <Item>(pick: (event: Event) => Item | undefined): AsyncIterableIterator<Item, undefined> => {
    if (stream.state === 'closed') throw inputError(`${name}: the stream is closed`, undefined, name);
    const events = loopOver(stream, pick);
    if (!events) throw inputError(`${name}: a stream can be read once. Call the operation again`, undefined, name);
    return events;
  };

  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    [Symbol.asyncIterator]: () => loop((event) => event),
    text: () => ({
      [Symbol.asyncIterator]: () =>
        loop((event) => {
          const text: unknown = dialect.textOf(event);
          return typeof text === 'string' && text !== '' ? text : undefined;
        }),
    }),
    final() {
      result ??= readWhole(stream, sum);
      // The loop throws this failure too, so a caller need not await the promise.
      result.catch(() => undefined);
      return result;
    },
    async [asyncDispose]() {
      close(stream);
    },
  };
};

/** Drops a combined result that has become too long. A running loop continues; without a loop, reading stops. */
const limit = <Event, Result>(sum: Sum<Event, Result>, { pick }: Stream<Event>, maxResultCharacters: number | undefined): void => {
  const { size, forget } = sum.reading;
  if (!size || !forget || sum.lostAt !== undefined) return;
  const max = Math.min(maxResultCharacters ?? (sum.isWanted || !pick ? WANTED_CHARACTERS : UNWANTED_CHARACTERS), MAX_STRING);
  if (size() <= max) return;
  sum.lostAt = max;
  forget();
  if (!pick) throw tooLarge(max);
};

const tooLarge = (max: number): PlatformError =>
  new PlatformError(
    'too-large',
    `The stream adds up to more than ${max} characters. Raise maxResultCharacters, or call final() before the loop.`,
  );

/** Checks the complete result against the API specification, and keeps the result for `final()`. */
const check = <Event, Result>(sum: Sum<Event, Result>, opened: Opened): void => {
  if (sum.lostAt === undefined) opened.check((sum.whole = sum.reading.result()));
};

/** Reads to the end, and returns the combined result. A running loop also receives the events. */
const readWhole = async <Event, Result>(stream: Stream<Event>, sum: Sum<Event, Result>): Promise<Result> => {
  sum.isWanted = true;
  await readToEnd(stream, () => sum.lostAt !== undefined);
  if (stream.state === 'failed') throw stream.failure;
  if (sum.lostAt !== undefined) throw toCallerError(stream, tooLarge(sum.lostAt));
  if (stream.state === 'closed') {
    if (!stream.opened || sum.reading.state() === 'open') throw closedError(stream, 'The stream was closed before its end');
    try {
      check(sum, stream.opened);
    } catch (error) {
      throw toCallerError(stream, error);
    }
  }
  return sum.whole ?? sum.reading.result();
};

/** Reads a complete event stream that arrived instead of a document. Returns undefined for any other text. */
export const eventsIn = <Event, Result>(
  text: string,
  dialect: Dialect<Event, Result>,
  toLocalNames: (document: unknown) => unknown,
): Result | undefined => {
  if (kindOf(text, '', true) !== 'events') return undefined;
  const reading = dialect.begin(toLocalNames);
  const intake = readEvents(reading, text.length);
  try {
    intake.feed(text, 0);
    intake.end();
    return reading.result();
  } catch (error) {
    throw withDetails(typed(error), { received: reading.result() });
  }
};
