import { operationOf, type MethodOperation, type Platform } from '@platform-sdk/core';
import { inputError } from '@platform-sdk/core/contract';
import { credentialId, ownCredentialId } from './credential-id.ts';
import type { Arguments, Method } from './methods.ts';

/** Options of a key. */
export interface KeyOptions {
  /**
   * The id of the user. It is used until the session is read, or always with an `accessToken`. A server and its page then have the same
   * keys. Default: none.
   */
  readonly user?: string;
}

export type Key = readonly unknown[];

/** Finds the operation behind a method. Throws for any other function. */
export const findOperation = (method: unknown): MethodOperation => {
  const found = operationOf(method);
  if (!found) throw inputError('method must be an operation of a client', 'method');
  return found;
};

/** Finds the operation behind a method that `reader` can read. */
export const findRead = (method: unknown, reader: 'query' | 'infiniteQuery' | 'streamedQuery'): MethodOperation => {
  const found = findOperation(method);
  const { operation } = found;
  const right = 'paging' in operation ? 'infiniteQuery' : 'stream' in operation ? 'streamedQuery' : 'query';
  if (reader !== right) throw inputError(`${reader} cannot read ${found.name}: use ${right}`);
  return found;
};

/** Sessions that were read: until then it is unknown whether anybody is signed in. */
const readSessions = new WeakSet<object>();
/** In place of a user, before the session was read. */
export const UNKNOWN = 'unknown';

/** Reads the session, from when on the user is known. */
export const readSession = ({ session }: Platform): Promise<unknown> => {
  const settle = (): unknown => readSessions.add(session);
  return session.get().then(settle, settle);
};

/**
 * The user whose responses a platform gets: an id, or null for nobody. Before the session was read it is `assumed`. With an `accessToken` in
 * place of the session nobody else knows the user.
 */
export const userOf = (platform: Platform, assumed?: string): unknown => {
  const { session, context } = platform;
  const { accessToken } = context.options;
  if (accessToken !== undefined) return assumed ?? credentialId(accessToken);
  const tokens = session.snapshot();
  if (tokens) return tokens.id ?? credentialId(tokens.refreshToken);
  if (readSessions.has(session)) return null;
  void readSession(platform);
  // Without a store nothing is left to read.
  return assumed ?? (context.options.session ? UNKNOWN : null);
};

/** The user whose responses an operation gets; null where they are the same for everybody. */
export const ownerOf = ({ operation, platform }: MethodOperation, { user }: KeyOptions = {}): unknown =>
  /^(?:none|application)$/.test(operation.credentials) ? null : userOf(platform, user);

/** Returns true if a key begins with an address of a platform. */
export const belongsTo = ({ context }: Platform, [address]: Key): boolean =>
  Object.values(context.options.baseUrls ?? {}).includes(address as string);

/** The key of a path: the address, the user and the segments. It is the beginning of the keys of everything below the path. */
const pathKeyOf = (found: MethodOperation, input: Readonly<Record<string, unknown>>, options?: KeyOptions): Key => {
  const { base, operation, platform } = found;
  const { baseUrls } = platform.context.options;
  return [
    // Wallets without an address of their own have that of the organizations.
    baseUrls?.[base] ?? baseUrls?.organizations,
    ownerOf(found, options),
    ...operation.path
      .split('/')
      .slice(1)
      .map((segment) => (segment[0] === '{' ? String(input[segment.slice(1, -1)]) : segment)),
  ];
};

/** The key of a call: the key of its path, the other fields, and the id of its own credentials. */
export const callKeyOf = (found: MethodOperation, input: unknown, options?: KeyOptions): Key => {
  const { path, cacheBypassField } = found.operation;
  const fields = Object(input) as Record<string, unknown>;
  const rest = Object.entries(fields).filter(([name]) => name !== cacheBypassField && !path.includes(`{${name}}`));
  return [...pathKeyOf(found, fields, options), Object.fromEntries(rest), ownCredentialId(found)];
};

/**
 * Returns the key of a method's path, such as `pathKey(organizations.get, { organizationId })`. Every query of that path, and of what is
 * below it, has a key that begins with it.
 */
export const pathKey = <Of extends Method>(method: Of, ...[input, options]: Arguments<Of, KeyOptions>): Key =>
  pathKeyOf(findOperation(method), Object(input) as Record<string, unknown>, options);
