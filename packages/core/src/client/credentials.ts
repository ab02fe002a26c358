import { inputError, PlatformError } from '../diagnostics/errors.ts';
import type { AuthenticatedRequest, CredentialSource } from '../operation/credentials.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { Resolvable } from '../operation/options.ts';

/** Returns a setting that an operation needs. Throws if it is missing. */
export const needed = <T>(value: T | undefined, field: string, operation: string): T => {
  if (value) return value;
  throw inputError(`${operation} needs ${field}: set it in the options of the platform or the client`, field, operation);
};

/** Returns the value of a credential, which a function may provide for each request. */
export const valueOf = async <Value>(source: Resolvable<Value> | undefined, field: string, operation: string): Promise<Value> => {
  const given = needed(source, field, operation);
  if (typeof given !== 'function') return given;
  let cause: unknown;
  try {
    const value = await (given as () => Value | Promise<Value>)();
    if (value) return value;
  } catch (error) {
    cause = error;
  }
  throw new PlatformError('session', `${operation} needs ${field}, which could not be obtained from its function`, { field }, { cause });
};

/** Returns the Bearer of the signed-in user, or the configured token in its place. */
export const userToken = async (
  { options, session }: CredentialSource,
  operation: string,
  renew?: false,
): Promise<AuthenticatedRequest> => {
  if (options.accessToken !== undefined) {
    return { headers: { Authorization: `Bearer ${await valueOf(options.accessToken, 'accessToken', operation)}` } };
  }
  const tokens = await (renew === false ? session.get() : session.current());
  if (!tokens) throw new PlatformError('session', `${operation} needs a signed-in user: call auth.login first, or set accessToken`);
  return { headers: { Authorization: `Bearer ${tokens.accessToken}` }, tokens };
};

/** Attaches the credentials that the operation names, and no others. Plain values are attached without a promise. */
export const attach = (
  operation: AnyOperation,
  service: string,
  name: string,
  context: CredentialSource,
): AuthenticatedRequest | Promise<AuthenticatedRequest> => {
  const { credentials, authenticate: more } = operation;
  const { apiKey, accessToken } = context.options;
  const isUser = credentials === 'user' || credentials === 'admin';
  if (!more && isUser && isText(apiKey) && isText(accessToken))
    return { headers: { 'Api-Key': apiKey, Authorization: `Bearer ${accessToken}` } };
  return attachInTurn(operation, service, name, context);
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const attachInTurn = async (
  { credentials, refreshOn401, authenticate: more }: AnyOperation,
  service: string,
  operation: string,
  context: CredentialSource,
): Promise<AuthenticatedRequest> => {
  const isUser = credentials === 'user' || credentials === 'admin';
  const { apiKey } = context.options;
  const isKeyed = isUser || credentials === 'application';
  if (isKeyed) needed(apiKey, 'apiKey', operation);
  // The token is read first and synchronously: a call that begins before a sign-out is sent with this token.
  const user = isUser ? await userToken(context, operation, refreshOn401) : undefined;
  const key = isKeyed ? { 'Api-Key': await valueOf(apiKey, 'apiKey', operation) } : {};
  const own = await more?.(context, operation, service);
  return { ...user, ...own, headers: { ...key, ...user?.headers, ...own?.headers } };
};
