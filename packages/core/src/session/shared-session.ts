import { PlatformError, isPlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { bounded, pause, type Clock } from '../time/limits.ts';
import { type Lease, type SessionLock, unlocked } from './lock.ts';
import type { SessionState } from './session-state.ts';
import { storeSession, type StoredState } from './stored-session.ts';
import { afterRefresh, inMemoryTokenStore, type ReadOnlyTokenStore, type StoredSession, type TokenStore, type Tokens } from './tokens.ts';

/** A session in a store that several tabs or processes may share. */
export interface SharedSession extends Pick<StoredState, 'load' | 'readStore' | 'put' | 'saved' | 'dispose'> {
  /** Refreshes the session while it holds the lock, or adopts a newer record of another tab or process. */
  refresh(old: StoredSession): Promise<void>;
}

interface SharedParts {
  readonly store?: TokenStore | ReadOnlyTokenStore | undefined;
  readonly lock?: SessionLock | undefined;
  readonly state: SessionState;
  /** Exchanges a refresh token. After the signal aborts, it sends no more requests. */
  readonly exchange: (old: StoredSession, signal: AbortSignal | undefined) => Promise<Tokens>;
  readonly clock: Clock;
  readonly log: Logger | undefined;
}

/** One attempt to refresh while the lock is held. */
interface Turn {
  /** The refresh token that the service returned; empty after a rejection. Undefined before the response and after the session's end. */
  returned: string | undefined;
}

/** The part of a store that lets the platforms of one process share an exchange. */
export interface ExchangingStore {
  /** Exchanges a refresh token, or returns the result of another platform's exchange. */
  readonly exchange?: (refreshToken: string, exchange: () => Promise<Tokens>) => Promise<Tokens>;
}

interface Sharing extends SharedParts {
  readonly stored: StoredState;
  /** The refresh token that the service rejected last. */
  rejected: string | undefined;
}

/**
 * The longest wait for a lock. This wait exceeds `WAKE_MS`, for which a holder may wait. The locks of this package replace an inactive
 * holder sooner.
 */
const LOCK_MS = 90_000;
/** The time until a write of another tab or process becomes visible, and the pause between reads of the store. */
const SETTLE_MS = 800;
const LOOK_MS = 50;
/** The former holder of a lock that was taken over may wake within this time, and store its tokens. */
const WAKE_MS = 60_000;
/** How often the lock may be lost before the refresh fails. */
const MAX_TURNS = 3;

/** Creates a store in memory. Only this platform can write to it, so it needs no listeners. */
const privateStore = (): TokenStore => ({ ...inMemoryTokenStore(), subscribe: () => () => undefined });

export const shareSession = (parts: SharedParts): SharedSession => {
  const { state, clock, log } = parts;
  const store = parts.store ?? privateStore();
  const stored = storeSession(store, state, clock, log);
  const sharing: Sharing = { ...parts, stored, rejected: undefined };
  return { ...stored, refresh: (old) => refresh(sharing, old) };
};

const refresh = async (sharing: Sharing, old: StoredSession): Promise<void> => {
  const { state, lock, stored } = sharing;
  // The store is read before the lock is acquired. Otherwise, a hanging store would block the lock for other tabs and processes.
  if (lock) await readBefore(stored);
  for (let turns = 1; state.isHeld(old); turns++) {
    if (turns > MAX_TURNS) throw unavailable('its lock was lost');
    const turn: Turn = { returned: undefined };
    let lease: Lease | undefined;
    try {
      lease = await acquire(sharing);
      await refreshHeld(sharing, old, lease, turn);
    } catch (error) {
      if (state.isHeld(old)) throw error;
    } finally {
      // The lock is held until the new tokens are stored, but callers do not wait for that.
      const released = lease && release(sharing, lease, turn);
      if (state.isHeld(old)) await released;
    }
  }
};

/** Reads the store, which may contain newer tokens already. */
const readBefore = async (stored: StoredState): Promise<void> => {
  if (!(await stored.readStore()) && stored.wasRead()) throw unavailable('the token store cannot be read');
};

/** Waits for the lock. The wait also ends when the session changes. */
const acquire = async ({ lock, state }: Sharing): Promise<Lease | undefined> => {
  if (!lock) return undefined;
  const waiting = new AbortController();
  const { signal } = waiting;
  const stop = state.subscribe(() => waiting.abort());
  const acquiring = (async () => lock.acquire(signal))();
  try {
    return await bounded(acquiring, LOCK_MS, signal);
  } catch (error) {
    waiting.abort();
    acquiring.then(releaseNow, () => undefined);
    // A disk that is full or read-only can store neither a lock nor a session, so the refresh needs no lock.
    if (isPlatformError(error) && error.kind === 'session') return unlocked();
    throw isPlatformError(error) && error.kind === 'invalid-input' ? error : unavailable('its lock could not be acquired');
  } finally {
    stop();
  }
};

const refreshHeld = async (sharing: Sharing, old: StoredSession, lease: Lease | undefined, turn: Turn): Promise<void> => {
  const { stored, state } = sharing;
  await readBefore(stored);
  if (!state.isHeld(old) || lease?.signal.aborted) return;
  if (sharing.rejected === old.refreshToken || (await send(sharing, old, lease, turn)) === 'rejected')
    await settle(sharing, old, turn, lease?.isTakenOver ? WAKE_MS : SETTLE_MS);
};

/** Sends the refresh token, and stores the tokens that the service returns. */
const send = async (sharing: Sharing, old: StoredSession, lease: Lease | undefined, turn: Turn): Promise<'refreshed' | 'rejected'> => {
  const { stored, exchange, clock } = sharing;
  stored.setSending(true);
  try {
    const next = afterRefresh(old, await exchange(old, lease?.signal), clock.now());
    turn.returned = next.refreshToken;
    await stored.conclude(old, next);
    return 'refreshed';
  } catch (error) {
    const { status } = error as PlatformError;
    if (status !== 400 && status !== 401) throw error;
    sharing.rejected = old.refreshToken;
    turn.returned = '';
    return 'rejected';
  } finally {
    stored.setSending(false);
  }
};

/** Waits for the store after a rejection: another tab or process may have used the token, and its write may not be visible yet. */
const settle = async ({ store, stored, state, clock }: Sharing, old: StoredSession, turn: Turn, settleMs: number): Promise<void> => {
  const until = clock.monotonic() + settleMs;
  const maxLooks = settleMs / LOOK_MS;
  for (let looks = 1; ; looks++) {
    const isRead = await stored.readStore();
    if (!state.isHeld(old)) return;
    if (!store || looks >= maxLooks || clock.monotonic() >= until) {
      if (!isRead && stored.wasRead()) throw unavailable('the service rejected its refresh token, and the token store cannot be read');
      const hasEnded = await stored.reject(old);
      if (hasEnded === undefined) throw unavailable('the service rejected its refresh token, and the token store cannot be written');
      if (hasEnded) return void (turn.returned = undefined);
      if (looks >= 3 * maxLooks) throw unavailable('the token store returns outdated content');
    }
    await pause(LOOK_MS, undefined);
  }
};

/** Releases the lock when the store contains the new tokens or another record, so that no other tab or process sends the used token. */
const release = async ({ stored, state }: Sharing, lease: Lease, { returned }: Turn): Promise<void> => {
  const isSaved = await stored.saved();
  const isSeen = isSaved && returned === state.held()?.tokens.refreshToken;
  if (returned !== undefined && !isSeen) await pause(SETTLE_MS, lease.signal).catch(() => undefined);
  await releaseNow(lease);
};

/** Releases a lock. Ignores errors, because a custom lock may throw, or return an invalid lease. */
const releaseNow = async (lease: Lease): Promise<void> => {
  try {
    await lease.release();
  } catch {
    // Nothing renews the lease, so it expires.
  }
};

/** Creates the error of a refresh that left the session unchanged for a temporary reason. */
const unavailable = (reason: string): PlatformError =>
  new PlatformError('network', `The session is unchanged, because ${reason}`, { operation: 'auth.refresh', outcome: 'not-sent' });
