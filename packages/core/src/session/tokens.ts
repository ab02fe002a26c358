import { inputError } from '../diagnostics/errors.ts';

/** A session's token pair, with the fields of its user. */
export interface Tokens {
  /** Sent as `Authorization: Bearer`. Secret. */
  readonly accessToken: string;
  /** Exchanged, once, for the next pair. Secret. */
  readonly refreshToken: string;
  /** The user's id. Two pairs with the same id belong to one user; a pair without an id counts as a new user. */
  readonly id?: string;
  /** The user's e-mail address, when the service sent one. */
  readonly email?: string;
  /** The user's first name, when the service sent one. */
  readonly firstName?: string;
  /** The user's last name, when the service sent one. */
  readonly lastName?: string;
}

/** A session as a token store keeps it. */
export interface StoredSession extends Tokens {
  /** When the pair arrived, in milliseconds of the local clock. */
  readonly receivedAt: number;
}

/** A token store's content: a session, or the fact that the user signed out. */
export interface SessionRecord {
  /** Grows with every write, sign-outs included. The first is the time in milliseconds, so that an emptied store does not begin again below it. */
  readonly generation: number;
  /** The session; null after a sign-out. */
  readonly session: StoredSession | null;
  /** The session ended because the service rejected its refresh token: a pair that had already replaced this token may still be stored. */
  readonly isRejected?: true;
}

/** Keeps the session beyond the process or the page. Any of its methods may be asynchronous. */
export interface TokenStore {
  /** Returns the record written last; undefined when nothing was ever written. Throws, or rejects, when the store cannot be read. */
  get(): unknown;
  /** Writes `next` if the stored generation is still `expected` (0 when nothing is stored). Returns whether it was written. */
  set(next: SessionRecord, expected: number): boolean | Promise<boolean>;
  /** Calls `listener` when another tab or process may have written. Returns an unsubscribe function. */
  subscribe?(listener: () => void): () => void;
  /** Called before each use of the session; throws when the platform may not serve the present request. */
  check?(): void;
}

/** Public clients of the service assume this life when a token does not contain one. */
const ASSUMED_LIFE_MS = 900_000;
/**
 * A token without `iat`, or of a second, is never believed to live shorter than this. The local clock may be wrong by nearly a token's life, and every
 * token would then look nearly over: this bounds the refreshes of such a client.
 */
const MIN_LIFE_MS = 30_000;
/** The year 5138. A later time is no time in seconds. */
const MAX_SECONDS = 1e11;

const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < MAX_SECONDS;

/**
 * How long an access token lives, in milliseconds from its arrival. With `exp` and `iat` the local clock does not matter. With `exp` alone
 * it does: a token that is over on arrival shows a wrong clock, and then, as for a token without `exp`, the life is assumed.
 */
export const lifeOf = (accessToken: string, receivedAt: number): number => {
  try {
    const [, payload = ''] = accessToken.split('.');
    const { exp, iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    if (isTime(exp)) {
      // Nobody can use a token of a second: the service decides how long it is good.
      if (isTime(iat) && exp > iat) return exp - iat > 1 ? (exp - iat) * 1000 : MIN_LIFE_MS;
      const leftMs = exp * 1000 - receivedAt;
      if (leftMs > 0) return Math.max(leftMs, MIN_LIFE_MS);
    }
  } catch {
    // Not a JWT.
  }
  return ASSUMED_LIFE_MS;
};

const PAIR = ['accessToken', 'refreshToken'] as const;

/** Rejects tokens that no call could be sent with. */
export const checkTokens = (tokens: Tokens): void => {
  for (const field of PAIR) {
    const value = (tokens as Partial<Tokens> | undefined | null)?.[field] as unknown;
    if (typeof value !== 'string' || value.trim() === '') throw inputError(`session.set: ${field} must be a non-empty string`, field);
  }
};

/** Characters that a header may contain. A line break would begin another header. */
const HEADER = /^[\x21-\x7e]+$/;
const TEXTS = ['id', 'email', 'firstName', 'lastName'] as const;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads a session of a store, its known fields alone; undefined when it is not one. */
const toStored = (value: unknown): StoredSession | undefined => {
  const { accessToken, refreshToken, receivedAt, ...about } = Object(value) as Partial<StoredSession>;
  if (!isText(accessToken) || !HEADER.test(accessToken) || !isText(refreshToken) || !Number.isFinite(receivedAt)) return undefined;
  const found: Record<string, unknown> = { accessToken, refreshToken, receivedAt };
  for (const name of TEXTS) {
    const text: unknown = about[name];
    if (text == null) continue;
    if (!isText(text)) return undefined;
    found[name] = text;
  }
  return found as unknown as StoredSession;
};

/** No count of writes is larger, not even one that began with the time. A larger one was forged. */
const MAX_GENERATION = 1e15;

/** The generation of what a store holds: 0 for nothing, and for what is no record. */
export const generationOf = (value: unknown): number => {
  const { generation } = Object(value) as { readonly generation?: unknown };
  return Number.isSafeInteger(generation) && (generation as number) > 0 && (generation as number) < MAX_GENERATION
    ? (generation as number)
    : 0;
};

/** A store's content as it was read: the session is undefined where there is nothing, or only damage. */
export type FoundRecord = Omit<SessionRecord, 'session'> & { readonly session: StoredSession | null | undefined };

/** Reads the value of a store. A session without a record around it counts as the oldest. */
export const toRecord = (value: unknown): FoundRecord => {
  const { session, isRejected } = Object(value) as Partial<SessionRecord>;
  const generation = generationOf(value);
  if (session === null && generation) return { generation, session, ...(isRejected === true && { isRejected }) };
  return { generation, session: toStored(generation ? session : value) };
};
