import { inputError, isPlatformError, withDetails } from '../diagnostics/errors.ts';
import type { OpenBody, WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { callOptions } from '../operation/options.ts';
import { checkOptions } from '../schema/options.ts';
import { UUID } from '../schema/uuid.ts';
import { DEFAULT_CALL_MS, createDeadline } from '../time/limits.ts';
import { cachedRead, isCached } from './cached-read.ts';
import { toCallerError } from './call-error.ts';
import { checkInput } from './check-input.ts';
import { announce, traced, warnOfDeprecatedNames } from './observers.ts';
import { readResponse, responseError } from './read-response.ts';
import type { Call, Invocation } from './records.ts';
import { baseUrlOf, outdatedPaths, toParts } from './request.ts';
import { send } from './send.ts';

/** Runs one operation: checks the input, sends it or finds a cached response, and reads the response. */
export const callOperation = <In, Out>(invocation: Invocation<In, Out>): Promise<Out> =>
  traced(invocation, async (id) => {
    const call = prepare(invocation, id);
    return execute(call, isCached(invocation.operation) ? cachedRead : send, (response) => outputOf(invocation, call, response));
  });

/** Checks the options and the input, and makes the request. Nothing is sent. If `open` is set, the caller reads the body of a successful response. */
export const prepare = <In, Out>(
  { context, service, name, operation: declared, input: given, options, parts: ready }: Invocation<In, Out>,
  id: number,
  open?: OpenBody,
): Call => {
  const { options: platform, clock, session } = context;
  const operation: AnyOperation = declared;
  const input = given as Call['input'];
  try {
    const names = context.naming?.(name);
    checkOptions(name, operation.options ?? callOptions, options);
    checkInput(name, operation, input);
    if (operation.deprecated) warnOfDeprecatedNames(context, name, operation.deprecated, input);
    const parts = ready ?? toParts(operation, input, names);
    const url = baseUrlOf(operation.base ?? service.base, name, context) + parts.path;
    const { signal, timeoutMs, traceId } = options;
    if (traceId !== undefined && !UUID.test(traceId)) throw inputError('traceId must be a UUID', 'traceId');
    const encode = operation.encode?.((parts.body ?? {}) as Record<string, unknown>, options);
    return {
      context,
      id,
      service,
      name,
      operation,
      input,
      options,
      parts,
      url,
      encode,
      headers: platform.headers ? { ...platform.headers, ...options.headers } : options.headers,
      // By default, an upload may last as long as bytes are sent or received.
      deadline: createDeadline(clock, timeoutMs ?? platform.timeoutMs ?? (encode ? Infinity : DEFAULT_CALL_MS)),
      signal: signal ?? undefined,
      open,
      user: session.held(),
      // The paths are computed now, because the caller may change the input while the request runs.
      outdated: outdatedPaths(operation, input),
      attempts: [],
    };
  } catch (error) {
    throw toCallerError(error, { context, name, input, options, attempts: [] });
  }
};

/**
 * Gets the response of a call and reads it. Failed writes invalidate cached responses too, because the server may have applied them.
 * Every failure is turned into the error that the caller gets.
 */
export const execute = async <Out>(
  call: Call,
  respond: (call: Call) => Promise<WireResponse>,
  read: (response: WireResponse) => Out,
): Promise<Out> => {
  try {
    let response: WireResponse;
    try {
      response = await respond(call);
    } finally {
      invalidate(call);
      announce(call);
    }
    return read(response);
  } catch (error) {
    const failure = toCallerError(error, call);
    throw call.operation.lost?.(failure) ?? failure;
  }
};

export const invalidate = ({ context, outdated }: Call): void => {
  for (const path of outdated) context.cache.invalidate(path);
};

/** Reads the response and compares it with the input. Warns if a value that callers need is missing. */
const outputOf = <In, Out>({ operation, input }: Invocation<In, Out>, call: Call, response: WireResponse): Out => {
  const { context, name, parts } = call;
  try {
    const output = readResponse(call, response) as Out;
    const difference = output === undefined ? undefined : operation.checkAgainstInput?.(output as Exclude<Out, undefined>, input);
    if (difference) throw responseError(name, difference, response, undefined, operation.billed && output);
    const nextStep = operation.missing?.(output);
    if (nextStep) context.log?.({ type: 'warning', message: `${name}: ${nextStep}` });
    return output;
  } catch (error) {
    if (isCached(operation)) context.cache.invalidate(parts.path);
    throw isPlatformError(error) ? withDetails(error, { status: response.status, outcome: error.outcome ?? 'likely-applied' }) : error;
  }
};
