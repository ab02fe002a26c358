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

/** Where a session outlives the process or the page. Any of its methods may be asynchronous. */
export interface TokenStore {
  /** What was stored last, or undefined. Nothing where a session was seen means that somebody else has signed out. */
  get(): unknown;
  set(session: StoredSession): unknown;
  remove(): unknown;
}

/** Lets one tab or process refresh at a time: runs the work once, when it is its turn. */
export type SessionLock = <T>(work: () => Promise<T>) => Promise<T>;

/** Public clients of the service assume this life when a token does not contain one. */
const ASSUMED_LIFE_MS = 900_000;
/**
 * A token without `iat` is never believed to live shorter than this. The local clock may be wrong by nearly a token's life, and every
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
      if (isTime(iat) && exp > iat) return (exp - iat) * 1000;
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

/** Reads the value of a store; undefined when it is not a session. */
export const toStored = (value: unknown): StoredSession | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { accessToken, refreshToken, receivedAt } = value as Partial<StoredSession>;
  const usable = typeof accessToken === 'string' && accessToken && typeof refreshToken === 'string' && refreshToken;
  return usable ? { ...(value as StoredSession), receivedAt: typeof receivedAt === 'number' ? receivedAt : 0 } : undefined;
};
