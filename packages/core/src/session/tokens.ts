/** The pair a session lives on, with what the documents say of its user. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The user's id. */
  readonly id?: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** What a token store keeps. */
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

/** Public clients of the service assume this when a token says nothing of its life. */
const ASSUMED_LIFE_SECONDS = 900;

/** How long an access token lives, in milliseconds, by its own `exp` and `iat`: the local clock has no say. */
export const lifeOf = (accessToken: string): number => {
  try {
    const [, payload = ''] = accessToken.split('.');
    const { exp, iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    if (typeof exp === 'number' && typeof iat === 'number' && exp > iat) return (exp - iat) * 1000;
  } catch {
    // Not a JWT.
  }
  return ASSUMED_LIFE_SECONDS * 1000;
};

/** Reads what a store gave back; undefined when it is not a session. */
export const toStored = (value: unknown): StoredSession | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { accessToken, refreshToken, receivedAt } = value as Partial<StoredSession>;
  const usable = typeof accessToken === 'string' && accessToken && typeof refreshToken === 'string' && refreshToken;
  return usable ? { ...(value as StoredSession), receivedAt: typeof receivedAt === 'number' ? receivedAt : 0 } : undefined;
};
