import { inputError } from '../diagnostics/errors.ts';
import type { BaseName, Credentials, Method, RetryClass } from '../operation/names.ts';
import type { Authenticate, Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { enumOf, object, optional, record, string, type Schema, unknown } from '../schema/schema.ts';
import { callOperation } from './call.ts';
import { checkInput, checkText } from './check-input.ts';
import { adminAccess, agentPair, projectKeyPair, serviceToken, userBearer } from './credentials.ts';
import type { Platform } from './platform.ts';
import { queryString } from './request.ts';

/** A request to a path that the API specification does not show. */
export interface RawRequest {
  readonly base: BaseName;
  /** The path relative to the base URL. The caller fills in and encodes its parameters. */
  readonly path: string;
  /** The HTTP method. Methods other than `GET` invalidate all cached responses. Default: `GET`. */
  readonly method?: Method;
  /** The credentials that the request carries. The service must accept these credentials. Default: `none`. */
  readonly credentials?: Credentials;
  /** Fields of the query. Undefined values are left out. Default: none. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The value that is sent as a JSON body. Default: no body. */
  readonly body?: unknown;
  /** Decides how a failed request is retried. Default: `safe` for a GET, `non-idempotent` for any other method. */
  readonly retry?: RetryClass;
}

/** The schema of a request. It does not check the values within `query` and `body`. */
const RAW_REQUEST: Schema<RawRequest> = /* @__PURE__ */ (() =>
  object<RawRequest>({
    base: enumOf<BaseName>('auth', 'organizations', 'wallets', 'analytics', 'memory', 'gateway', 'upload', 'search', 'converter'),
    path: string,
    method: optional(enumOf<Method>('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
    credentials: optional(enumOf<Credentials>('none', 'application', 'user', 'admin', 'project', 'token', 'agent')),
    query: optional(record(unknown)) as object as Schema<RawRequest['query']>,
    body: unknown,
    retry: optional(enumOf<RetryClass>('safe', 'idempotent', 'non-idempotent', 'single-attempt')),
  }))();

/** The credentials that each service accepts. Credentials of one service must not reach another. */
const ACCEPTED: Readonly<Record<BaseName, readonly Credentials[]>> = {
  auth: ['application', 'user'],
  organizations: ['application', 'user'],
  wallets: ['application', 'user', 'admin'],
  analytics: ['project'],
  memory: ['token'],
  gateway: ['token'],
  upload: ['token', 'agent', 'user'],
  search: ['agent'],
  converter: ['token'],
};

const AUTHENTICATE: Partial<Readonly<Record<Credentials, Authenticate>>> = {
  token: serviceToken,
  project: projectKeyPair,
  agent: agentPair,
  admin: adminAccess,
};
/** Matches paths whose segments stay below the base URL. */
const PATH = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[^/?#\\\s]+)+\/?$/i;

/** Sends a request to an undocumented path. Retries and errors work as in every other call. Returns the unchecked body: JSON, text, or undefined. */
export const request = async ({ context }: Platform, rawRequest: RawRequest, options?: CallOptions | null): Promise<unknown> => {
  // The values of the query and the body are checked when they are written.
  checkInput('request', { input: RAW_REQUEST, encode: true }, rawRequest);
  const {
    base,
    path,
    method = 'GET',
    credentials = 'none',
    query = {},
    body,
    retry = method === 'GET' ? 'safe' : 'non-idempotent',
  } = rawRequest;
  if (!PATH.test(path)) throw inputError('path must begin with a slash and stay below the base address', 'path');
  checkText('path', path);
  if (method === 'GET' && body !== undefined) throw inputError('body must be absent in a GET', 'body');
  checkCredentials(base, credentials);
  // The upload service takes the user's Bearer, without the Api-Key.
  const isBearerOnly = base === 'upload' && credentials === 'user';
  const authenticate = isBearerOnly ? userBearer : AUTHENTICATE[credentials];
  const operation: Operation<unknown, unknown> = {
    method,
    path,
    credentials: isBearerOnly ? 'token' : credentials,
    input: unknown,
    output: unknown,
    retry,
    // The written resource is unknown, so all cached responses are invalidated.
    ...(method !== 'GET' && { invalidates: [''] }),
    ...(authenticate && { authenticate }),
  };
  const parts = { path, query: queryString(query), body };
  const service = { name: base, base };
  return callOperation({ context, service, name: `${method} ${path}`, operation, input: { query, body }, options: options ?? {}, parts });
};

const checkCredentials = (base: BaseName, credentials: Credentials): void => {
  const accepted = ACCEPTED[base];
  if (credentials === 'none' || accepted.includes(credentials)) return;
  throw inputError(`credentials must be none or ${accepted.join(', ')} for ${base}, as other services must not get them`, 'credentials');
};
