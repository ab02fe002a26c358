import { isPlatformError, PlatformError, withDetails } from '../diagnostics/errors.ts';
import { COMPLETE, type BodyReader } from '../http/wire.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { aborted, createDeadlines, type Deadlines } from './deadlines.ts';
import { createDecoder, type Decoder } from './decode.ts';
import type { Source } from './dialect.ts';

/**
 * The state of reading one response. Decision 0019 draws the states.
 *
 * - `opening`: the response has not arrived yet.
 * - `reading`: the body is read.
 * - `complete`: nothing is missing.
 * - `failed`: a failure ended it.
 * - `closed`: its reader left before its end.
 */
type StreamState = 'opening' | 'reading' | 'complete' | 'failed' | 'closed';

/** One response that is read. A loop takes its events; `final()` and `result()` read on without a loop, or beside it. */
export interface Stream<Event> {
  readonly name: string;
  readonly openResponse: OpenResponse;
  readonly source: Source<Event>;
  readonly options: StreamOptions;
  state: StreamState;
  /** The error of a failed stream, as the caller gets it. A stream that was closed while it was opened has the error of its request. */
  failure?: unknown;
  /** The request was begun. */
  isBegun: boolean;
  /** Closes the connection while it is opened. */
  readonly abandoned: AbortController;
  opened?: Opened;
  body?: BodyReader | undefined;
  decoder?: Decoder;
  deadlines?: Deadlines;
  /** The step that runs. All readers await the same one. */
  step?: Promise<void> | undefined;
  /** The number of events so far. */
  events: number;
  /** Returns the loop's item for an event. Without a loop, events are dropped. */
  pick?: (event: Event) => unknown;
  /** The items that arrived together. The loop has taken the first `taken`. */
  readonly items: unknown[];
  taken: number;
  /** The number of calls of `next` that are not settled, and the latest of them. */
  waiting: number;
  latest?: Promise<unknown>;
  /** The loop has thrown the failure, or was left. */
  isLeft: boolean;
}

/** Makes a stream of a response that is opened at the first step. */
export const createStream = <Event>(
  name: string,
  openResponse: OpenResponse,
  source: Source<Event>,
  options: StreamOptions,
): Stream<Event> => ({
  name,
  openResponse,
  source,
  options,
  state: 'opening',
  isBegun: openResponse.isSent ?? false,
  abandoned: new AbortController(),
  events: 0,
  items: [],
  taken: 0,
  waiting: 0,
  isLeft: false,
});

/** Returns true while more may arrive. */
export const isOpen = ({ state }: { readonly state: StreamState }): boolean => state === 'opening' || state === 'reading';

/** Takes one step: opens the response, or reads one piece of its body. Never rejects, as a failure becomes the state. */
export const readOn = <Event>(stream: Stream<Event>): Promise<void> => (stream.step ??= takeStep(stream));

/** Reads to the end, or until `isEnough` returns true. */
export const readToEnd = async <Event>(stream: Stream<Event>, isEnough = (): boolean => false): Promise<void> => {
  while (isOpen(stream) && !isEnough()) await readOn(stream);
  // The request of a stream that was left meanwhile decides its outcome.
  if (stream.state === 'closed') await stream.step;
};

const takeStep = async <Event>(stream: Stream<Event>): Promise<void> => {
  const { source, body, deadlines } = stream;
  try {
    if (stream.state === 'opening') await open(stream);
    else {
      deadlines?.wait(stream.events, source.state() === 'complete', source.isSilent?.() === true);
      const { done, value } = await (body?.read() ?? { done: true });
      deadlines?.rest();
      // The stream was not left and has not failed meanwhile.
      if (stream.state === 'reading') {
        if (value) stream.decoder?.feed(value);
        if (done || source.state() === 'over') complete(stream);
      }
    }
  } catch (error) {
    // A break after the end is harmless.
    if (isPlatformError(error) || source.state() === 'open') fail(stream, error);
    else complete(stream);
  }
  stream.step = undefined;
};

const open = async <Event>(stream: Stream<Event>): Promise<void> => {
  const { source, options, openResponse, abandoned } = stream;
  const began = performance.now();
  stream.isBegun = true;
  const opened = await openResponse(abandoned.signal);
  stream.opened = opened;
  stream.body = opened.response.body?.getReader();
  // The reader has left meanwhile.
  if (stream.state !== 'opening') return release(stream);
  const intake = source.open(opened, (event) => {
    stream.events++;
    const item = stream.pick?.(event);
    if (item !== undefined) stream.items.push(item);
  });
  stream.state = 'reading';
  stream.decoder = createDecoder(intake);
  stream.deadlines = createDeadlines(options, began, opened.signal, (error) => interrupt(stream, error));
  stream.deadlines.start();
};

/** Completes a stream that waits for nothing more. It fails if something is missing. */
const complete = <Event>(stream: Stream<Event>): void => {
  if (!isOpen(stream)) return;
  try {
    stream.decoder?.end();
  } catch (error) {
    return fail(stream, error);
  }
  stream.state = 'complete';
  release(stream, true);
};

/** Ends a stream whose deadline was missed, or whose signal has aborted. */
const interrupt = <Event>(stream: Stream<Event>, error: PlatformError): void => {
  // A complete response stays complete, however long its socket stays open and its events wait.
  if (error.kind !== 'aborted' && stream.source.state() !== 'open') return complete(stream);
  dropItems(stream);
  fail(stream, error);
};

/** Ends the stream with an error. The loop takes the items before it. */
const fail = <Event>(stream: Stream<Event>, error: unknown): void => {
  if (stream.state === 'closed') stream.failure ??= error;
  if (!isOpen(stream)) return;
  stream.failure = toCallerError(stream, error);
  stream.state = 'failed';
  release(stream);
};

/** Leaves the stream, and closes its connection. */
export const close = <Event>(stream: Stream<Event>): void => {
  dropItems(stream);
  stream.isLeft = true;
  if (!isOpen(stream)) return;
  stream.state = 'closed';
  release(stream);
};

/** Releases the timers and the connection. */
const release = <Event>({ deadlines, body, opened, abandoned }: Stream<Event>, isComplete = false): void => {
  deadlines?.stop();
  body?.cancel(isComplete ? COMPLETE : undefined).catch(() => undefined);
  opened?.close(isComplete);
  abandoned.abort();
};

/** Drops the items that the loop has not taken. */
export const dropItems = <Event>(stream: Stream<Event>): void => {
  stream.items.length = stream.taken = 0;
};

/** Creates the error of a connection that broke. */
export const interrupted = (): PlatformError => new PlatformError('interrupted', 'The connection broke in the middle of the stream');

/** Turns an error of the stream into the one that the caller gets. An error before the response is returned unchanged. */
export const toCallerError = <Event>({ name, opened, source }: Stream<Event>, error: unknown): unknown => {
  if (!opened) return error;
  const { response, signal } = opened;
  const cause = isPlatformError(error) ? error : signal?.aborted ? aborted(signal) : interrupted();
  const { outcome = 'likely-applied', status = response.status } = cause;
  return opened.toCallerError(withDetails(cause, { operation: name, outcome, status, received: source.received() }));
};

/** Creates the error of a stream that its reader left before the end. */
export const closedError = <Event>(stream: Stream<Event>, message: string): unknown => {
  const { name, opened, failure, isBegun, source } = stream;
  const outcome = isPlatformError(failure) ? failure.outcome : isBegun ? 'unknown' : 'not-sent';
  const details = opened ? {} : { outcome, received: source.received() };
  return toCallerError(stream, new PlatformError('aborted', message, { operation: name, ...details }));
};
