import { createOpenBody } from '../http/open-body.ts';
import type { Connection } from '../http/wire.ts';
import type { Opened } from '../operation/opened.ts';
import type { StreamOperation } from '../operation/kinds.ts';
import type { Operation } from '../operation/operation.ts';
import type { StreamOptions } from '../operation/options.ts';
import { anySignal } from '../time/cancellation.ts';
import type { StreamOptionName } from './check-options.ts';
import type { Context } from './context.ts';
import { toCallerError } from './caller-error.ts';
import { announce, withHeaders } from './platform-defaults.ts';
import { outdate, outdatedPaths, prepare, trailOf, type Invocation } from './prepare.ts';
import { pauseBeforeReopening } from './reopen.ts';
import { checkResponse, toLocalNames } from './read-response.ts';
import { send } from './send.ts';
import { tracedCall } from './traced.ts';
import { openTraced } from './traced-stream.ts';
import type { Trail } from './trail.ts';
import { prepareNaming } from './wire-naming.ts';

/** Declares an operation whose response is read as it arrives. Programs without one do not load the code that keeps a response open. */
export const streamOperation = <In, Stream, const Failure extends number | string = number | string>(
  definition: Operation<In, unknown, Failure>,
  stream: StreamOperation<In, Stream>['stream'],
): StreamOperation<In, Stream, Failure> => ({ ...definition, run: runStream, stream });

/** A call of an operation whose response is read as it arrives. */
interface StreamInvocation<In, Stream> extends Invocation<In, unknown> {
  readonly operation: StreamOperation<In, Stream>;
  readonly options: StreamOptions;
}

/** Starts the stream of a call. */
export const runStream = <In, Stream>(invocation: StreamInvocation<In, Stream>): Stream => {
  const { context, name, operation, input, options } = invocation;
  return operation.stream((...waiting) => openResponse(invocation, ...waiting), input, withTimeouts(context, options), name);
};

/** Returns the options of a stream with its timeouts: the caller's, else the platform's. */
const withTimeouts = ({ options: { timeouts } }: Context, options: StreamOptions): StreamOptions => {
  const { firstEventMs = timeouts?.firstEventMs, idleMs = timeouts?.idleMs, ...others } = options;
  return { ...others, ...(firstEventMs !== undefined && { firstEventMs }), ...(idleMs !== undefined && { idleMs }) };
};

type Members = Record<string, unknown>;

const STREAM_OPTIONS = [
  'firstEventMs',
  'idleMs',
  'eventIdleMs',
  'maxEventCharacters',
  'maxResultCharacters',
] as const satisfies readonly StreamOptionName[];

/** Runs one operation up to the headers of its response, and leaves the body to the caller. */
const openResponse = async <In, Out>(invocation: Invocation<In, Out>, abandoned?: AbortSignal, timeoutMs?: number): Promise<Opened> => {
  const trail = trailOf(invocation);
  const wrap = invocation.context.options.tracing?.call;
  const timed = timeoutMs === undefined ? invocation : { ...invocation, options: { ...invocation.options, timeoutMs } };
  const run = (): Promise<Opened> => open(timed, abandoned, trail);
  return wrap ? openTraced(wrap, tracedCall(invocation, trail), run) : run();
};

const open = async <In, Out>(invocation: Invocation<In, Out>, abandoned: AbortSignal | undefined, trail: Trail): Promise<Opened> => {
  const { context, name, operation, input, options } = invocation;
  const started = context.clock.monotonic();
  try {
    prepareNaming(context);
    const request = prepare(invocation, STREAM_OPTIONS);
    const outdated = outdatedPaths(operation, input as Members);
    const answer = await send(context, request, withHeaders(context, options), trail, {
      open: createOpenBody(options.signal ?? undefined, abandoned),
    }).finally(() => {
      outdate(context, outdated);
      announce(context, name, options, trail);
    });
    const connection = answer.opened as Connection;
    return {
      ...connection,
      close: (isComplete) => {
        // A stream is billed at its end, so its cached balance is outdated again.
        outdate(context, outdated);
        connection.close(isComplete);
      },
      toCallerError: (error) => toCallerError(error, name, trail),
      toLocalNames: (document) => toLocalNames(context, name, document),
      check: (whole) => checkResponse(context, name, operation, answer, whole),
      maxBytes: context.options.maxResponseBytes,
      again: async (error, signal) => {
        const rest = await pauseBeforeReopening({ context, operation, options, trail, started }, error, anySignal(options.signal, signal));
        return open({ ...invocation, options: rest }, abandoned, trail);
      },
    };
  } catch (error) {
    throw toCallerError(error, name, trail);
  }
};
