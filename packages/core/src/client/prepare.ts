import { secretsOf, secretsOfHeaders } from '../diagnostics/redact.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import type { Call } from './attempt.ts';
import { checkInput } from './check-input.ts';
import { checkOptions, type KnownOptions } from './check-options.ts';
import { checkWireNames } from './check-wire-names.ts';
import type { Context } from './context.ts';
import { fillPath, toParts, type Parts } from './request.ts';
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

/** Checks the options and the input, and makes the request. */
export const prepare = <In, Out>(
  { context, service, name, operation, input, options }: Invocation<In, Out>,
  known: KnownOptions,
  ready?: Parts,
): Call => {
  checkOptions(name, options, known, operation.ownOptions);
  checkWireNames(context);
  checkInput(name, operation, input);
  const parts = ready ?? toParts(operation, input as Members, context.options.wireNames?.[name]);
  return { name, service: service.name, base: service.base, operation, parts };
};

/** Starts the record that the attempts of a call leave. */
export const trailOf = <In, Out>({ context, input, options }: Invocation<In, Out>): Trail => {
  const { headers } = context.options;
  return {
    attempts: 0,
    firstTokens: context.session.held(),
    secrets: () => secretsOf([input], [...secretsOfHeaders(headers), ...secretsOfHeaders(options.headers)]),
  };
};

/** Removes the responses that a call outdates from the cache. */
export const outdating = ({ cache }: Context, { invalidates = [] }: AnyOperation, input: Members): (() => void) => {
  const paths = invalidates
    .filter((path) => [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => input[name]))
    .map((path) => fillPath(path, input));
  return () => {
    for (const path of paths) cache.invalidate(path);
  };
};
