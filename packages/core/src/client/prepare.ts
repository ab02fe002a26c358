import type { BaseName } from '../operation/names.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import type { Call } from './attempt.ts';
import { checkInput } from './check-input.ts';
import { CALL_OPTIONS, checkOptions } from './check-options.ts';
import type { Context } from './context.ts';
import { fillPath, partsOf, toParts, type Parts } from './request.ts';
import type { Trail } from './trail.ts';

/** The service of a client's operations. */
export interface Service {
  /** The first part of its operations' names. */
  readonly name: string;
  readonly base: BaseName;
}

type Members = Record<string, unknown>;

/** One call of an operation, as a method of a client makes it. */
export interface Invocation<In, Out> {
  readonly context: Context;
  readonly service: Service;
  readonly name: string;
  readonly operation: Operation<In, Out>;
  readonly input: In;
  readonly options: CallOptions;
}

/** Checks the options and the input, and makes the request. `more` are options beside those of every call. */
export const prepare = <In, Out>(
  { context, service, name, operation, input, options }: Invocation<In, Out>,
  more: readonly string[],
  ready?: Parts,
): Call => {
  checkOptions(name, options, CALL_OPTIONS, operation.ownOptions ? [...more, ...operation.ownOptions] : more);
  checkInput(name, operation, input);
  const parts = ready ?? toParts(operation, input as Members, context.naming.of?.(name));
  return { name, service: service.name, base: service.base, operation, parts };
};

/** Starts the record of a call's attempts. */
export const trailOf = <In, Out>({ context, input, options }: Invocation<In, Out>): Trail => {
  const { headers } = context.options;
  return {
    callId: ++context.calls.count,
    attempts: 0,
    firstTokens: context.session.held(),
    secrets: { values: [input], headers: [headers, options.headers] },
  };
};

/** The paths whose cached responses a call outdates. A path whose parameter is missing in the input is left out. */
export const outdatedPaths = ({ invalidates = [] }: AnyOperation, input: Members): string[] =>
  invalidates.filter((path) => partsOf(path).every((part, index) => !(index % 2) || input[part])).map((path) => fillPath(path, input));

/** Removes the responses that a call outdates from the cache. */
export const outdate = ({ cache }: Context, paths: readonly string[]): void => {
  for (const path of paths) cache.invalidate(path);
};
