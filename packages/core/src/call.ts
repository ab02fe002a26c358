import type { CallOptions, Context } from './context.ts';
import { isHtml } from './error-body.ts';
import { inputError, PlatformError } from './errors.ts';
import type { AnyOperation, BaseName, Operation } from './operation.ts';
import { secretsOf } from './redact.ts';
import { fillPath, toParts, type Parts } from './request.ts';
import { problemsOf } from './schema.ts';
import { parsed, send, told, TOTAL_MS, type Call, type Trail } from './send.ts';
import type { Opened, WireResponse } from './transport.ts';
import { rename } from './wire-names.ts';

/** Where a client's operations belong. */
export interface Service {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
}

type Members = Record<string, unknown>;

/** Checks the input and makes the request. */
const prepare = <In, Out>(
  { options }: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  ready?: Parts,
): Call => {
  const [problem] = problemsOf(operation.input, input);
  if (problem) throw inputError(`${name}: ${problem.field || 'the input'} ${problem.message}`, problem.field);
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
): Promise<Opened> => {
  const trail: Trail = { attempts: 0, secrets: secretsOf([input, options.headers]) };
  try {
    const { opened } = await send(context, prepare(context, service, name, operation, input), options, trail, true);
    return opened as Opened;
  } catch (error) {
    throw told(error, name, trail);
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
  const trail: Trail = { attempts: 0, secrets: secretsOf([input, options.headers]) };
  const fields = input as Members;
  try {
    const request = prepare(context, service, name, operation, input, ready);
    const take = (answer: WireResponse): Out => {
      const output = read(context, name, operation, answer) as Out;
      const difference = operation.verify?.(output, input);
      if (difference) throw shapeError(name, difference, answer);
      return output;
    };
    if (isCached(context, operation, options)) {
      // Its callers have clocks and signals of their own.
      const { timeoutMs: _, ...shared } = options;
      return await cached(context, request, fields, options, (signal) => send(context, request, { ...shared, signal }, trail), take);
    }
    return take(await send(context, request, options, trail).finally(() => outdate(context, operation, fields)));
  } catch (error) {
    throw told(error, name, trail);
  }
};

// Own headers, or tokens that are not the session's, may stand for another user.
const isCached = ({ options }: Context, { freshSeconds }: AnyOperation, { headers }: CallOptions): boolean =>
  freshSeconds !== undefined && !headers && typeof options.accessToken !== 'function';

const cached = async <Out>(
  { cache, options: { timeouts } }: Context,
  { operation: { bypass = '', freshSeconds = 0 }, parts: { path } }: Call,
  input: Members,
  { signal, timeoutMs = timeouts?.totalMs ?? TOTAL_MS }: CallOptions,
  load: (signal: AbortSignal) => Promise<WireResponse>,
  take: (answer: WireResponse) => Out,
): Promise<Out> => {
  const force = (input[bypass] ?? false) !== false;
  const answer = await cache.read({
    key: path + JSON.stringify({ ...input, [bypass]: 0 }),
    path,
    freshMs: freshSeconds * 1000,
    force,
    signal,
    timeoutMs,
    load,
  });
  try {
    return take(answer);
  } catch (error) {
    cache.invalidate(path);
    throw error;
  }
};

/** Also after a failure: a write may have been carried out all the same. */
const outdate = ({ cache }: Context, { invalidates = [] }: AnyOperation, input: Members): void => {
  for (const path of invalidates) {
    if ([...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => input[name])) cache.invalidate(fillPath(path, input));
  }
};

const read = ({ options, reportShape }: Context, name: string, { output, strict }: AnyOperation, answer: WireResponse): unknown => {
  const { status, text } = answer;
  if (isHtml(text)) throw shapeError(name, 'it is an HTML page', answer);
  if (output.type === 'nothing') return undefined;
  if (text.trim() === '') {
    if (output.optional) return undefined;
    throw shapeError(name, 'it is empty', answer);
  }
  let document = parsed(text);
  if (document === text) throw shapeError(name, 'it is not JSON', answer);
  const renames = options.wireNames?.[name];
  if (renames) document = rename(document, renames, 'ours');

  const value = output.read ? output.read(document, status) : document;
  const mode = strict ? 'throw' : (options.validation ?? 'report');
  for (const { field, message } of mode === 'off' ? [] : problemsOf(output, value)) {
    // Without its outermost form there is nothing to hand out.
    if (mode === 'throw' || field === '') throw shapeError(name, `${field || 'the document'} ${message}`, answer, field, document);
    reportShape(name, field.replace(/(^|\.)\d+(?=\.|$)/g, '$1*'), message);
  }
  return value;
};

// A text that could not be read is not shown: what is secret in it cannot be told.
const shapeError = (name: string, difference: string, { status }: WireResponse, field?: string, body?: unknown): PlatformError =>
  new PlatformError('shape', `The answer to ${name} differs from the documents: ${difference}`, {
    status,
    field,
    body,
    outcome: 'likely-applied',
  });
