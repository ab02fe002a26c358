import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { OpenResponse } from '../operation/opened.ts';
import type { StreamOptions } from '../operation/options.ts';
import { createDecoder, type Decoder } from './decode.ts';
import { createQueue, type Queue } from './queue.ts';
import { createResponseBody, type BodyPart, type ResponseBody } from './response-body.ts';
import type { Source } from './source.ts';
import { isOpen, moveTo, type Progress } from './stream-state.ts';
import { aborted, toCallerError } from './stream-errors.ts';
import { createWatch, type Watch } from './deadlines.ts';

/** The stages of one stream, from its bytes to its queue. They share its `progress`, of which only `moveTo` changes the state. */
export interface Pipeline<Item> {
  readonly name: string;
  readonly progress: Progress;
  readonly body: ResponseBody;
  readonly decoder: Decoder;
  readonly source: Pick<Source<unknown>, 'state' | 'result' | 'end'>;
  readonly queue: Queue<Item>;
  readonly watch: Watch;
}

/** Joins the stages: body, decoder, the source's intake, and the queue of the items that `pick` returns. */
export const createPipeline = <Event, Item>(
  name: string,
  openResponse: OpenResponse,
  source: Source<Event>,
  pick: (event: Event) => Item | undefined,
  options: StreamOptions,
): Pipeline<Item> => {
  const queue = createQueue<Item>();
  const give = (event: Event): void => {
    const item = pick(event);
    if (item !== undefined) queue.push(item);
  };
  const pipeline: Pipeline<Item> = {
    name,
    progress: { state: 'opening', isBegun: openResponse.isSent },
    body: createResponseBody(openResponse),
    decoder: createDecoder(source, give),
    source,
    queue,
    watch: createWatch(
      options,
      (error) => {
        // A complete response stays complete, however long its socket stays open and its events wait.
        if (error.kind !== 'aborted' && source.state() !== 'open') return complete(pipeline);
        queue.clear();
        fail(pipeline, error);
      },
      () => source.end !== undefined && source.state() === 'complete',
    ),
  };
  return pipeline;
};

/** Reads until `isEnough` or until the end, and settles. `progress` holds a failure. */
export const readUntil = async <Item, Result>(pipeline: Pipeline<Item>, isEnough: () => boolean, settle: () => Result): Promise<Result> => {
  const { progress, body, decoder, source, watch } = pipeline;
  try {
    if (progress.state === 'opening' && !isEnough()) await open(pipeline);
    while (progress.state === 'reading' && !isEnough()) {
      watch.wait(decoder.wasEvent());
      take(pipeline, await body.read());
    }
    watch.rest();
  } catch (error) {
    // A break after the end is harmless.
    if (isPlatformError(error) || source.state() === 'open') fail(pipeline, error);
    else complete(pipeline);
  }
  return settle();
};

const open = async <Item>(pipeline: Pipeline<Item>): Promise<void> => {
  const { progress, body, decoder, watch } = pipeline;
  watch.begin();
  progress.isBegun = true;
  const opened = await body.open();
  // The reader has left meanwhile.
  if (!moveTo(progress, 'reading')) return body.close();
  decoder.start(opened);
  watch.start(opened.signal);
};

const take = <Item>(pipeline: Pipeline<Item>, { done, value }: BodyPart): void => {
  // The stream was left or has failed meanwhile.
  if (pipeline.progress.state !== 'reading') return;
  if (value) pipeline.decoder.feed(value);
  if (done || pipeline.source.state() === 'over') complete(pipeline);
};

/** Completes the stream: nothing is missing, so it waits for nothing more. */
const complete = <Item>(pipeline: Pipeline<Item>): void => {
  const { progress, decoder, source } = pipeline;
  if (!isOpen(progress)) return;
  try {
    decoder.end();
    source.end?.();
  } catch (error) {
    return fail(pipeline, error);
  }
  if (moveTo(progress, 'complete')) release(pipeline, true);
};

/** Ends the stream with an error. Items in the queue are read before it. */
const fail = <Item>(pipeline: Pipeline<Item>, error: unknown): void => {
  const { progress } = pipeline;
  const wasOpen = isOpen(progress);
  if (progress.state === 'closed') progress.failure ??= error;
  if (!moveTo(progress, 'failed')) return;
  progress.failure = errorOf(pipeline, error);
  if (wasOpen) release(pipeline);
};

/** Fails once the caller's signal has aborted, even while events of a complete stream wait. */
export const checkSignal = <Item>(pipeline: Pipeline<Item>): void => {
  const { progress, body, queue } = pipeline;
  // The watch of an open stream handles its signal.
  if (progress.state !== 'complete' || queue.isEmpty()) return;
  const signal = body.opened()?.signal;
  if (!signal?.aborted) return;
  queue.clear();
  fail(pipeline, aborted(signal));
};

/** Leaves the stream. */
export const close = <Item>(pipeline: Pipeline<Item>): void => {
  pipeline.queue.clear();
  if (moveTo(pipeline.progress, 'closed')) release(pipeline);
};

/** Turns an error of the stream into the one that the caller gets. */
export const errorOf = <Item>({ name, body, source }: Pipeline<Item>, error: unknown): unknown =>
  toCallerError(error, name, body.opened(), source.result);

/** Creates the error of a stream that its reader left before the end. */
export const closedError = <Item>(pipeline: Pipeline<Item>, message: string): unknown => {
  const { name, progress, body, source } = pipeline;
  const { failure, isBegun = false } = progress;
  const outcome = isPlatformError(failure) ? failure.outcome : isBegun ? 'unknown' : 'not-sent';
  const details = body.opened() ? {} : { outcome, received: source.result() };
  return errorOf(pipeline, new PlatformError('aborted', message, { operation: name, ...details }));
};

/** Releases the timers and the connection. */
const release = <Item>({ watch, decoder, body }: Pipeline<Item>, isComplete = false): void => {
  watch.stop();
  decoder.stop();
  body.close(isComplete);
};
