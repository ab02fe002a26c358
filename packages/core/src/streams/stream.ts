import { isPlatformError, PlatformError, withDetails } from '../diagnostics/errors.ts';
import { COMPLETE, type BodyReader } from '../http/wire.ts';
import type { Opened, OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { aborted, createDeadlines, type Deadlines } from './deadlines.ts';
import { createDecoder, type Decoder } from './text.ts';
import type { Source } from './dialect.ts';

/**
 * The state of reading one response. Decision 0019 draws the states.
 *
 * - `opening`: the response has not arrived yet.
 * - `reading`: the body is being read.
 * - `complete`: the whole response was read.
 * - `failed`: the stream ended with a failure.
 * - `closed`: the reader cancelled before the end.
 */
type StreamState = 'opening' | 'reading' | 'complete' | 'failed' | 'closed';

/** One response that is being read. A loop takes its events. `final()` and `result()` read the response too, with or without a loop. */
export interface Stream<Event> {
  readonly name: string;
  readonly openResponse: OpenResponse;
  readonly source: Source<Event>;
  readonly options: StreamOptions;
  state: StreamState;
  /** The failure of a failed stream, as the caller gets it. If the stream was closed during `opening`, the error of its request. */
  failure?: unknown;
  /** True once the request was started. */
  isBegun: boolean;
  /** Cancels the request, or closes its connection. */
  readonly abandoned: AbortController;
  opened?: Opened;
  body?: BodyReader | undefined;
  decoder?: Decoder;
  deadlines?: Deadlines;
  /** The running step. All readers await the same step. */
  step?: Promise<void> | undefined;
  /** The number of events so far. */
  events: number;
  /** Returns the loop's item for an event. Absent without a loop: events are dropped then. */
  pick?: (event: Event) => unknown;
  /** The items for the loop, which has taken the first `taken` items. */
  readonly items: unknown[];
  taken: number;
  /** The number of unsettled calls of `next`, and the promise of the latest call. */
  waiting: number;
  latest?: Promise<unknown>;
  /** True if the loop has ended, at the end of the stream, early or with the failure, or if the stream was closed. */
  isLeft: boolean;
}

/** Creates a stream from a response that is opened at the first step. */
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

/** Returns true while more events may arrive. */
export const isOpen = ({ state }: { readonly state: StreamState }): boolean => state === 'opening' || state === 'reading';

const isReading = ({ state }: { readonly state: StreamState }): boolean => state === 'reading';

/** Runs one step: opens the response, or reads its body until an event arrives. Never rejects, because a failure becomes the state. */
export const readOn = <Event>(stream: Stream<Event>): Promise<void> => (stream.step ??= takeStep(stream));

/** Reads to the end, or until `isEnough` returns true. */
export const readToEnd = async <Event>(stream: Stream<Event>, isEnough = (): boolean => false): Promise<void> => {
  while (isOpen(stream) && !isEnough()) await readOn(stream);
  // If the stream was closed meanwhile, its request is awaited, because the request determines the outcome.
  if (stream.state === 'closed') await stream.step;
};

const takeStep = async <Event>(stream: Stream<Event>): Promise<void> => {
  const { source, body, deadlines, events } = stream;
  try {
    if (stream.state === 'opening') await open(stream);
    else {
      while (stream.state === 'reading' && stream.events === events) {
        deadlines?.wait(events, source.state() === 'complete', source.isSilent?.() === true);
        const { done, value } = await (body?.read() ?? { done: true });
        deadlines?.rest();
        // The stream may have been closed or may have failed meanwhile.
        if (!isReading(stream)) break;
        if (value) stream.decoder?.feed(value);
        if (done || source.state() === 'over') complete(stream);
      }
    }
  } catch (error) {
    // A connection that breaks after the end causes no failure.
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
  // The reader cancelled meanwhile.
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

/** Completes a stream. The stream fails if a part is missing. */
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

/** Ends a stream whose deadline was missed, or whose signal has aborted. If the stream stalled, the loop still receives the earlier items. */
const interrupt = <Event>(stream: Stream<Event>, error: PlatformError): void => {
  // A stream that may end here completes, even if its connection is still open.
  if (error.kind !== 'aborted' && stream.source.state() !== 'open') return complete(stream);
  if (error.kind !== 'stalled') dropItems(stream);
  fail(stream, error);
};

/** Ends the stream with an error. The loop still receives the items before the error. */
const fail = <Event>(stream: Stream<Event>, error: unknown): void => {
  if (stream.state === 'closed') stream.failure ??= error;
  if (!isOpen(stream)) return;
  stream.failure = toCallerError(stream, error);
  stream.state = 'failed';
  release(stream);
};

export const close = <Event>(stream: Stream<Event>): void => {
  dropItems(stream);
  stream.isLeft = true;
  if (!isOpen(stream)) return;
  stream.state = 'closed';
  release(stream);
};

const release = <Event>({ deadlines, body, opened, abandoned }: Stream<Event>, isComplete = false): void => {
  deadlines?.stop();
  body?.cancel(isComplete ? COMPLETE : undefined).catch(() => undefined);
  opened?.close(isComplete);
  abandoned.abort();
};

export const dropItems = <Event>(stream: Stream<Event>): void => {
  stream.items.length = stream.taken = 0;
};

/** Creates the error of a connection that broke. */
export const interrupted = (): PlatformError => new PlatformError('interrupted', 'The connection broke in the middle of the stream');

/** Turns an error of the stream into the error that the caller gets. Errors from before the response are returned unchanged. */
export const toCallerError = <Event>({ name, opened, source }: Stream<Event>, error: unknown): unknown => {
  if (!opened) return error;
  const { response, signal } = opened;
  const cause = isPlatformError(error) ? error : signal?.aborted ? aborted(signal) : interrupted();
  const { outcome = 'likely-applied', status = response.status } = cause;
  return opened.toCallerError(withDetails(cause, { operation: name, outcome, status, received: source.received() }));
};

/** Creates the error of a stream that its reader cancelled before the end. */
export const closedError = <Event>(stream: Stream<Event>, message: string): unknown => {
  const { name, opened, failure, isBegun, source } = stream;
  const outcome = isPlatformError(failure) ? failure.outcome : isBegun ? 'unknown' : 'not-sent';
  const details = opened ? {} : { outcome, received: source.received() };
  return toCallerError(stream, new PlatformError('aborted', message, { operation: name, ...details }));
};
