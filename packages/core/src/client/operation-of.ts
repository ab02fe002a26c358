import { isPlatformError, type PlatformError } from '../diagnostics/errors.ts';
import type { BaseName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { Platform } from './platform.ts';

/** The operation that a method of a client calls. */
export interface MethodOperation {
  /** The name of the operation, such as `organizations.get`. */
  readonly name: string;
  /** The declared operation. An operation that responds page by page or as a stream has `paging` or `stream`. */
  readonly operation: AnyOperation;
  /** The name of the base URL that the operation's path is relative to. */
  readonly base: BaseName;
  /** The platform of the client. */
  readonly platform: Platform;
}

/** The operations that a method calls. A method can combine several operations. */
export interface MethodOperations {
  /** The name of the method, such as `organizations.invite`. */
  readonly name: string;
  readonly operations: readonly AnyOperation[];
  /** The platform of the client. */
  readonly platform: Platform;
}

/** The property that stores a method's operation. A global symbol works across two copies of the package. */
const OPERATION = Symbol.for('@platform-sdk/operation');
const COMBINED = Symbol.for('@platform-sdk/combined-operations');

interface Marked {
  readonly [OPERATION]?: MethodOperation;
  readonly [COMBINED]?: MethodOperations;
}

/**
 * Returns the operation that a method of any client calls, such as `operationOf(organizations.get)`. Returns undefined for any other
 * function, and for a method that combines operations.
 */
export const operationOf = (method: unknown): MethodOperation | undefined => (method as Marked | null | undefined)?.[OPERATION];

/** Returns all operations that a method of any client calls, such as those of `organizations.invite`. Returns undefined for any other function. */
export const operationsOf = (method: unknown): MethodOperations | undefined => {
  const found = operationOf(method);
  if (!found) return (method as Marked | null | undefined)?.[COMBINED];
  return { name: found.name, operations: [found.operation], platform: found.platform };
};

/** Marks a method with the operations that it combines. Returns the method. */
export const withCombined = <Method extends object>(
  name: string,
  method: Method,
  platform: Platform,
  parts: readonly unknown[],
): Method => {
  const operations = parts.map((part) => (operationOf(part) as MethodOperation).operation);
  return Object.defineProperty(method, COMBINED, { value: { name, operations, platform } satisfies MethodOperations });
};

/** Marks a method with its operation. The mark is not enumerable, because the platform's options contain secrets. */
export const withOperation = <Method extends object>(method: Method, operation: MethodOperation | undefined): Method =>
  Object.defineProperty(method, OPERATION, { value: operation });

/** Marks each method of a client with the operation of the method in `base` that has the same name. Returns the client. */
export const withOperationsOf = <Client extends object>(base: object, client: Client): Client => {
  for (const [name, member] of Object.entries(base) as [keyof Client, object][]) {
    const own = client[name] as object | undefined;
    if (typeof own === 'function') withOperation(own, operationOf(member));
    else if (own) withOperationsOf(member, own);
  }
  return client;
};

/** The property of a method's type that contains the declared failures. The property exists only in types. */
export declare const FAILURES: unique symbol;

/** An error with a status or a code that its operation declares. Methods that combine operations declare no errors. */
export type ErrorOf<Method> = Method extends { readonly [FAILURES]?: infer Failure } ? DocumentedError<Exclude<Failure, undefined>> : never;

type DocumentedError<Failure> = Failure extends number
  ? PlatformError & { readonly status: Failure }
  : Failure extends string
    ? PlatformError & { readonly code: Failure }
    : never;

/**
 * Returns true for a failure that this method's operation declares: `isErrorOf(organizations.members.updateRole, error)`.
 * The error's `status` or `code` then has only the declared values, so that a `switch` can be exhaustive. Returns false for a method
 * that combines operations.
 */
export const isErrorOf = <Method>(method: Method, error: unknown): error is ErrorOf<Method> => {
  const found = operationOf(method);
  if (!found || !isPlatformError(error) || error.operation !== found.name) return false;
  const { errors = [] } = found.operation;
  return errors.some((failure) => failure === error.status || failure === error.code);
};
