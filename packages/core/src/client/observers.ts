import { isPlatformError } from '../diagnostics/errors.ts';
import { jsonOrText } from '../diagnostics/json.ts';
import { notify, type LogEvent } from '../diagnostics/logger.ts';
import type { ResponseHeaders } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { ResponseInfo } from '../operation/options.ts';
import type { TracedCall, Tracing } from '../operation/tracing.ts';
import { scrubbed } from './call-error.ts';
import type { Call, Context, Invocation } from './records.ts';

type Wrap = NonNullable<Tracing['call']>;
type WrapWith<Out> = (wrap: Wrap, call: TracedCall, run: () => Promise<Out>) => Promise<Out>;

/** Runs a call with a new id, inside the hook `tracing.call` of the platform if it is set. `wrapWith` calls the hook. */
export const traced = <In, Out, Result>(
  invocation: Invocation<In, Out>,
  run: (id: number) => Promise<Result>,
  wrapWith: WrapWith<Result> = (wrap, call, wrapped) => wrap(call, wrapped),
): Promise<Result> => {
  const { calls, options } = invocation.context;
  const id = ++calls.count;
  const wrap = options.tracing?.call;
  if (!wrap) return run(id);
  let running: Promise<Result> | undefined;
  // A hook that runs a call twice must not send a payment twice.
  const work = (): Promise<Result> => (running ??= run(id));
  return insideHook(invocation, () => wrapWith(wrap, tracedCall(invocation, id), work), work);
};

/** Runs work inside a hook. If the hook fails, settles as the work does: a broken exporter must not fail a payment. */
export const insideHook = async <Result>(
  { context, name }: Pick<Call, 'context' | 'name'>,
  hook: () => Promise<Result>,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await hook();
  } catch (error) {
    if (!isPlatformError(error)) context.log?.({ type: 'warning', code: 'CALLBACK_FAILED', message: `A tracing hook of ${name} failed.` });
    return work();
  }
};

const tracedCall = <In, Out>({ name, input }: Invocation<In, Out>, id: number): TracedCall => {
  const { model } = Object(input) as { readonly model?: unknown };
  return { id, operation: name, model: typeof model === 'string' ? model : undefined };
};

type AttemptFacts = Pick<Extract<LogEvent, { readonly type: 'attempt' }>, 'result' | 'outcome' | 'retryInMs'>;

export const logAttempt = (call: Call, attempt: number, facts: AttemptFacts): void => {
  const { context, id: callId, name: operation, deadline, attempts, url } = call;
  if (!context.options.logger) return;
  const { method } = call.operation;
  const userId = attempts.at(-1)?.credentials.tokens?.id;
  const milliseconds = deadline.elapsedMs();
  context.log?.({ type: 'attempt', callId, operation, method, url: scrubbed(url, call), attempt, ...facts, userId, milliseconds });
};

/** Calls `onResponse` of the platform and of the call with the last response. Each callback gets its own objects. */
export const announce = ({ context, name: operation, options, attempts }: Call): void => {
  const response = attempts.at(-1)?.response;
  if (!response) return;
  const { status, headers, text, opened } = response;
  for (const { onResponse } of [context.options, options]) {
    if (!onResponse) continue;
    const document = opened ? undefined : jsonOrText(text);
    let made: Headers | undefined;
    const info: ResponseInfo = {
      operation,
      status,
      document,
      // The headers are created at the first access, because `Headers` makes Node load its `fetch`.
      get headers() {
        return (made ??= new Headers([...headers]));
      },
    };
    notify(
      () => onResponse(info),
      () => context.log?.({ type: 'warning', code: 'CALLBACK_FAILED', message: `The onResponse of ${operation} failed.` }),
    );
  }
};

/** Warns once per platform about each deprecated name that a call uses. */
export const warnOfDeprecatedNames = ({ log, deprecated }: Context, operation: string, names: DeprecatedNames, input: object): void => {
  for (const [field, advice] of Object.entries(names)) {
    const isOperation = field === '*';
    const message = `${isOperation ? operation : `${operation}: ${field}`} is deprecated. ${advice}`;
    if (deprecated.has(message) || !(isOperation || Object.hasOwn(input, field))) continue;
    deprecated.add(message);
    log?.({ type: 'warning', message });
  }
};

type DeprecatedNames = NonNullable<AnyOperation['deprecated']>;

/** Logs an operation once per platform if its response has a `Deprecation` or `Sunset` header. Only the dates of these headers are logged. */
export const logDeprecation = ({ log, deprecated }: Context, operation: string, headers: ResponseHeaders): void => {
  const deprecation = headers.get('deprecation');
  const sunset = headers.get('sunset');
  if ((deprecation === null && sunset === null) || deprecated.has(operation)) return;
  const isDeprecated = deprecation !== null && !/^(?:false|\?0|0)?$/i.test(deprecation.trim());
  const sunsetAt = dateIn(sunset);
  if (!isDeprecated && sunsetAt === undefined) return;
  deprecated.add(operation);
  log?.({ type: 'deprecation', operation, deprecatedAt: dateIn(deprecation), sunsetAt });
};

/** Parses the seconds of RFC 9745, such as `@1688169599`, or an HTTP date. Returns an ISO date; undefined for any other string. */
const dateIn = (header: string | null): string | undefined => {
  const text = header?.trim() ?? '';
  const [, seconds] = /^@(-?\d{1,11})$/.exec(text) ?? [];
  const date = new Date(seconds === undefined ? (/\d{4}/.test(text) ? text : Number.NaN) : Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};
