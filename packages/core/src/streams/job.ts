/// <reference lib="esnext.disposable" preserve="true" />
import { inputError } from '../diagnostics/errors.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { asyncDisposeKey } from '../http/runtime.ts';
import type { Source } from './dialect.ts';
import { createJobBody, type JobBody, type LogReading } from './job-body.ts';
import { loopOver } from './loop.ts';
import { close, closedError, createStream, readToEnd, type Stream } from './stream.ts';

/** Reads the log of a job and its final JSON, and keeps the result. */
export interface JobReading<Event, Result> extends LogReading<Event> {
  /** Called when the headers have arrived. Default: the reading does not use the response. */
  readonly open?: (opened: Opened) => void;
  /** Returns the result; undefined before it was read. */
  readonly result: () => Result | undefined;
  /** Returns the received part, for errors. The length of the part is limited, because logs can be long. */
  readonly received: () => unknown;
}

/**
 * A job that reports its progress and ends with a result. The events of a job can be read once. Ending the loop early closes the
 * connection.
 */
export interface Job<Event, Result> extends AsyncIterable<Event> {
  /** Begins the loop. A second loop over the same iterator yields the remaining events. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event>;
  /** Returns the result. The method may be called before, during and after a loop over the events, or without a loop. */
  result(): Promise<Result>;
  /** Closes the connection, if it is open. */
  [Symbol.asyncDispose](): Promise<void>;
}

const MAX_RESULT_CHARACTERS = 256 * 1024 * 1024;

/** Creates a job from a response that is opened when reading begins: a log, then `__JSON__` and the final JSON. */
export const delimited = <Event, Result>(
  name: string,
  openResponse: OpenResponse,
  reading: JobReading<Event, Result>,
  options: StreamOptions,
): Job<Event, Result> => {
  const stream = createStream(name, openResponse, sourceOf(reading, options.maxEventCharacters), options);
  let result: Promise<Result> | undefined;
  /** Marks the failure of the result as handled. The loop or the caller receives it too, and an unhandled rejection would end the process. */
  const quieten = (): void => void result?.catch(() => undefined);

  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    [Symbol.asyncIterator]() {
      const events = stream.state === 'closed' ? undefined : loopOver(stream, (event) => event);
      if (!events) throw inputError(`${name}: the events of a job can be read once. Call the operation again`, undefined, name);
      quieten();
      return events;
    },
    result() {
      result ??= readResult(stream, reading);
      if (stream.pick || stream.isLeft) quieten();
      return result;
    },
    async [asyncDispose]() {
      quieten();
      close(stream);
    },
  };
};

const sourceOf = <Event>(reading: JobReading<Event, unknown>, maxCharacters = MAX_RESULT_CHARACTERS): Source<Event> => {
  let body: JobBody | undefined;
  return {
    open(opened, give) {
      reading.open?.(opened);
      body = createJobBody(opened.response.headers, reading, maxCharacters, give);
      return body;
    },
    state: () => body?.state() ?? 'open',
    isSilent: () => body?.isPadding() === true,
    received: reading.received,
  };
};

/** Reads to the end, and returns the result. A running loop also receives the events. */
const readResult = async <Event, Result>(stream: Stream<Event>, reading: JobReading<Event, Result>): Promise<Result> => {
  await readToEnd(stream);
  const result = reading.result();
  if (result !== undefined) return result;
  if (stream.state === 'failed') throw stream.failure;
  throw closedError(stream, `${stream.name}: the job was closed before its result`);
};
