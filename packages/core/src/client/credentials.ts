import { inputError, PlatformError } from '../diagnostics/errors.ts';
import type { Attached, CredentialSource } from '../operation/credentials.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { TokenSource } from '../operation/options.ts';

/** A setting that an operation cannot do without. */
export const needed = <T>(value: T | undefined, field: string, operation: string): T => {
  if (value) return value;
  throw inputError(`${operation} needs ${field} to be set`, field, operation);
};

/** The header value of a bearer token. */
export const bearer = async (source: TokenSource): Promise<string> => {
  let cause: unknown;
  try {
    const token = typeof source === 'function' ? await source() : source;
    if (token) return `Bearer ${token}`;
  } catch (error) {
    cause = error;
  }
  throw new PlatformError('session', 'The access token could not be obtained', {}, { cause });
};

/** The Bearer of the signed-in user, or the one given in its place. */
export const userToken = async ({ options, session }: CredentialSource, operation: string, renew?: false): Promise<Attached> => {
  if (options.accessToken !== undefined) return { headers: { Authorization: await bearer(options.accessToken) } };
  const tokens = await (renew === false ? session.get() : session.current());
  if (!tokens) throw new PlatformError('session', `${operation} needs a signed-in user`);
  return { headers: { Authorization: `Bearer ${tokens.accessToken}` }, tokens };
};

/** Attaches what the operation names, and nothing else. */
export const attach = async (
  { credentials, renew, attach: more }: AnyOperation,
  service: string,
  operation: string,
  context: CredentialSource,
): Promise<Attached> => {
  const isUser = credentials === 'user' || credentials === 'admin';
  const key = isUser || credentials === 'application' ? { 'Api-Key': needed(context.options.apiKey, 'apiKey', operation) } : {};
  const user = isUser ? await userToken(context, operation, renew) : undefined;
  const own = await more?.(context, operation, service);
  return { ...user, ...own, headers: { ...key, ...user?.headers, ...own?.headers } };
};
