import { withDetails, isPlatformError } from '../diagnostics/errors.ts';
import { cachedRead, isCached } from './cached-read.ts';
import { toCallerError } from './caller-error.ts';
import { announce, withHeaders } from './platform-defaults.ts';
import { outdating, prepare, trailOf, type Invocation } from './prepare.ts';
import { readResponse, shapeError } from './read-response.ts';
import type { Parts } from './request.ts';
import { send } from './send.ts';
import { traced } from './traced.ts';
import type { Trail } from './trail.ts';

type Members = Record<string, unknown>;

/** Runs one operation: checks the input, sends it or finds a cached response, and reads the response. */
export const call = async <In, Out>(invocation: Invocation<In, Out>, ready?: Parts): Promise<Out> => {
  const trail = trailOf(invocation);
  return traced(invocation, trail, () => run(invocation, trail, ready));
};

const run = async <In, Out>(invocation: Invocation<In, Out>, trail: Trail, ready: Parts | undefined): Promise<Out> => {
  const [context, , name, operation, input, options] = invocation;
  const fields = input as Members;
  try {
    const request = prepare(invocation, [], ready);
    const isRead = isCached(operation);
    const outdate = isRead ? undefined : outdating(context, operation, fields);
    const sending = isRead
      ? cachedRead(context, request, fields, options, trail)
      : send(context, request, withHeaders(context, options), trail);
    // Failed writes invalidate too, as the server may have applied them.
    const answer = await sending.finally(() => {
      outdate?.();
      announce(context, name, options, trail);
    });
    try {
      const output = readResponse(context, name, operation, answer, input, trail) as Out;
      const difference = output === undefined ? undefined : operation.checkAgainstInput?.(output as Exclude<Out, undefined>, input);
      if (difference) throw shapeError(name, difference, answer, undefined, operation.billed && output);
      return output;
    } catch (error) {
      if (isRead) context.cache.invalidate(request.parts.path);
      throw isPlatformError(error) ? withDetails(error, { status: answer.status, outcome: error.outcome ?? 'likely-applied' }) : error;
    }
  } catch (error) {
    const failure = toCallerError(error, name, trail);
    throw operation.lost?.(failure) ?? failure;
  }
};
