import type { Connection } from '../http/wire.ts';
import type { Opened } from '../operation/opened.ts';
import type { StreamOperation } from '../operation/kinds.ts';
import type { Operation } from '../operation/operation.ts';
import { toCallerError } from './caller-error.ts';
import type { StreamOptionName } from './check-options.ts';
import { announce, withHeaders } from './platform-defaults.ts';
import { checkWireNames, outdate, outdatedPaths, prepare, trailOf, type Invocation } from './prepare.ts';
import { checkResponse, toLocalNames } from './read-response.ts';
import { send } from './send.ts';
import { tracedCall } from './traced.ts';
import { openTraced } from './traced-stream.ts';
import type { Trail } from './trail.ts';

/** Declares an operation whose response is read as it arrives. Programs without one do not load the code that keeps a response open. */
export const streamOperation = <In, Stream>(
  definition: Operation<In, unknown>,
  stream: StreamOperation<In, Stream>['stream'],
): StreamOperation<In, Stream> => ({ ...definition, open: openResponse, stream });

type Members = Record<string, unknown>;

const STREAM_OPTIONS = [
  'firstEventMs',
  'idleMs',
  'eventIdleMs',
  'maxEventCharacters',
  'maxResultCharacters',
] as const satisfies readonly StreamOptionName[];

/** Runs one operation up to the headers of its response, and leaves the body to the caller. */
export const openResponse = async <In, Out>(
  invocation: Invocation<In, Out>,
  abandoned?: AbortSignal,
  timeoutMs?: number,
): Promise<Opened> => {
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
    if (context.options.wireNames) await checkWireNames(context);
    const request = prepare(invocation, STREAM_OPTIONS);
    const outdated = outdatedPaths(operation, input as Members);
    const answer = await send(context, request, withHeaders(context, options), trail, {
      open: { abandoned, signal: options.signal ?? undefined },
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
        // Only downloads need this code. A page that lost its connection may fail to load it.
        const { pauseBeforeReopening } = await import('./reopen.ts').catch(() => {
          throw error;
        });
        const rest = await pauseBeforeReopening({ context, operation, options, trail, started }, error, signal);
        return open({ ...invocation, options: rest }, abandoned, trail);
      },
    };
  } catch (error) {
    throw toCallerError(error, name, trail);
  }
};
