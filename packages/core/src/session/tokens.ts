import { inputError } from '../diagnostics/errors.ts';

/** The access token and the refresh token of a session, with the fields of its user. */
export interface Tokens {
  /** The access token, sent as `Authorization: Bearer`. Secret. */
  readonly accessToken: string;
  /** The token that can be exchanged once for new tokens. Secret. */
  readonly refreshToken: string;
  /** The user's id. Tokens with the same id belong to one user. Tokens without an id belong to a new user, unless a refresh returned them. */
  readonly id?: string;
  /** The user's e-mail address. Absent if the service did not send this value. */
  readonly email?: string;
  /** The user's first name. Absent if the service did not send this value. */
  readonly firstName?: string;
  /** The user's last name. Absent if the service did not send this value. */
  readonly lastName?: string;
  /** The lifetime of the access token in seconds. Absent if the service did not send this value. */
  readonly expiresIn?: number;
}

/** The fields of a session that the SDK needs. */
export const sessionTokens = ['accessToken', 'refreshToken'] as const;

const TEXTS: readonly string[] = [...sessionTokens, 'id', 'email', 'firstName', 'lastName'];

/** Returns the tokens of a session, and its other valid fields. */
export const toTokens = (session: Tokens): Tokens =>
  Object.fromEntries(
    Object.entries(session).filter(([name, value]) =>
      name === 'expiresIn' ? isTime(value) : typeof value === 'string' && TEXTS.includes(name),
    ),
  ) as unknown as Tokens;

/** A session in a token store. */
export interface StoredSession extends Tokens {
  /** The time when the tokens arrived, in milliseconds of the local clock. */
  readonly receivedAt: number;
}

/** The content of a token store: a session, or a sign-out. */
export interface SessionRecord {
  /** A number that grows with every write, including sign-outs. The first generation is the time in milliseconds, so that the number also grows after the store was emptied. */
  readonly generation: number;
  /** The session, or null after a sign-out. */
  readonly session: StoredSession | null;
  /** True if the service rejected the refresh token. Another process may still store the tokens that it received for this token earlier. */
  readonly isRejected?: true;
}

/** The limit of valid generations. Generations begin with the time in milliseconds, and no number of writes reaches this limit. */
const MAX_GENERATION = 1e15;

/** Returns the generation of a store's content: 0 for an empty store or an invalid record. */
export const generationOf = (value: unknown): number => {
  const { generation } = Object(value) as { readonly generation?: unknown };
  return Number.isSafeInteger(generation) && (generation as number) > 0 && (generation as number) < MAX_GENERATION
    ? (generation as number)
    : 0;
};

/** The content of a store as it was read. The session is undefined if the store is empty or damaged. */
export type FoundRecord = Omit<SessionRecord, 'session'> & { readonly session: StoredSession | null | undefined };

/** Matches tokens that a header may contain. A line break would start another header. */
const HEADER = /^[\x21-\x7e]+$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the known fields of a stored session; undefined if the session is invalid. */
const toStored = (value: unknown): StoredSession | undefined => {
  const { accessToken, refreshToken, receivedAt, id } = Object(value) as Partial<StoredSession>;
  if (!isText(accessToken) || !HEADER.test(accessToken) || !isText(refreshToken) || !Number.isFinite(receivedAt)) return undefined;
  // A session with an invalid id could belong to any user.
  if (typeof (id ?? '') !== 'string') return undefined;
  return { ...toTokens(value as Tokens), receivedAt: receivedAt as number };
};

/** Reads the value of a store. A session that was stored without a record has the generation 0. */
export const toRecord = (value: unknown): FoundRecord => {
  const { session, isRejected } = Object(value) as Partial<SessionRecord>;
  const generation = generationOf(value);
  if (session === null && generation) return { generation, session, ...(isRejected === true && { isRejected }) };
  return { generation, session: toStored(generation ? session : value) };
};

