/// <reference lib="esnext.disposable" preserve="true" />
import { PlatformError } from '../diagnostics/errors.ts';
import type { OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { asyncDisposeKey } from '../time/async-dispose.ts';
import type { Intake } from './intake.ts';
import { createJobBody, type JobBody, type LogReading } from './job-body.ts';
import { watchResponse, type JobResponse } from './job-response.ts';
import { readEvents, type EventReader } from './read-events.ts';
import type { Source } from './source.ts';

/** Reads a log with a final JSON in one dialect, and holds its result. */
export interface JobReading<Event, Result> extends LogReading<Event> {
  /** Returns the result; undefined before it was read. */
  result(): Result | undefined;
  /** Returns the received part for errors: bounded, as logs can be long. */
  received(): unknown;
}

/** Work that reports its progress and ends with a result. Its events are read once; leaving the loop closes the connection. */
export interface Job<Event, Result> extends AsyncIterable<Event> {
  /** Begins the loop. A loop over its iterator yields the rest, such as after the first event. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event>;
  /** Returns the result. May be called before, inside, beside and after the loop over the events, or without a loop. */
  result(): Promise<Result>;
  /** Closes the connection, if it is open. */
  [Symbol.asyncDispose](): Promise<void>;
}

const MAX_RESULT_CHARACTERS = 256 * 1024 * 1024;

/** Makes a job of a response that is opened when reading begins: a log, then `__JSON__` and the final JSON. */
export const delimited = <Event, Result>(
  name: string,
  openResponse: OpenResponse,
  reading: JobReading<Event, Result>,
  options: StreamOptions,
): Job<Event, Result> => {
  const { maxEventCharacters = MAX_RESULT_CHARACTERS } = options;
  let body: JobBody | undefined;
  let watched: JobResponse | undefined;
  const isFinal = (): boolean => body?.isFinal() === true;
  const open: OpenResponse = async (abandoned) => {
    const opened = await openResponse(abandoned);
    watched = watchResponse(opened.response, isFinal);
    return { ...opened, response: watched.response };
  };
  const source: Source<Event> = {
    intake: (type: string, give: (event: Event) => void): Intake => (body = createJobBody(type, reading, maxEventCharacters, give)),
    // A final JSON is the result even if the connection then breaks or stays silent, unless declared bytes are missing.
    state: () => (isFinal() && watched?.isWhole() ? 'complete' : 'open'),
    result: () => reading.received(),
  };
  return createJob(name, () => readEvents(name, open, source, (event) => event, options), reading);
};

/** `unread`: nothing was sent; `reading`: more events may arrive; `ended`: all events have arrived, or `failure` ended them. */
interface Tap<Event> {
  phase: 'unread' | 'reading' | 'ended';
  loop: 'none' | 'running' | 'over';
  events?: EventReader<Event>;
  failure?: Error;
  /** The running read. Loop and result share it, so that events keep their order. */
  pulling?: Promise<void> | undefined;
  /** Events that were read for the result before the loop took them; `head` counts those that it has taken. */
  ahead: Event[];
  head: number;
  /** An event was read for the result, and dropped without a loop. */
  isDropped: boolean;
}

const pull = <Event>(tap: Tap<Event>, start: () => EventReader<Event>): Promise<void> => {
  const read = async (): Promise<void> => {
    try {
      const { done, value } = await (tap.events as EventReader<Event>).next();
      if (done) tap.phase = 'ended';
      else if (tap.loop === 'running') tap.ahead.push(value);
      else tap.isDropped = true;
    } catch (error) {
      tap.failure = error as Error;
      tap.phase = 'ended';
    }
    tap.pulling = undefined;
  };
  if (tap.phase === 'unread') {
    tap.events = start();
    tap.phase = 'reading';
  }
  return (tap.pulling ??= read());
};

const leave = async <Event>(tap: Tap<Event>): Promise<void> => {
  tap.loop = 'over';
  tap.ahead = [];
  tap.head = 0;
  if (tap.phase === 'unread') tap.phase = 'ended';
  await tap.events?.return();
};

const takeAhead = <Event>(tap: Tap<Event>): Event | undefined => {
  const event = tap.ahead[tap.head++];
  if (tap.head < tap.ahead.length) return event;
  tap.ahead = [];
  tap.head = 0;
  return event;
};

const nextInTurn = async <Event>(tap: Tap<Event>, start: () => EventReader<Event>): Promise<IteratorResult<Event, undefined>> => {
  while (tap.ahead.length === 0 && tap.phase !== 'ended') await pull(tap, start);
  const { failure } = tap;
  if (tap.ahead.length > 0) return { done: false, value: takeAhead(tap) as Event };
  const isFirst = tap.loop === 'running';
  tap.loop = 'over';
  if (isFirst && failure !== undefined) throw failure;
  return { done: true, value: undefined };
};

const loopOver = <Event>(tap: Tap<Event>, start: () => EventReader<Event>): AsyncIterableIterator<Event, undefined> => ({
  [Symbol.asyncIterator]() {
    return this;
  },
  next() {
    // An event that waits needs no turn: nobody else reads.
    if (tap.events && !tap.pulling && tap.ahead.length === 0 && tap.events.isReady()) return tap.events.next();
    return nextInTurn(tap, start);
  },
  async return() {
    await leave(tap);
    return { done: true, value: undefined };
  },
});

/** Makes a job of events that begin at the first read. */
const createJob = <Event, Result>(
  name: string,
  start: () => EventReader<Event>,
  reading: JobReading<Event, Result>,
): Job<Event, Result> => {
  const tap: Tap<Event> = { phase: 'unread', loop: 'none', ahead: [], head: 0, isDropped: false };
  let outcome: Promise<Result> | undefined;
  /** Marks the result's failure as handled. The loop or the caller has it already, and an unawaited result must not end the process. */
  const quieten = (): void => void outcome?.catch(() => undefined);

  const finish = async (): Promise<Result> => {
    while (tap.phase !== 'ended') await pull(tap, start);
    const result = reading.result();
    if (result !== undefined) return result;
    if (tap.failure !== undefined) throw tap.failure;
    const message = `${name}: the job was closed before its result`;
    throw tap.events
      ? tap.events.closedError(message)
      : new PlatformError('aborted', message, { operation: name, outcome: 'not-sent', received: reading.received() });
  };

  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    [Symbol.asyncIterator]() {
      if (tap.loop !== 'none' || tap.isDropped)
        throw new PlatformError('invalid-input', `${name}: the events of a job can be read once. Call the operation again`, {
          operation: name,
          outcome: 'not-sent',
        });
      tap.loop = 'running';
      quieten();
      return loopOver(tap, start);
    },
    result() {
      outcome ??= finish();
      if (tap.loop !== 'none') quieten();
      return outcome;
    },
    async [asyncDispose]() {
      quieten();
      await leave(tap);
    },
  };
};
