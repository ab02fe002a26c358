/// <reference lib="esnext.disposable" preserve="true" />
import { inputError } from '../diagnostics/errors.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { asyncDisposeKey } from '../time/async-dispose.ts';
import { createAudience } from './audience.ts';
import type { Dialect } from './dialect.ts';
import { MAX_EVENT_CHARACTERS } from './event-length.ts';
import { readEvents, type EventReader } from './read-events.ts';
import { createIntake } from './response-intake.ts';
import type { Source } from './source.ts';
import { createWhole, type Whole } from './whole.ts';

/** Events as they arrive. One loop reads them, as events or as text; leaving the loop closes the connection. The request is sent when reading begins. */
export interface EventStream<Event, Result> extends AsyncIterable<Event> {
  /** Begins the loop. A loop over its iterator yields the rest, such as after the first event. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event>;
  /** Yields only the text of the events. */
  text(): AsyncIterable<string>;
  /**
   * Returns the sum of all events: after the loop, during it, or without one. It rejects if the stream fails. It rejects with `aborted` if
   * the loop was left before the end, and with `too-large` if the sum is longer than `maxResultCharacters`.
   */
  final(): Promise<Result>;
  /** Closes the connection. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes an event stream of a response that is opened when reading begins. */
export const eventStream = <Event, Result>(
  name: string,
  openResponse: OpenResponse,
  dialect: Dialect<Event, Result>,
  options: StreamOptions,
): EventStream<Event, Result> => {
  let opened: Opened | undefined;
  let result: Promise<Result> | undefined;
  const audience = createAudience<Event>();
  const reading = dialect.begin((document) => (opened as Opened).toLocalNames(document));
  const whole = createWhole(reading, options.maxResultCharacters, () => audience.isPresent());
  const source: Source<Event> = {
    intake(type, give, response) {
      opened = response;
      return createIntake(type, whole.reading, options.maxEventCharacters ?? MAX_EVENT_CHARACTERS, give);
    },
    state: () => reading.state(),
    result: () => whole.received(),
    end: () => whole.end((all) => opened?.check(all)),
  };
  const reader = readEvents(name, openResponse, source, audience.take, options);

  const loop = <Item>(pick: (event: Event) => Item | undefined): AsyncIterableIterator<Item, undefined> => {
    if (reader.progress.state === 'closed') throw inputError(`${name}: the stream is closed`, undefined, name);
    if (!audience.join(pick)) throw inputError(`${name}: a stream can be read once. Call the operation again`, undefined, name);
    return reader as AsyncIterableIterator<Item, undefined>;
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
      result ??= readWhole(reader, whole, source);
      // The loop throws the failure too, so a caller may never await this promise.
      result.catch(() => undefined);
      return result;
    },
    async [asyncDispose]() {
      await reader.return();
    },
  };
};

/** Reads to the end. A running loop gets its events too. */
const readWhole = async <Event, Result>(
  reader: EventReader<unknown>,
  whole: Whole<Event, Result>,
  { state, end }: Source<Event>,
): Promise<Result> => {
  whole.want();
  while (!whole.isLost()) if (!(await reader.readOn())) break;
  const { progress } = reader;
  const toCallerError = (error: unknown): unknown => reader.toCallerError(error);
  if (progress.state === 'failed') throw progress.failure;
  if (whole.isLost()) throw toCallerError(whole.tooLarge());
  if (progress.state === 'closed') {
    if (state() === 'open') throw reader.closedError('The stream was closed before its end');
    checked(end, toCallerError);
  }
  return whole.result();
};

const checked = (check: (() => void) | undefined, toCallerError: (error: unknown) => unknown): void => {
  try {
    check?.();
  } catch (error) {
    throw toCallerError(error);
  }
};
