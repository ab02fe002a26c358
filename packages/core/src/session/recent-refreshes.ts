import type { Tokens } from './tokens.ts';

/** A refresh that is running, or that ended recently. */
interface Recent {
  readonly tokens: Promise<Tokens>;
  /** The key of the refresh token that the refresh returned. Absent while the refresh is running. */
  successor?: string;
  /** The time of `performance.now()` at which the refresh is forgotten. */
  until: number;
}

/** The time that a refresh is remembered. Browsers still send a replaced cookie in requests that began before the new cookie arrived. */
const KEPT_MS = 60_000;
/** The maximum number of refreshes to remember, because they take memory on a server with many users. The oldest are forgotten first. */
const MAX_KEPT = 10_000;

/** The key of a global map. Bundlers of servers copy this module into each entry, and all copies share the map. */
const KEY = Symbol.for('@platform-sdk/recent-refreshes');

const recentRefreshes = (): Map<string, Recent> => {
  const shared = globalThis as { [KEY]?: Map<string, Recent> };
  return (shared[KEY] ??= new Map());
};

/**
 * Exchanges a refresh token once in this process, for all platforms that use it. If the same token is exchanged again within a minute,
 * returns the newest tokens that followed. Failures are forgotten immediately.
 */
export const exchangeOnce = async (refreshToken: string, exchange: () => Promise<Tokens>): Promise<Tokens> => {
  const key = await digest(refreshToken);
  const recent = recentRefreshes();
  forgetOld(recent);
  let found = find(recent, key) ?? begin(recent, key, exchange);
  let tokens = await found.tokens;
  for (let next = successorOf(recent, found); next; next = successorOf(recent, found)) {
    const newer = await next.tokens.catch(() => undefined);
    if (!newer) break;
    tokens = newer;
    found = next;
  }
  return tokens;
};

/** Forgets the refreshes that led to the token of an ended session: an earlier cookie must not restore the session. */
export const forgetRefreshes = async (refreshToken: string): Promise<void> => {
  const recent = recentRefreshes();
  const ended = [await digest(refreshToken)];
  for (const end of ended)
    for (const [key, { successor }] of recent)
      if (successor === end) {
        recent.delete(key);
        ended.push(key);
      }
};

const begin = (recent: Map<string, Recent>, key: string, exchange: () => Promise<Tokens>): Recent => {
  const run = async (): Promise<Tokens> => {
    try {
      const tokens = await exchange();
      mine.successor = await digest(tokens.refreshToken);
      mine.until = performance.now() + KEPT_MS;
      // If the service returns the same refresh token again, its next refresh must be sent too.
      if (mine.successor === key) recent.delete(key);
      return tokens;
    } catch (error) {
      recent.delete(key);
      throw error;
    }
  };
  const mine: Recent = { tokens: run(), until: Infinity };
  // Deletes the key first, so that the entry moves to the end of the map. The map is ordered by age.
  recent.delete(key);
  recent.set(key, mine);
  return mine;
};

const successorOf = (recent: Map<string, Recent>, { successor }: Recent): Recent | undefined =>
  successor === undefined ? undefined : find(recent, successor);

const find = (recent: Map<string, Recent>, key: string): Recent | undefined => {
  const found = recent.get(key);
  return found && found.until >= performance.now() ? found : undefined;
};

/** Forgets the oldest refreshes. Stops at the first refresh to keep, so the cost does not depend on the number of refreshes. */
const forgetOld = (recent: Map<string, Recent>): void => {
  const now = performance.now();
  for (const [key, { until }] of recent) {
    if (until >= now && recent.size <= MAX_KEPT) return;
    recent.delete(key);
  }
};

/** Returns the SHA-256 digest of a secret, in hexadecimal. */
export const digest = async (secret: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
