import type { Context, TokenSource } from './context.ts';
import { inputError, PlatformError } from './errors.ts';
import type { AnyOperation } from './operation.ts';
import type { Tokens } from './session/tokens.ts';

/** The headers of one attempt, and the session they speak for. */
export interface Attached {
  readonly headers: Record<string, string>;
  readonly tokens?: Tokens | undefined;
  /** Secrets that the headers hold in another form. */
  readonly secrets?: readonly string[];
}

/** Attaches what an operation needs beyond the Api-Key and the session. The operation brings it, so that others do not pay for it. */
export type Attach = (context: Context, operation: string, service: string) => Attached | Promise<Attached>;

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
export const userToken = async ({ options, session }: Context, operation: string, renew?: false): Promise<Attached> => {
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
  context: Context,
): Promise<Attached> => {
  const isUser = credentials === 'user' || credentials === 'admin';
  const key = isUser || credentials === 'application' ? { 'Api-Key': needed(context.options.apiKey, 'apiKey', operation) } : {};
  const user = isUser ? await userToken(context, operation, renew) : undefined;
  const own = await more?.(context, operation, service);
  return { ...user, ...own, headers: { ...key, ...user?.headers, ...own?.headers } };
};
