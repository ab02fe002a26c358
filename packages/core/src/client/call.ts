import { withDetails, isPlatformError } from '../diagnostics/errors.ts';
import type { WireResponse } from '../http/wire.ts';
import type { Call } from './attempt.ts';
import { cachedRead, isCached } from './cached-read.ts';
import { toCallerError } from './caller-error.ts';
import { announce, withHeaders } from './platform-defaults.ts';
import { outdate, outdatedPaths, prepare, trailOf, type Invocation } from './prepare.ts';
import { readResponse, shapeError } from './read-response.ts';
import type { Parts } from './request.ts';
import { send } from './send.ts';
import { tracedCall } from './traced.ts';
import type { Trail } from './trail.ts';
import { prepareNaming } from './wire-naming.ts';

type Members = Record<string, unknown>;

/** Runs one operation: checks the input, sends it or finds a cached response, and reads the response. */
export const call = <In, Out>(invocation: Invocation<In, Out>, ready?: Parts): Promise<Out> => {
  const trail = trailOf(invocation);
  const wrap = invocation.context.options.tracing?.call;
  return wrap ? wrap(tracedCall(invocation, trail), () => run(invocation, trail, ready)) : run(invocation, trail, ready);
};

const run = async <In, Out>(invocation: Invocation<In, Out>, trail: Trail, ready: Parts | undefined): Promise<Out> => {
  const { context, name, operation } = invocation;
  try {
    prepareNaming(context);
    const request = prepare(invocation, [], ready);
    const response = await respond(invocation, request, trail);
    return read(invocation, request, response);
  } catch (error) {
    const failure = toCallerError(error, name, trail);
    throw operation.lost?.(failure) ?? failure;
  }
};

/** Sends the request, or finds its response in the cache. */
const respond = async <In, Out>(
  { context, name, operation, input, options }: Invocation<In, Out>,
  request: Call,
  trail: Trail,
): Promise<WireResponse> => {
  const fields = input as Members;
  const isRead = isCached(operation);
  // An input may change while its request is under way.
  const outdated = isRead ? [] : outdatedPaths(operation, fields);
  try {
    if (isRead) return await cachedRead(context, request, fields, options, trail);
    return await send(context, request, withHeaders(context, options), trail);
  } finally {
    // Failed writes invalidate too, as the server may have applied them.
    outdate(context, outdated);
    announce(context, name, options, trail);
  }
};

/** Reads the response, compares it with the input, and warns about a value that callers need and the response lacks. */
const read = <In, Out>({ context, name, operation, input }: Invocation<In, Out>, { parts }: Call, response: WireResponse): Out => {
  try {
    const output = readResponse(context, name, operation, response, input) as Out;
    const difference = output === undefined ? undefined : operation.checkAgainstInput?.(output as Exclude<Out, undefined>, input);
    if (difference) throw shapeError(name, difference, response, undefined, operation.billed && output);
    const nextStep = operation.missing?.(output);
    if (nextStep) context.log?.({ type: 'warning', message: `${name}: ${nextStep}` });
    return output;
  } catch (error) {
    if (isCached(operation)) context.cache.invalidate(parts.path);
    throw isPlatformError(error) ? withDetails(error, { status: response.status, outcome: error.outcome ?? 'likely-applied' }) : error;
  }
};
