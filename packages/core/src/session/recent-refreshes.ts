import { digest } from './digest.ts';
import type { Tokens } from './tokens.ts';

/** A refresh that runs, or that ended recently. */
interface Recent {
  readonly tokens: Promise<Tokens>;
  /** Forgotten after this, on the clock of `performance.now()`. */
  until: number;
}

/** Browsers send a replaced cookie for a moment longer: with requests that began before its successor arrived. */
const KEPT_MS = 60_000;
/** The pairs of a server with many users take memory. The oldest are forgotten first. */
const MAX_KEPT = 10_000;

/** Bundlers of servers make a copy of this module for each entry: the copies share one memory. */
const KEY = Symbol.for('@platform-sdk/recent-refreshes');

const recentRefreshes = (): Map<string, Recent> => {
  const shared = globalThis as { [KEY]?: Map<string, Recent> };
  return (shared[KEY] ??= new Map());
};

/**
 * Exchanges a refresh token once in this process, for all platforms that hold it. Another exchange of the last minute returns the newest
 * pair that followed. Failures are not kept.
 */
export const exchangeOnce = async (refreshToken: string, exchange: () => Promise<Tokens>): Promise<Tokens> => {
  const key = await digest(refreshToken);
  const recent = recentRefreshes();
  forgetOld(recent);
  const tokens = await (recent.get(key) ?? begin(recent, key, exchange)).tokens;
  // A service may allow a refresh token to be used again: each of its refreshes is sent.
  if (tokens.refreshToken === refreshToken) {
    recent.delete(key);
    return tokens;
  }
  return newest(recent, tokens);
};

const begin = (recent: Map<string, Recent>, key: string, exchange: () => Promise<Tokens>): Recent => {
  const mine: Recent = { tokens: exchange(), until: Infinity };
  recent.set(key, mine);
  mine.tokens.then(
    () => void (mine.until = performance.now() + KEPT_MS),
    () => recent.delete(key),
  );
  return mine;
};

/** Follows a pair to its successors. */
const newest = async (recent: Map<string, Recent>, tokens: Tokens): Promise<Tokens> => {
  const next = recent.get(await digest(tokens.refreshToken));
  return next ? next.tokens.then((successor) => newest(recent, successor)).catch(() => tokens) : tokens;
};

const forgetOld = (recent: Map<string, Recent>): void => {
  const now = performance.now();
  for (const [key, { until }] of recent) if (until < now || recent.size > MAX_KEPT) recent.delete(key);
};
