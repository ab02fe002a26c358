import { secretsOf, secretsOfHeaders } from '../diagnostics/redact.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import type { Call } from './attempt.ts';
import { checkInput } from './check-input.ts';
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

/** Checks the input and makes the request. */
export const prepare = <In, Out>(
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

/** Starts the record that the attempts of a call leave. */
export const trailOf = ({ options: { headers }, session }: Context, input: unknown, options: CallOptions): Trail => ({
  attempts: 0,
  firstTokens: session.held(),
  secrets: () => secretsOf([input], [...secretsOfHeaders(headers), ...secretsOfHeaders(options.headers)]),
});

/** The paths whose cached responses a call outdates. A path whose parameter is missing in the input is left out. */
export const outdatedPaths = ({ invalidates = [] }: AnyOperation, input: Members): string[] =>
  invalidates.filter((path) => [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => input[name])).map((path) => fillPath(path, input));

/** Removes the responses that a call outdates from the cache. */
export const outdating = ({ cache }: Context, operation: AnyOperation, input: Members): (() => void) => {
  const paths = outdatedPaths(operation, input);
  return () => {
    for (const path of paths) cache.invalidate(path);
  };
};
