import { amend, inputError, isPlatformError } from '../diagnostics/errors.ts';
import { secretsOf, secretsOfHeaders } from '../diagnostics/redact.ts';
import type { Connection, WireResponse } from '../http/wire.ts';
import type { BaseName } from '../operation/names.ts';
import type { Opened } from '../operation/opened.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { omitNulls } from '../schema/omit-nulls.ts';
import { problemsOf } from '../schema/schema.ts';
import type { Context } from './context.ts';
import { checkResponse, readResponse, shapeError, toLocalNames } from './read-response.ts';
import { fillPath, toParts, type Parts } from './request.ts';
import type { Call } from './attempt.ts';
import { toCallerError } from './caller-error.ts';
import { send, TOTAL_MS } from './send.ts';
import type { Trail } from './trail.ts';

/** Where a client's operations belong. */
export interface Service {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
}

type Members = Record<string, unknown>;

/** Rejects an input that does not match the operation. */
export const checkInput = <In, Out>(name: string, { input: schema, inputProblems }: Operation<In, Out>, input: In): void => {
  const [problem = inputProblems?.(input)[0]] = problemsOf(schema, input);
  if (problem) throw inputError(`${name}: ${problem.field || 'the input'} ${problem.message}`, problem.field, name);
};

/** Checks the input and makes the request. */
const prepare = <In, Out>(
  { options }: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  ready?: Parts,
): Call => {
  checkInput(name, operation, input);
  const parts = ready ?? toParts(operation, input as Members, options.wireNames?.[name]);
  return { name, service: service.name, base: service.base, operation, parts };
};

/** Runs one operation up to its answer's headers, and leaves the body to the caller. */
export const open = async <In, Out>(
  context: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  options: CallOptions,
  left?: AbortSignal,
): Promise<Opened> => {
  const trail: Trail = { attempts: 0, secrets: () => secretsOf([input], secretsOfHeaders(options.headers)) };
  try {
    const answer = await send(context, prepare(context, service, name, operation, input), options, trail, { left });
    return {
      ...(answer.opened as Connection),
      told: (error) => toCallerError(error, name, trail),
      ours: (document) => toLocalNames(context, name, document),
      check: (whole) => {
        checkResponse(context, name, operation, answer, whole);
        omitNulls(operation.output, whole);
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
  const trail: Trail = { attempts: 0, secrets: () => secretsOf([input], secretsOfHeaders(options.headers)) };
  const fields = input as Members;
  try {
    const request = prepare(context, service, name, operation, input, ready);
    const isRead = isCached(context, operation, options);
    const paths = isRead ? [] : outdated(operation, fields);
    const answer = await (isRead
      ? cached(context, request, fields, options, trail)
      : // Also after a failure: a write may have been carried out all the same.
        send(context, request, options, trail).finally(() => {
          for (const path of paths) context.cache.invalidate(path);
        }));
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

// Own headers, or tokens that are not the session's, may stand for another user.
const isCached = ({ options }: Context, { freshSeconds }: AnyOperation, { headers }: CallOptions): boolean =>
  freshSeconds !== undefined && !headers && typeof options.accessToken !== 'function';

const cached = async (context: Context, request: Call, input: Members, options: CallOptions, trail: Trail): Promise<WireResponse> => {
  const { operation, parts } = request;
  const { bypass = '', freshSeconds = 0 } = operation;
  // Callers who share an answer have clocks and signals of their own.
  const { signal, timeoutMs = context.options.timeouts?.totalMs ?? TOTAL_MS, ...others } = options;
  const own: Trail = { ...trail };
  let followed = own;
  try {
    return await context.cache.read({
      key: parts.path + JSON.stringify({ ...input, [bypass]: 0 }),
      path: parts.path,
      freshMs: freshSeconds * 1000,
      force: options.forceRefresh === true || (input[bypass] ?? false) !== false,
      signal,
      timeoutMs,
      trail: own,
      load: (end) => send(context, request, { ...others, signal: end }, own),
      follow: (found) => (followed = found),
    });
  } catch (error) {
    // Why it was to be asked again says more than that there was no time for it.
    throw isPlatformError(error) && error.kind === 'timeout' ? (followed.last ?? error) : error;
  } finally {
    Object.assign(trail, followed);
  }
};

/** The paths whose cached answers a call outdates. */
const outdated = ({ invalidates = [] }: AnyOperation, input: Members): string[] =>
  invalidates.filter((path) => [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => input[name])).map((path) => fillPath(path, input));
