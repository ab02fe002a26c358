import type { BaseName } from '../operation/names.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { Platform } from './platform.ts';

/** The operation behind a method of a client. */
export interface MethodOperation {
  /** Such as `organizations.get`. */
  readonly name: string;
  /** The declared operation. Those that respond page by page or as a stream have `paging` or `stream`. */
  readonly operation: AnyOperation;
  /** The base address that the operation is relative to. */
  readonly base: BaseName;
  /** The platform of the client. */
  readonly platform: Platform;
}

/** Found across two copies of the package. */
const OPERATION = Symbol.for('@platform-sdk/operation');

interface Marked {
  readonly [OPERATION]?: MethodOperation;
}

/**
 * Returns the operation behind a method of any client, such as `operationOf(organizations.get)`. Undefined for any other function, and for
 * a method that combines operations.
 */
export const operationOf = (method: unknown): MethodOperation | undefined => (method as Marked | null | undefined)?.[OPERATION];

/** Marks a method with its operation. Not enumerable, because the platform's options contain secrets. */
export const withOperation = <Method extends object>(method: Method, operation: MethodOperation | undefined): Method =>
  Object.defineProperty(method, OPERATION, { value: operation });

/** Marks the methods that a client has in place of those of `base`, by their places, with the same operations. Returns the client. */
export const withOperationsOf = <Client extends object>(base: object, client: Client): Client => {
  for (const [name, member] of Object.entries(base) as [keyof Client, object][]) {
    const own = client[name] as object | undefined;
    if (typeof own === 'function') withOperation(own, operationOf(member));
    else if (own) withOperationsOf(member, own);
  }
  return client;
};
