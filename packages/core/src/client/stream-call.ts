import { PlatformError } from '../diagnostics/errors.ts';
import { COMPLETE, type Connection, type OpenBody } from '../http/wire.ts';
import type { Opened } from '../operation/opened.ts';
import type { Operation, StreamOperation } from '../operation/operation.ts';
import { streamOptions, type StreamOptions } from '../operation/options.ts';
import type { TracedCall, Tracing } from '../operation/tracing.ts';
import { DEFAULT_CALL_MS, anySignal, createDeadline, pause } from '../time/limits.ts';
import { toCallerError } from './call-error.ts';
import { execute, invalidate, prepare } from './call.ts';
import { traced } from './observers.ts';
import { checkResponse, toLocalNames } from './read-response.ts';
import type { Call, Context, Invocation } from './records.ts';
import { retryDelay, retryRules, send } from './send.ts';

/** Declares an operation whose response is read as it arrives. Programs without such operations do not bundle the code that keeps a response open. */
/* @__NO_SIDE_EFFECTS__ */ export const streamOperation = <In, Stream, const Failure extends number | string = number | string>(
  definition: Operation<In, unknown, Failure>,
  stream: StreamOperation<In, Stream>['stream'],
): StreamOperation<In, Stream, Failure> => ({ options: streamOptions, ...definition, run: runStream, stream });

/** A call of an operation whose response is read as it arrives. */
interface StreamInvocation<In, Stream> extends Invocation<In, unknown> {
  readonly operation: StreamOperation<In, Stream>;
  readonly options: StreamOptions;
}

export const runStream = <In, Stream>(invocation: StreamInvocation<In, Stream>): Stream => {
  const { context, name, operation, input, options } = invocation;
  return operation.stream((...waiting) => openResponse(invocation, ...waiting), input, withTimeouts(context, options), name);
};

/** Returns the options of a stream with its timeouts: the caller's, or else the platform's. */
const withTimeouts = ({ options: { timeouts } }: Context, options: StreamOptions): StreamOptions => {
  const { firstEventMs = timeouts?.firstEventMs, idleMs = timeouts?.idleMs, ...others } = options;
  return { ...others, ...(firstEventMs !== undefined && { firstEventMs }), ...(idleMs !== undefined && { idleMs }) };
};

/** Runs one operation until the headers of its response arrive, and leaves the body to the caller. */
const openResponse = async <In, Out>(invocation: Invocation<In, Out>, abandoned?: AbortSignal, timeoutMs?: number): Promise<Opened> => {
  const timed = timeoutMs === undefined ? invocation : { ...invocation, options: { ...invocation.options, timeoutMs } };
  const open = createOpenBody(timed.options.signal ?? undefined, abandoned);
  return traced(invocation, async (id) => openCall(prepare(timed, id, open), abandoned, 0), openTraced);
};

/** Sends a call whose body stays open. `retries` counts how often its body broke. */
const openCall = (call: Call, abandoned: AbortSignal | undefined, retries: number): Promise<Opened> =>
  execute(call, send, (response) => {
    const connection = response.opened as Connection;
    return {
      ...connection,
      close(isComplete) {
        // A stream is billed at its end, so the cached balance is invalidated again.
        invalidate(call);
        connection.close(isComplete);
      },
      toCallerError: (error) => toCallerError(error, call),
      toLocalNames: (document) => toLocalNames(call, document),
      check: (whole) => checkResponse(call, response, whole),
      maxBytes: call.context.options.maxResponseBytes,
      async again(error, signal) {
        await pauseBeforeReopening(call, error, retries + 1, signal);
        return openCall(reopened(call, abandoned, signal), abandoned, retries + 1);
      },
    };
  });

/** Creates an `OpenBody`, whose connection closes when `signal` or `abandoned` aborts. `abandoned` aborts when the reader cancels. */
const createOpenBody = (signal: AbortSignal | undefined, abandoned: AbortSignal | undefined): OpenBody => ({
  begin() {
    // The reader may have cancelled during a refresh or a pause.
    if (abandoned?.aborted) throw new PlatformError('aborted', 'The call was aborted', { outcome: 'not-sent' });
  },
  watch: (request) => abandoned?.addEventListener('abort', () => request.cancel()),
  connect(response, request) {
    const abort = (): void => close();
    const close = (isComplete = false): void => {
      signal?.removeEventListener('abort', abort);
      request.cancel(isComplete ? COMPLETE : undefined);
    };
    // The caller's abort must close the connection even if the body is not being read.
    signal?.addEventListener('abort', abort);
    return { response, signal, close };
  },
});

const MAX_REOPENINGS = 2;

/**
 * Waits until a request may be retried after its response body broke. Rejects with `error` if a retry is not allowed. Only a GET is
 * retried, at most twice. The retry limit, the retry budget and the time limit of the call apply too.
 */
const pauseBeforeReopening = async (call: Call, error: PlatformError, times: number, signal: AbortSignal | undefined): Promise<void> => {
  const { context, operation, options, deadline, attempts } = call;
  const attempt = attempts.at(-1);
  if (attempt) attempt.outcome = 'unknown';
  const isAllowed = operation.method === 'GET' && times <= MAX_REOPENINGS;
  const rules = retryRules(context, options);
  const delayMs = isAllowed ? retryDelay(new PlatformError('network', ''), times, operation.retry, rules, context.budget) : undefined;
  const leftMs = options.timeoutMs === undefined ? Infinity : deadline.remainingMs();
  if (delayMs === undefined || delayMs >= leftMs) throw error;
  await pause(delayMs, anySignal(options.signal, signal));
};

/** Returns the call for the request that follows a broken body. The retry gets a new deadline, unless the caller set `timeoutMs`. */
const reopened = (call: Call, abandoned: AbortSignal | undefined, more: AbortSignal | undefined): Call => {
  const { context, options } = call;
  const signal = anySignal(options.signal, more);
  const { timeoutMs = DEFAULT_CALL_MS } = context.options;
  return {
    ...call,
    options: { ...options, ...(signal && { signal }) },
    signal,
    open: createOpenBody(signal, abandoned),
    deadline: options.timeoutMs === undefined ? createDeadline(context.clock, timeoutMs) : call.deadline,
  };
};

/**
 * Opens a response inside a `tracing.call` hook. The traced call ends when the response is closed, or later if its reader may retry. Its
 * result is the whole response or the failure.
 */
const openTraced = (wrap: NonNullable<Tracing['call']>, call: TracedCall, open: () => Promise<Opened>): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const reading = async (): Promise<unknown> => {
      const opened = await open();
      return new Promise((finish, fail) => resolve(watched(opened, finish, fail)));
    };
    // After the headers, `reject` changes nothing: the stream throws the failure.
    wrap(call, reading).catch(reject);
  });

/** Returns a response that calls `finish` or `fail` at its end. */
const watched = (opened: Opened, finish: (whole: unknown) => void, fail: (failure: unknown) => void): Opened => {
  let whole: unknown;
  let failure: unknown;
  let isClosed = false;
  let isHeld = false;
  const end = (): void => (failure === undefined ? finish(whole) : fail(failure));
  return {
    ...opened,
    check(document) {
      whole = document;
      opened.check(document);
    },
    toCallerError: (error) => (failure = opened.toCallerError(error)),
    close(isComplete) {
      opened.close(isComplete);
      isClosed = true;
      if (!isHeld) end();
    },
    hold() {
      isHeld = true;
      return (reason) => {
        failure = reason;
        // If a reader rejects its options, the connection stays open for another reader.
        if (isClosed) end();
      };
    },
  };
};
