import { operationOf, type MethodOperation, type Platform } from '@platform-sdk/core';
import { object, orNull, string } from '@platform-sdk/core/contract';
import { checkOptions, inputError } from '@platform-sdk/core/internal';
import type { Arguments, Method } from './methods.ts';
import type { Key, QueryFilters } from './query-client.ts';

/** Options of a key. */
export interface KeyOptions {
  /**
   * The id of the user in keys, until the session is read. With an `accessToken` or service tokens, keys always contain this id. A server and
   * its page therefore use the same keys. Required if a function returns the credentials and no user is signed in, because the function may later
   * return another user's credentials. Default: none.
   */
  readonly user?: string;
}

const keyOptions = object<KeyOptions>({ user: orNull(string) });

/**
 * Returns an id of credentials: a public key, an agent's user id, or a 32-bit hash of a token. The hash is too short to reveal the token. Returns
 * undefined without credentials.
 */
const credentialId = (source: unknown): string | number | undefined => {
  if (typeof source === 'string') return Array.from(source).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);
  const { publicKey, userId } = Object(source) as { readonly publicKey?: string; readonly userId?: string };
  return publicKey ?? userId;
};

/** Finds the operation of a method. Throws for any other function. */
export const findOperation = (method: unknown): MethodOperation => {
  const found = operationOf(method);
  if (found) return found;
  throw inputError('method must be an operation of a client', 'method');
};

/** The name of a function that creates the options of a query. */
export type Reader = 'query' | 'infiniteQuery' | 'streamedQuery';

/** Finds the operation of a method. Throws if `reader` is the wrong function for the method. */
export const findRead = (method: unknown, reader: Reader): MethodOperation => {
  const found = findOperation(method);
  const { name, operation } = found;
  const right = 'paging' in operation ? 'infiniteQuery' : 'stream' in operation ? 'streamedQuery' : 'query';
  if (reader !== right) throw inputError(`${reader} cannot read ${name}: use ${right}`);
  return found;
};

/** The sessions that were read. The user of any other session is unknown. */
const readSessions = new WeakSet<object>();
/** The user in keys until the session is read. */
export const UNKNOWN = 'unknown';

/** Reads the session. After that, the user is known. */
export const readSession = ({ session }: Platform): Promise<unknown> => {
  const settle = (): unknown => readSessions.add(session);
  return session.get().then(settle, settle);
};

/** Returns the user. Throws if the user is missing, because only the caller knows the user of credentials that a function returns. */
const needUser = (user: unknown, field: string): unknown => {
  if (user !== undefined && user !== null) return user;
  throw inputError(`query: user is required, because ${field} is a function: name the user whose responses it returns`, 'user');
};

/**
 * Returns the user whose responses a platform receives: an id, or null if nobody is signed in. Until the session is read, returns
 * `assumed`, or else `UNKNOWN`. With an `accessToken` instead of a session, only the caller knows the user.
 */
export const userOf = (platform: Platform, assumed?: string): unknown => {
  const { session, context } = platform;
  const { accessToken } = context.options;
  if (typeof accessToken === 'function') return needUser(assumed, 'accessToken');
  if (accessToken !== undefined) return assumed ?? credentialId(accessToken);
  const tokens = session.snapshot();
  if (tokens) return tokens.id ?? credentialId(tokens.refreshToken);
  if (readSessions.has(session)) return null;
  void readSession(platform);
  // Without a store, there is no session to read.
  return assumed ?? (context.options.session ? UNKNOWN : null);
};

/** Returns the user whose responses an operation receives. Returns null if the responses are the same for everybody. */
export const ownerOf = ({ operation, platform }: MethodOperation, options: KeyOptions = {}): unknown => {
  const { user } = checkOptions('query', keyOptions, options);
  if (/^(?:none|app)/.test(operation.credentials)) return null;
  if (/^(?:user|admin)/.test(operation.credentials)) return userOf(platform, user);
  // Operations with credentials of their own work without a session, for example on a server.
  const { accessToken } = platform.context.options;
  return (accessToken === undefined ? userOf(platform, user) : undefined) ?? user ?? null;
};

/** Returns the id of the credentials that an operation uses in addition to the session. */
const ownIdOf = ({ base, operation, platform }: MethodOperation, options: KeyOptions, owner: unknown): unknown => {
  if (!operation.authenticate) return undefined;
  const { projectKeys, tokens, agent } = platform.context.options;
  const [field, own] =
    operation.credentials === 'project' ? ['projectKeys', projectKeys] : [`tokens.${base}`, tokens?.[base as 'memory'] ?? agent];
  return typeof own === 'function' ? needUser(options.user ?? owner, field) : credentialId(own);
};

/** Returns a filter for queries of a platform, whose keys begin with a base URL of the platform. Other queries of a page may use any keys. */
export const queriesOf = ({ context }: Platform, isSelected: (key: Key) => boolean): QueryFilters => ({
  predicate: ({ queryKey }) => Object.values(context.options.baseUrls ?? {}).includes(queryKey[0] as string) && isSelected(queryKey),
});

/** Returns the key of a path: the URL, the user and the segments. The keys of all queries below the path begin with this key. */
const pathKeyOf = (found: MethodOperation, input: Readonly<Record<string, unknown>>, options?: KeyOptions): Key => {
  const { base, operation, platform } = found;
  const { baseUrls } = platform.context.options;
  return [
    // Wallets default to the URL of the organizations.
    baseUrls?.[base] ?? baseUrls?.organizations,
    ownerOf(found, options),
    ...operation.path
      .split('/')
      .slice(1)
      .map((segment) => (segment.startsWith('{') ? String(input[segment.slice(1, -1)]) : segment)),
  ];
};

/** Returns the key of a call: the key of its path, the other fields, and the id of any separate credentials. */
export const callKeyOf = (found: MethodOperation, input: unknown, options?: KeyOptions): Key => {
  const { path, cacheBypassField } = found.operation;
  const fields = Object(input) as Record<string, unknown>;
  const isOther = ([name]: [string, unknown]): boolean => name !== cacheBypassField && !path.includes(`{${name}}`);
  const rest = Object.fromEntries(Object.entries(fields).filter(isOther));
  const key = pathKeyOf(found, fields, options);
  return [...key, rest, ownIdOf(found, options ?? {}, key[1])];
};

/**
 * Returns the key of a method's path, such as `pathKey(organizations.get, { organizationId })`. The keys of all queries at
 * or below that path begin with this key.
 */
export const pathKey = ((method: Method, input?: unknown, options?: KeyOptions): Key =>
  pathKeyOf(findOperation(method), Object(input) as Record<string, unknown>, options)) as <Of extends Method>(
  method: Of,
  ...of: Arguments<Of, KeyOptions>
) => Key;
