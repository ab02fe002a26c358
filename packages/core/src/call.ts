import type { CallOptions, Context } from './context.ts';
import { isHtml } from './error-body.ts';
import { inputError, PlatformError } from './errors.ts';
import type { AnyOperation, BaseName, Operation } from './operation.ts';
import { redact } from './redact.ts';
import { fillPath, toParts } from './request.ts';
import { problemsOf } from './schema.ts';
import { parsed, send, type Answer, type Call } from './send.ts';
import { bounded } from './transport.ts';
import { rename, type Renames } from './wire-names.ts';

/** Where a client's operations belong. */
export interface Service {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
}

type Members = Record<string, unknown>;

/** Runs one operation: checks the input, sends it or finds a fresh answer, and reads what came. */
export const call = async <In, Out>(
  context: Context,
  service: Service,
  name: string,
  operation: Operation<In, Out>,
  input: In,
  options: CallOptions,
): Promise<Out> => {
  const [problem] = problemsOf(operation.input, input);
  if (problem) throw inputError(`${name}: ${problem.field || 'the input'} ${problem.message}`, problem.field);
  const fields = input as Members;
  const renames = context.options.wireNames?.[name];
  const request: Call = { name, service: service.name, base: service.base, operation, parts: toParts(operation, fields, renames) };

  const answer = isCached(context, operation, options)
    ? await cached(context, request, fields, options)
    : await send(context, request, options).finally(() => outdate(context, operation, fields));
  const output = read(context, name, operation, answer, renames) as Out;
  const difference = operation.verify?.(output, input);
  if (difference) throw shapeError(name, difference, answer);
  return output;
};

// Own headers, or tokens that are not the session's, may stand for another user.
const isCached = ({ options }: Context, { freshSeconds }: AnyOperation, { headers }: CallOptions): boolean =>
  freshSeconds !== undefined && !headers && typeof options.accessToken !== 'function';

const cached = async (context: Context, request: Call, input: Members, options: CallOptions): Promise<Answer> => {
  const { operation, parts } = request;
  const { signal, timeoutMs = context.options.timeouts?.totalMs ?? 120_000 } = options;
  const { bypass = '', freshSeconds = 0 } = operation;
  const text = context.cache.read({
    key: parts.path + JSON.stringify({ ...input, [bypass]: 0 }),
    path: parts.path,
    freshMs: freshSeconds * 1000,
    force: (input[bypass] ?? false) !== false,
    signal,
    load: async (shared) => (await send(context, request, { ...options, signal: shared })).text,
  });
  return { status: 200, headers: new Headers(), text: await bounded(text, timeoutMs, signal), secrets: [] };
};

/** Also after a failure: a write may have been carried out all the same. */
const outdate = ({ cache }: Context, { invalidates = [] }: AnyOperation, input: Members): void => {
  for (const path of invalidates) {
    if ([...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => input[name])) cache.invalidate(fillPath(path, input));
  }
};

const read = (context: Context, name: string, { output, strict }: AnyOperation, answer: Answer, renames: Renames | undefined): unknown => {
  const { status, text } = answer;
  if (isHtml(text)) throw shapeError(name, 'is an HTML page', answer);
  if (output.type === 'nothing') return undefined;
  if (text.trim() === '') throw shapeError(name, 'is empty', answer);
  let document = parsed(text);
  if (document === text) throw shapeError(name, 'is not JSON', answer);
  if (renames) document = rename(document, renames, 'ours');

  const value = output.read ? output.read(document, status) : document;
  const mode = strict ? 'throw' : (context.options.validation ?? 'report');
  for (const { field, message } of mode === 'off' ? [] : problemsOf(output, value)) {
    // Without its outermost form there is nothing to hand out.
    if (mode === 'throw' || field === '') throw shapeError(name, `${field || 'the document'} ${message}`, answer, field);
    context.reportShape(name, field.replace(/(^|\.)\d+(?=\.|$)/g, '$1*'), message);
  }
  return value;
};

const shapeError = (operation: string, difference: string, { status, text, secrets }: Answer, field?: string): PlatformError =>
  new PlatformError('shape', `The answer to ${operation} differs from the documents: ${difference}`, {
    operation,
    status,
    field,
    outcome: 'likely-applied',
    body: redact(parsed(text), secrets),
  });
