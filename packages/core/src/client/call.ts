import { isHtml } from '../diagnostics/error-body.ts';
import { amend, inputError, isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import { showHeaders } from '../diagnostics/response-headers.ts';
import { secretsOf, secretsOfHeaders } from '../diagnostics/redact.ts';
import type { Connection, WireResponse } from '../http/wire.ts';
import type { BaseName } from '../operation/names.ts';
import type { Opened } from '../operation/opened.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { problemsOf } from '../schema/schema.ts';
import { rename } from '../schema/wire-names.ts';
import type { Context } from './context.ts';
import { fillPath, toParts, type Parts } from './request.ts';
import type { Call } from './attempt.ts';
import { toCallerError } from './caller-error.ts';
import { parsed, send, TOTAL_MS } from './send.ts';
import type { Trail } from './trail.ts';

/** Where a client's operations belong. */
export interface Service {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
}

type Members = Record<string, unknown>;

/** Refuses an input that the operation's checks find wrong. */
export const checkInput = <In, Out>(name: string, { input: schema }: Operation<In, Out>, input: In): void => {
  const [problem] = problemsOf(schema, input);
  if (problem) throw inputError(`${name}: ${problem.field || 'the input'} ${problem.message}`, problem.field);
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
      ours: (document) => ours(context, name, document),
      check: (whole) => check(context, name, operation, answer, whole),
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
      const output = read(context, name, operation, answer) as Out;
      const difference = operation.verify?.(output, input);
      if (difference) throw shapeError(name, difference, answer);
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

const read = (context: Context, name: string, operation: AnyOperation, answer: WireResponse): unknown => {
  const { output } = operation;
  const { status, text } = answer;
  if (isHtml(text)) throw shapeError(name, 'it is an HTML page', answer);
  if (output.type === 'nothing') return undefined;
  if (text.trim() === '') {
    if (output.optional) return undefined;
    throw shapeError(name, 'it is empty', answer);
  }
  const found = parsed(text);
  if (found === text) throw shapeError(name, 'it is not JSON', answer);
  const document = ours(context, name, found);
  const value = output.read ? output.read(document, status) : document;
  check(context, name, operation, answer, value, document);
  return value;
};

const ours = ({ options: { wireNames } }: Context, name: string, document: unknown): unknown => {
  const renames = wireNames?.[name];
  return renames ? rename(document, renames, 'ours') : document;
};

/** Reports what of an answer differs from the documents, or throws it where the caller wants that. */
const check = (
  { options, reportShape }: Context,
  name: string,
  { output, strict }: AnyOperation,
  answer: WireResponse,
  value: unknown,
  document = value,
): void => {
  const mode = strict ? 'throw' : (options.validation ?? 'report');
  for (const { field, message } of mode === 'off' ? [] : problemsOf(output, value)) {
    // Without its outermost form there is nothing to hand out.
    if (mode === 'throw' || field === '') throw shapeError(name, `${field || 'the document'} ${message}`, answer, field, document);
    reportShape(name, field.replace(/(^|\.)\d+(?=\.|$)/g, '$1*'), message);
  }
};

// A text that could not be read is not shown: what is secret in it cannot be told.
const shapeError = (name: string, difference: string, { status, headers }: WireResponse, field?: string, body?: unknown): PlatformError =>
  new PlatformError('shape', `The answer to ${name} differs from the documents: ${difference}`, {
    ...showHeaders(headers),
    status,
    field,
    body,
    outcome: 'likely-applied',
  });
