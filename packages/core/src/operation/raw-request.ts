import { enumOf, object, optional, record, string, unknown, type Schema } from '../schema/schema.ts';
import type { BaseName, Credentials, Method, RetryClass } from './names.ts';

/** A request to a path that the API specification does not show. */
export interface RawRequest {
  readonly base: BaseName;
  /** Relative to the base address, its parameters filled in and encoded. */
  readonly path: string;
  /** The HTTP method. Any other than `GET` invalidates all cached responses. Default: `GET`. */
  readonly method?: Method;
  /** The credentials that the request carries. Its service must accept them. Default: `none`. */
  readonly credentials?: Credentials;
  /** Fields of the query; undefined ones are left out. Default: none. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Anything that JSON can hold. Default: no body. */
  readonly body?: unknown;
  /** Decides how a failed request is retried. Default: `safe` for a GET, `non-idempotent` for any other method. */
  readonly retry?: RetryClass;
}

/** Checks the fields of a request, but no values within its query and its body. */
export const RAW_REQUEST: Schema<RawRequest> = object<RawRequest>({
  base: enumOf<BaseName>('auth', 'organizations', 'wallets', 'analytics', 'memory', 'gateway', 'upload', 'search', 'converter'),
  path: string,
  method: optional(enumOf<Method>('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  credentials: optional(enumOf<Credentials>('none', 'application', 'user', 'admin', 'project', 'token', 'agent')),
  query: optional(record(unknown)) as object as Schema<RawRequest['query']>,
  body: unknown,
  retry: optional(enumOf<RetryClass>('safe', 'idempotent', 'non-idempotent', 'single-attempt')),
});
