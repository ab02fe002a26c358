import { inputError } from '../diagnostics/errors.ts';

/** A session's token pair, with the fields of its user. */
export interface Tokens {
  /** Sent as `Authorization: Bearer`. Secret. */
  readonly accessToken: string;
  /** Can be exchanged once for the next pair. Secret. */
  readonly refreshToken: string;
  /** The user's id. Two pairs with the same id belong to one user; a pair without an id counts as a new user. */
  readonly id?: string;
  /** The user's e-mail address, when the service sent one. */
  readonly email?: string;
  /** The user's first name, when the service sent one. */
  readonly firstName?: string;
  /** The user's last name, when the service sent one. */
  readonly lastName?: string;
  /** The lifetime of the access token in seconds, when the service sent one. */
  readonly expiresIn?: number;
}

/** The fields of a session that the SDK needs. */
export const sessionTokens = ['accessToken', 'refreshToken'] as const;

const TEXTS: readonly string[] = [...sessionTokens, 'id', 'email', 'firstName', 'lastName'];

/** Returns the tokens of a session, and its other fields if they are valid. */
export const toTokens = (session: Tokens): Tokens =>
  Object.fromEntries(
    Object.entries(session).filter(([name, value]) =>
      name === 'expiresIn' ? isTime(value) : typeof value === 'string' && TEXTS.includes(name),
    ),
  ) as unknown as Tokens;

/** A session as a token store keeps it. */
export interface StoredSession extends Tokens {
  /** When the pair arrived, in milliseconds of the local clock. */
  readonly receivedAt: number;
}

/** A token store's content: a session, or the fact that the user signed out. */
export interface SessionRecord {
  /** Grows with every write, sign-outs included. The first is the time in milliseconds, so that the count of an emptied store stays higher than before. */
  readonly generation: number;
  /** The session; null after a sign-out. */
  readonly session: StoredSession | null;
  /** The session ended because the service rejected its refresh token: a pair that had already replaced this token may still be stored. */
  readonly isRejected?: true;
}

/** No count of writes is larger, even if it began with the time in milliseconds. A larger one was forged. */
const MAX_GENERATION = 1e15;

/** Returns the generation of a store's content: 0 for an empty store, and for an invalid record. */
export const generationOf = (value: unknown): number => {
  const { generation } = Object(value) as { readonly generation?: unknown };
  return Number.isSafeInteger(generation) && (generation as number) > 0 && (generation as number) < MAX_GENERATION
    ? (generation as number)
    : 0;
};

/** A store's content as it was read: the session is undefined if the store is empty or damaged. */
export type FoundRecord = Omit<SessionRecord, 'session'> & { readonly session: StoredSession | null | undefined };

/** Characters that a header may contain. A line break would begin another header. */
const HEADER = /^[\x21-\x7e]+$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads a session of a store, its known fields alone; undefined when it is not one. */
const toStored = (value: unknown): StoredSession | undefined => {
  const { accessToken, refreshToken, receivedAt, id } = Object(value) as Partial<StoredSession>;
  if (!isText(accessToken) || !HEADER.test(accessToken) || !isText(refreshToken) || !Number.isFinite(receivedAt)) return undefined;
  // A session without its id would belong to any user.
  if (typeof (id ?? '') !== 'string') return undefined;
  return { ...toTokens(value as Tokens), receivedAt: receivedAt as number };
};

/** Reads the value of a store. A session without a record around it has the lowest generation. */
export const toRecord = (value: unknown): FoundRecord => {
  const { session, isRejected } = Object(value) as Partial<SessionRecord>;
  const generation = generationOf(value);
  if (session === null && generation) return { generation, session, ...(isRejected === true && { isRejected }) };
  return { generation, session: toStored(generation ? session : value) };
};

/** Returns true if both pairs have a user's id, and the ids differ. An empty id counts as missing. */
export const isOtherUser = (one: Tokens | undefined, other: Tokens | undefined): boolean =>
  Boolean(one?.id && other?.id && one.id !== other.id);

/** Returns the result of a refresh, with the fields that the response did not repeat, such as those of its user. */
export const afterRefresh = (old: StoredSession, next: Tokens, receivedAt: number): StoredSession => ({
  // The name and address of one user are not kept for another.
  ...(!isOtherUser(old, next) && old),
  ...next,
  receivedAt,
});

/** Reads a session that another place writes. Nothing is refreshed here: a 401 is a `session` error with the code `REFRESH_NEEDED`. */
export interface ReadOnlyTokenStore {
  /** Returns the record written last; undefined before the first write. Throws, or rejects, when the store cannot be read. */
  get(): unknown;
  /** Calls `listener` when another tab or process may have written. Returns an unsubscribe function. */
  subscribe?(listener: () => void): () => void;
  /** Called before each use of the session; throws when the platform may not serve the present request. */
  check?(): void;
}

/** Keeps the session beyond the process or the page. Any of its methods may be asynchronous. */
export interface TokenStore extends ReadOnlyTokenStore {
  /** Writes `next` if the stored generation is still `expected` (0 when nothing is stored). Returns whether it was written. */
  set(next: SessionRecord, expected: number): boolean | Promise<boolean>;
  /**
   * Called before a refresh, a sign-in and a sign-out. Throws, or rejects, when nothing can be stored now; then nothing is sent. `next` is
   * the session of a sign-in, if it is known already. Default: the store can always write.
   */
  checkWrite?(next?: StoredSession): void | Promise<void>;
}

/** The assumed lifetime of a token without `exp` and `expiresIn`, in seconds, as in the service's public clients. */
const ASSUMED_LIFE = 900;
/**
 * The least assumed lifetime of a token without `iat`, or of one with a lifetime of one second. If the local clock is wrong by almost the
 * lifetime of a token, every new token seems about to expire. This minimum stops such a client from refreshing all the time.
 */
const MIN_LIFE = 30;
/** The year 5138. A later time is no time in seconds. */
const MAX_SECONDS = 1e11;

const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < MAX_SECONDS;

/**
 * Returns the lifetime of an access token, in milliseconds from its arrival. With `exp` and `iat` the local clock does not matter. With
 * `exp` alone, a token that has expired on arrival reveals a wrong clock. Its lifetime is then `expiresIn`, as without `exp`.
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
    // Not a JWT.
  }
  // A lifetime of one second is useless: the service decides when the token expires.
  return (isTime(seconds) ? (seconds > 1 ? seconds : MIN_LIFE) : ASSUMED_LIFE) * 1000;
};

/** Throws for tokens that cannot be sent. */
export const checkTokens = (tokens: Tokens): void => {
  for (const field of sessionTokens) {
    const value = (tokens as Partial<Tokens> | undefined | null)?.[field] as unknown;
    if (typeof value !== 'string' || value.trim() === '') throw inputError(`session.set: ${field} must be a non-empty string`, field);
  }
};
