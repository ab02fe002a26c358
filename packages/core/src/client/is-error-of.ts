import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import { operationOf } from './operation-of.ts';

/** The place of a method's documented failures in its type. No method has it at runtime. */
export declare const FAILURES: unique symbol;

/** An error with a status or a code that its operation documents. A method that combines operations has none. */
export type ErrorOf<Method> = Method extends { readonly [FAILURES]?: infer Failure } ? DocumentedError<Exclude<Failure, undefined>> : never;

type DocumentedError<Failure> = Failure extends number
  ? PlatformError & { readonly status: Failure }
  : Failure extends string
    ? PlatformError & { readonly code: Failure }
    : never;

/**
 * Returns true for a failure of this method that the API specification documents: `isErrorOf(organizations.members.updateRole, error)`. Its
 * `status` or `code` then has only the documented values, so that a `switch` can be exhaustive. Returns false for a method that combines
 * operations.
 */
export const isErrorOf = <Method>(method: Method, error: unknown): error is ErrorOf<Method> => {
  const found = operationOf(method);
  if (!found || !isPlatformError(error) || error.operation !== found.name) return false;
  const { errors = [] } = found.operation;
  return errors.some((failure) => failure === error.status || failure === error.code);
};
