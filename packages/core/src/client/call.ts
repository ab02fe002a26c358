import { amend, isPlatformError } from '../diagnostics/errors.ts';
import { secretsOf, secretsOfHeaders } from '../diagnostics/redact.ts';
import type { Connection } from '../http/wire.ts';
import type { BaseName } from '../operation/names.ts';
import type { Opened } from '../operation/opened.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { omitNulls } from '../schema/omit-nulls.ts';
import { cachedRead, isCached } from './cached-read.ts';
import { checkInput } from './check-input.ts';
import { checkWireNames } from './check-wire-names.ts';
import type { Context } from './context.ts';
import { announce, withHeaders } from './platform-defaults.ts';
import { checkResponse, readResponse, shapeError, toLocalNames } from './read-response.ts';
import { fillPath, toParts, type Parts } from './request.ts';
import type { Call } from './attempt.ts';
import { toCallerError } from './caller-error.ts';
import { send } from './send.ts';
import type { Trail } from './trail.ts';

/** Where a client's operations belong. */
export interface Service {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
}

type Members = Record<string, unknown>;

/** Checks the input and makes the request. */
const prepare = <In, Out>(
  context: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  ready?: Parts,
): Call => {
  checkWireNames(context);
  checkInput(name, operation, input);
  const parts = ready ?? toParts(operation, input as Members, context.options.wireNames?.[name]);
  return { name, service: service.name, base: service.base, operation, parts };
};

/** Runs one operation up to its answer's headers, and leaves the body to the caller. */
export const openResponse = async <In, Out>(
  context: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  options: CallOptions,
  abandoned?: AbortSignal,
  trail: Trail = trailOf(context, input, options),
): Promise<Opened> => {
  const started = context.clock.monotonic();
  try {
    const request = prepare(context, service, name, operation, input);
    const outdate = outdating(context, operation, input as Members);
    const answer = await send(context, request, withHeaders(context, options), trail, { left: abandoned }).finally(() => {
      outdate();
      announce(context, name, options, trail);
    });
    const connection = answer.opened as Connection;
    return {
      ...connection,
      close: () => {
        // What it was billed is known once it has ended.
        outdate();
        connection.close();
      },
      told: (error) => toCallerError(error, name, trail),
      ours: (document) => toLocalNames(context, name, document),
      check: (whole) => {
        checkResponse(context, name, operation, answer, whole);
        omitNulls(operation.output, whole);
      },
      maxBytes: context.options.maxResponseBytes,
      again: async (error, signal) => {
        // Only what receives files needs it.
        const { pauseBeforeReopening } = await import('./reopen.ts');
        const rest = await pauseBeforeReopening({ context, operation, options, trail, started }, error, signal);
        return openResponse(context, service, name, operation, input, rest, abandoned, trail);
      },
    };
  } catch (error) {
    throw toCallerError(error, name, trail);
  }
};

/** Runs one operation: checks the input, sends it or finds a fresh answer, and reads what came. */
export const call = async <In, Out>(
  context: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  options: CallOptions,
  ready?: Parts,
): Promise<Out> => {
  const trail = trailOf(context, input, options);
  const fields = input as Members;
  try {
    const request = prepare(context, service, name, operation, input, ready);
    const isRead = isCached(operation);
    const outdate = isRead ? undefined : outdating(context, operation, fields);
    const sending = isRead
      ? cachedRead(context, request, fields, options, trail)
      : send(context, request, withHeaders(context, options), trail);
    // Also after a failure: a write may have been carried out all the same.
    const answer = await sending.finally(() => {
      outdate?.();
      announce(context, name, options, trail);
    });
    try {
      const output = readResponse(context, name, operation, answer, input) as Out;
      const difference = output === undefined ? undefined : operation.verify?.(output as Exclude<Out, undefined>, input);
      if (difference) throw shapeError(name, difference, answer, undefined, operation.billed && output);
      return output;
    } catch (error) {
      if (isRead) context.cache.invalidate(request.parts.path);
      // Whatever it says, it was answered.
      throw isPlatformError(error) ? amend(error, { status: answer.status, outcome: 'likely-applied' }) : error;
    }
  } catch (error) {
    throw toCallerError(error, name, trail);
  }
};

const trailOf = ({ options: { headers }, session }: Context, input: unknown, options: CallOptions): Trail => ({
  attempts: 0,
  firstTokens: session.held(),
  secrets: () => secretsOf([input], [...secretsOfHeaders(headers), ...secretsOfHeaders(options.headers)]),
});

/** Removes the responses that a call outdates from the cache. */
const outdating = ({ cache }: Context, { invalidates = [] }: AnyOperation, input: Members): (() => void) => {
  const paths = invalidates
    .filter((path) => [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => input[name]))
    .map((path) => fillPath(path, input));
  return () => {
    for (const path of paths) cache.invalidate(path);
  };
};
