import { isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { bounded, pause } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import { keepSession, type SessionEvent } from './kept-session.ts';
import type { Lease, SessionLock } from './lock.ts';
import { memoryTokenStore } from './stores.ts';
import { checkTokens, type StoredSession, type Tokens, type TokenStore } from './tokens.ts';

/** The signed-in user's tokens. They are refreshed when it is time. */
export interface Session {
  /** The current tokens, or undefined when nobody is signed in. */
  get(): Promise<Tokens | undefined>;
  /**
   * The tokens as they are here, at once: the same object until they change, undefined when nobody is signed in or the store was not read
   * yet. With `subscribe` it fits React's `useSyncExternalStore`.
   */
  snapshot(): Tokens | undefined;
  /** Signs in with tokens obtained elsewhere. Rejects with an input error when one of the two tokens is missing or empty. */
  set(tokens: Tokens): Promise<void>;
  /** Forgets the tokens here and in the store; `auth.logout` also revokes them at the service. */
  clear(): Promise<void>;
  /** Calls `listener` when the user or the token changes. Returns an unsubscribe function. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
}

/** The part of a session that clients use beside its public face. */
export interface LiveSession extends Session {
  /** The tokens held here, without a look into the store. */
  held(): Tokens | undefined;
  /** The tokens to send now; waits for a refresh only when the access token is over. */
  current(): Promise<Tokens | undefined>;
  /** Replaces `rejected`, once, however many calls report it; undefined when its user's session has ended. */
  renew(rejected: Tokens): Promise<Tokens | undefined>;
  /** Whether these are, or were, tokens of the user who is signed in now. */
  owns(tokens: Tokens): boolean;
  /** Whether a refresh of this user replaced the refresh token here. */
  hasReplaced(refreshToken: string): boolean;
  /** Adopts what another tab or process has stored. */
  look(): Promise<unknown>;
  /** Signs out. Returns whether the session held here was also the stored one. */
  end(): Promise<boolean>;
  /** Ends listeners and channels. */
  dispose(): void;
}

export interface SessionParts {
  /** Default: in memory. */
  readonly store?: TokenStore | undefined;
  /** Default: none. */
  readonly lock?: SessionLock | undefined;
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly clock: Clock;
  readonly log: Logger | undefined;
  /** The longest `Retry-After` that a refresh waits for. */
  readonly maxRetryAfterMs: number;
}

/** After a refresh that reached nobody who could answer, the same token is not tried again for this long. */
const COOL_DOWN_MS = 5000;
const MAX_COOL_DOWN_MS = 300_000;
/** The longest wait for a lock. The locks of this package take over sooner from a holder that does nothing. */
const LOCK_MS = 60_000;
/** The time in which a write of another tab or process becomes visible, and how often the store is read in it. */
const SETTLE_MS = 800;
const MAX_LOOKS = 16;
const MAX_TURNS = 3;

interface Renewal {
  readonly of: string;
  readonly done: Promise<void>;
  /** The same refresh token is not tried again before this. */
  until: number;
}

export const createSession = ({ store, lock, refresh, clock, log, maxRetryAfterMs }: SessionParts): LiveSession => {
  const kept = keepSession(store ?? memoryTokenStore(), clock, log);
  let renewal: Renewal | undefined;
  /** The refresh token that the service rejected last. */
  let rejected: string | undefined;

  const isHeld = (old: StoredSession): boolean => kept.held()?.tokens === old;

  /** Waits for the lock, or until the session has changed without it. */
  const acquire = async (): Promise<Lease | undefined> => {
    if (!lock) return undefined;
    const waiting = new AbortController();
    const { signal } = waiting;
    const stop = kept.subscribe(() => waiting.abort());
    const acquiring = (async () => lock.acquire(signal))();
    try {
      return await bounded(acquiring, LOCK_MS, signal);
    } catch (error) {
      waiting.abort();
      acquiring.then(release, () => undefined);
      throw isPlatformError(error) && error.kind === 'input' ? error : unavailable('the lock could not be acquired');
    } finally {
      stop();
    }
  };

  /** Exchanges the refresh token, and waits as long as a service asks for that receives too many requests. */
  const exchange = async (old: StoredSession, signal: AbortSignal | undefined): Promise<Tokens> => {
    for (let tries = 1; ; tries++) {
      try {
        return await refresh(old.refreshToken);
      } catch (error) {
        const { status, retryAfterSeconds = 0 } = error as PlatformError;
        const waitMs = retryAfterSeconds * 1000;
        if (status !== 429 || !waitMs || waitMs > maxRetryAfterMs || tries === MAX_TURNS) throw error;
        await pause(waitMs, signal).catch(() => undefined);
        if (!isHeld(old) || signal?.aborted) throw error;
      }
    }
  };

  /** A rejected token was perhaps used by another tab or process, whose write is on its way. */
  const settle = async (old: StoredSession): Promise<void> => {
    const until = clock.monotonic() + SETTLE_MS;
    for (let looks = 1; ; looks++) {
      const isRead = await kept.look();
      if (!isHeld(old)) return;
      if (!store || looks >= MAX_LOOKS || clock.monotonic() >= until) {
        if (!isRead && kept.wasRead()) throw unavailable('the service rejected its refresh token, and the token store cannot be read');
        return kept.conclude(old, undefined);
      }
      await pause(SETTLE_MS / MAX_LOOKS, undefined);
    }
  };

  /** Refreshes once, with the lock held. */
  const refreshHeld = async (old: StoredSession, lease: Lease | undefined): Promise<void> => {
    // What is stored is not known: the token may be used already.
    if (!(await kept.look()) && kept.wasRead()) throw unavailable('the token store cannot be read');
    if (!isHeld(old) || lease?.signal.aborted) return;
    if (rejected !== old.refreshToken) {
      kept.isSending = true;
      try {
        const tokens = await exchange(old, lease?.signal);
        return await kept.conclude(old, { ...old, ...tokens, receivedAt: clock.now() });
      } catch (error) {
        const { status } = error as PlatformError;
        if (!isHeld(old)) return;
        if (status !== 400 && status !== 401) throw error;
        rejected = old.refreshToken;
      } finally {
        kept.isSending = false;
      }
    }
    await settle(old);
  };

  const refreshOnce = async (old: StoredSession): Promise<void> => {
    for (let turns = 1; isHeld(old); turns++) {
      if (turns > MAX_TURNS) throw unavailable('its lock was lost');
      let lease: Lease | undefined;
      try {
        lease = await acquire();
        await refreshHeld(old, lease);
      } catch (error) {
        if (isHeld(old)) throw error;
      } finally {
        // Held until the new tokens are stored; callers need not wait for that.
        const acquired = lease;
        if (acquired) void kept.saved().then(() => release(acquired));
      }
    }
  };

  const renew = async (from: Tokens): Promise<Tokens | undefined> => {
    const old = kept.held()?.tokens;
    // A slow call can report a token that is already replaced: its replay takes the new one.
    if (old?.accessToken === from.accessToken) {
      if (renewal?.of !== old.refreshToken || clock.monotonic() >= renewal.until) {
        const mine: Renewal = {
          of: old.refreshToken,
          until: Infinity,
          done: refreshOnce(old).then(
            () => void (mine.until = 0),
            (error: unknown) => {
              mine.until = isUnsent(error) ? 0 : clock.monotonic() + coolDownMs(error as PlatformError);
              log?.({ type: 'session', change: 'refresh-unavailable' });
              throw error;
            },
          ),
        };
        renewal = mine;
      }
      await renewal.done;
    }
    return kept.owns(from) ? kept.held()?.tokens : undefined;
  };

  const held = (): Tokens | undefined => kept.held()?.tokens;

  const end = async (): Promise<boolean> => {
    await kept.load();
    return kept.put(undefined);
  };

  return {
    held,
    async get() {
      await kept.load();
      return held();
    },
    snapshot() {
      void kept.load().catch(() => undefined);
      return held();
    },
    async set(tokens) {
      checkTokens(tokens);
      await kept.load();
      await kept.put({ ...tokens, receivedAt: clock.now() });
    },
    clear: async () => void (await end()),
    end,
    look: async () => {
      await kept.load();
      await kept.look();
    },
    subscribe: kept.subscribe,
    async current() {
      await kept.load();
      const now = kept.held();
      if (!now) return undefined;
      const { tokens, endsAt, renewAt } = now;
      const time = clock.monotonic();
      if (time >= endsAt) return renew(tokens);
      if (time >= renewAt) void renew(tokens).catch(() => undefined);
      return tokens;
    },
    renew,
    owns: kept.owns,
    hasReplaced: kept.hasReplaced,
    dispose: kept.dispose,
  };
};

const release = (lease: Lease): unknown => lease.release().catch(() => undefined);

/** A refresh that was not sent, for a reason that passes. */
const unavailable = (reason: string): PlatformError =>
  new PlatformError('network', `The session stays as it is: ${reason}`, { operation: 'auth.refresh', outcome: 'not-sent' });

const coolDownMs = ({ retryAfterSeconds = 0 }: PlatformError): number =>
  Math.min(MAX_COOL_DOWN_MS, Math.max(COOL_DOWN_MS, retryAfterSeconds * 1000));

/** A refresh that never left the machine says nothing of the service: it is tried again as soon as it is needed. */
const isUnsent = (error: unknown): boolean =>
  (error as PlatformError).outcome === 'not-sent' || (globalThis as { navigator?: Partial<Navigator> }).navigator?.onLine === false;
