import { inputError } from '../diagnostics/errors.ts';
import type { Authenticate } from '../operation/credentials.ts';
import type { BaseName, Credentials } from '../operation/names.ts';
import type { Operation } from '../operation/operation.ts';
import type { CallOptions } from '../operation/options.ts';
import { RAW_REQUEST, type RawRequest } from '../operation/raw-request.ts';
import { unknown } from '../schema/schema.ts';
import { callOperation } from './call.ts';
import { checkInput, checkText } from './check-input.ts';
import type { Platform } from './platform.ts';
import { adminAccess, agentPair, projectKeyPair, serviceToken, userBearer } from './credentials.ts';
import { queryString } from './request.ts';

/** The credentials that each service takes. Those of one service must not reach another. */
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
/** Segments that stay below the base address. */
const PATH = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[^/?#\\\s]+)+\/?$/i;

/** Calls an undocumented path with the retries and errors of every other call. Returns the unchecked body: JSON or text, or undefined without one. */
export const request = async ({ context }: Platform, rawRequest: RawRequest, options?: CallOptions | null): Promise<unknown> => {
  // The values of the query and the body are checked as they are written.
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
  return callOperation({ context, service, name: `${method} ${path}`, operation, input: { query, body }, options: options ?? {} }, parts);
};

const checkCredentials = (base: BaseName, credentials: Credentials): void => {
  const accepted = ACCEPTED[base];
  if (credentials === 'none' || accepted.includes(credentials)) return;
  throw inputError(`credentials must be none or ${accepted.join(', ')} for ${base}, as other services must not get them`, 'credentials');
};