/** Returns true if both sessions contain a user's id, and the ids differ. An empty id counts as missing. */
export const isOtherUser = (one: Tokens | undefined, other: Tokens | undefined): boolean =>
  Boolean(one?.id && other?.id && one.id !== other.id);

/** Returns the result of a refresh, with the fields that the response did not repeat, such as the user's name. */
export const afterRefresh = (old: StoredSession, next: Tokens, receivedAt: number): StoredSession => ({
  // The fields of one user are not kept for another.
  ...(!isOtherUser(old, next) && old),
  ...next,
  receivedAt,
});

/**
 * Reads a session that other code writes. Such a session is never refreshed: a 401 causes a `session` error with the code
 * `REFRESH_NEEDED`.
 */
export interface ReadOnlyTokenStore {
  /** Returns the last written record; undefined before the first write. Throws, or rejects, if the store cannot be read. */
  get(): unknown;
  /** Calls `listener` when another tab or process may have written. Returns an unsubscribe function. */
  subscribe?(listener: () => void): () => void;
  /** Called before each use of the session. Throws if a server created the store for another request than the current one. */
  check?(): void;
}

/** Stores the session, so that it outlives the process or the page. `get`, `set` and `checkWrite` may be asynchronous. */
export interface TokenStore extends ReadOnlyTokenStore {
  /** Writes `next` if the stored generation is still `expected` (0 for an empty store). Returns true if it was written. */
  set(next: SessionRecord, expected: number): boolean | Promise<boolean>;
  /**
   * Called before a refresh, a sign-in and a sign-out. Throws, or rejects, if the store cannot write now. Without `next`, nothing is sent
   * then. `next` is the session of a sign-in, if it is already available. Default: the store can always write.
   */
  checkWrite?(next?: StoredSession): void | Promise<void>;
}

/** The assumed lifetime in seconds of a token without `exp` and `expiresIn`. The service's public clients assume the same lifetime. */
const ASSUMED_LIFE = 900;
/**
 * The minimum lifetime in seconds if `iat` is missing, or if the lifetime is at most one second. If the local clock is wrong by almost a
 * token's lifetime, every new token seems about to expire. With this minimum, such a client does not refresh constantly.
 */
const MIN_LIFE = 30;
/** The year 5138 in seconds. A larger number is not a time in seconds. */
const MAX_SECONDS = 1e11;

const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < MAX_SECONDS;

/**
 * Returns the lifetime of an access token, in milliseconds from its arrival. With `exp` and `iat`, the local clock does not matter. With
 * `exp` alone, a token that has expired on arrival reveals a wrong clock. With a wrong clock, or without `exp`, `expiresIn` is used.
 */
export const lifeOf = ({ accessToken, receivedAt, expiresIn }: StoredSession): number => {
  let seconds: unknown = expiresIn;
  try {
    const payload = accessToken.split('.')[1] as string;
    const { exp, iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    if (isTime(exp)) {
      const left = exp - receivedAt / 1000;
      if (isTime(iat) && exp > iat) seconds = exp - iat;
      else if (left > 0) seconds = Math.max(left, MIN_LIFE);
    }
  } catch {
    // The token is not a JWT.
  }
  // A lifetime of one second is useless. With the minimum, the token is used until the service rejects it.
  return (isTime(seconds) ? (seconds > 1 ? seconds : MIN_LIFE) : ASSUMED_LIFE) * 1000;
};

/** Throws if a token is not a string, or is blank. */
export const checkTokens = (tokens: Tokens): void => {
  for (const field of sessionTokens) {
    const value = (tokens as Partial<Tokens> | undefined | null)?.[field] as unknown;
    if (typeof value !== 'string' || value.trim() === '') throw inputError(`session.set: ${field} must be a non-empty string`, field);
  }
};

/** Keeps the session in memory, as long as this object exists. Platforms use this store by default. */
export const inMemoryTokenStore = (): TokenStore => {
  let stored: SessionRecord | undefined;
  return {
    get: () => stored,
    set(next, expected) {
      if (generationOf(stored) !== expected) return false;
      stored = next;
      return true;
    },
  };
};
