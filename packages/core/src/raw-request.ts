import { call } from './call.ts';
import type { CallOptions } from './context.ts';
import type { BaseName, Credentials, Method, RetryClass } from './operation.ts';
import type { Platform } from './platform.ts';
import { anything, record } from './schema.ts';

/** A request to a path that the documents do not show. */
export interface RawRequest {
  readonly base: BaseName;
  /** Relative to the base address, its parameters filled in. */
  readonly path: string;
  /** GET by default. */
  readonly method?: Method;
  /** `user` by default. */
  readonly credentials?: Credentials;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** By default `safe` for a GET and `never` for all else. */
  readonly retry?: RetryClass;
}

/** Calls an undocumented path with the credentials, retries and errors of every other call, and returns the document as it is. */
export const request = ({ context }: Platform, given: RawRequest, options: CallOptions = {}): Promise<unknown> => {
  const { base, path, method = 'GET', credentials = 'user', query = {}, body = {}, retry = method === 'GET' ? 'safe' : 'never' } = given;
  const operation = { method, path, credentials, input: record(anything), output: anything, query: Object.keys(query), retry };
  return call(context, { name: base, base }, `${method} ${path}`, operation, { ...query, ...body }, options);
};
