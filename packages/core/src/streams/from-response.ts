/// <reference lib="esnext.disposable" preserve="true" />
import { inputError, withDetails, type PlatformError } from '../diagnostics/errors.ts';
import { outcomeOf } from '../http/exchange.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';
import { streamOptions, type StreamOptions } from '../operation/options.ts';
import { checkNoPromise, checkOptions } from '../schema/options.ts';
import { without, type Schema } from '../schema/schema.ts';
import { asyncDisposeKey } from '../http/runtime.ts';
import { reported } from './event-json.ts';
import { bounded } from '../time/limits.ts';
import { eventStream, type EventStream } from './event-stream.ts';
import type { Job } from './job.ts';
import { relayDialect } from './relay-dialect.ts';

/** A stream or a job that a server relays. `final()` and `result()` return the same promise. */
export interface RelayedStream<Event extends object, Result> extends EventStream<Event, Result>, Job<Event, Result> {
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options for reading a response. The request was sent already, so options of requests are rejected. */
export type FromResponseOptions = Omit<StreamOptions, 'headers' | 'retry' | 'traceId' | 'keepalive' | 'forceRefresh' | 'onResponse'>;

const fromResponseOptions: Schema<FromResponseOptions> = without(
  streamOptions,
  'headers',
  'retry',
  'traceId',
  'keepalive',
  'forceRefresh',
  'onResponse',
);

const NAME = 'fromResponse';

/**
 * Reads a response of `toResponse`: a chat stream or a job. A failure of the server's stream keeps its `kind` and `outcome`.
 * Ending the loop early cancels the response, which ends the server's stream.
 */
export const fromResponse = <Event extends object, Result>(
  response: Response,
  options: FromResponseOptions = {},
): RelayedStream<Event, Result> => {
  checkOptions(NAME, fromResponseOptions, options);
  checkNoPromise(`${NAME}: the response`, response, 'response');
  const read = async (): Promise<Opened> => {
    if (response.bodyUsed || response.body?.locked)
      throw inputError(`${NAME}: a response can be read once. Request it again, or read a clone of it`, 'response', NAME);
    if (!response.ok) throw await rejectionOf(response, options.signal);
    return {
      response,
      signal: options.signal,
      close: () => undefined,
      toCallerError: (error) => error,
      toLocalNames: (document) => document,
      check: () => undefined,
    };
  };
  const open: OpenResponse = Object.assign(read, { isSent: true } as const);
  const stream = eventStream<Event, Result>(NAME, open, relayDialect<Event, Result>(), options);
  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    ...stream,
    result: () => stream.final(),
    async [asyncDispose]() {
      await stream[asyncDispose]();
      // If the response was not read, its body is still open.
      if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined);
    },
  };
};

/** Matches a `Retry-After` in seconds. Dates are ignored. */
const SECONDS = /^\d+$/;

/** The longest wait for the body of an error response, in milliseconds. */
const REJECTION_MS = 30_000;

const rejectionOf = async (response: Response, signal: AbortSignal | undefined): Promise<PlatformError> => {
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after') ?? '';
  const text = await bounded(response.text(), REJECTION_MS, signal).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    return '';
  });
  const failure = reported(text, false);
  return withDetails(failure, {
    operation: NAME,
    status,
    // Only a relay reports an outcome. For other servers, the status determines the outcome.
    ...(failure.outcome === 'unknown' && { outcome: outcomeOf(status) }),
    ...(SECONDS.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  });
};
