import { PlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { pause } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import type { SessionLock } from './lock.ts';
import { createSessionState, type SessionEvent, type SessionState } from './session-state.ts';
import type { SharedSession, SharingStore } from './shared-session.ts';
import { afterRefresh, checkTokens, type StoredSession, type Tokens, type TokenStore } from './tokens.ts';

/** The signed-in user's tokens. They are refreshed automatically before they expire. */
export interface Session {
  /** Returns the current tokens, or undefined when no user is signed in. */
  get(): Promise<Tokens | undefined>;
  /**
   * Returns the tokens that this platform holds, without waiting: the same object until they change. It is undefined when no user is signed
   * in or the store was not read yet. With `subscribe` it fits React's `useSyncExternalStore`.
   */
  snapshot(): Tokens | undefined;
  /** Signs in with tokens obtained elsewhere. Rejects with an input error when one of the two tokens is missing or empty. */
  set(tokens: Tokens): Promise<void>;
  /** Removes the tokens here and in the store; `auth.logout` also revokes them at the service. */
  clear(): Promise<void>;
  /** Calls `listener` when the user or the token changes. Returns an unsubscribe function. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
}

/** The part of a session that clients use beside its public face. */
export interface LiveSession extends Session, Pick<SessionState, 'owns' | 'hasReplaced' | 'dispose'> {
  /** Returns the tokens that this platform holds, without reading the store. */
  held(): Tokens | undefined;
  /** Returns the tokens to send now; waits for a refresh only when the access token has expired. */
  current(): Promise<Tokens | undefined>;
  /** Refreshes `rejected` once, however many calls report it. Returns undefined when its user's session has ended. */
  renew(rejected: Tokens): Promise<Tokens | undefined>;
  /** Adopts what another tab or process has stored. */
  readStore(): Promise<unknown>;
  /** Signs out. Returns whether the session held here was also the stored one, and no refresh of it was running. */
  end(): Promise<boolean>;
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

/** After a refresh that no service responded to, the same token is not tried again for this long. */
const COOL_DOWN_MS = 5000;
const MAX_COOL_DOWN_MS = 300_000;
/** The number of requests of a refresh to a service that returns 429. */
const MAX_TRIES = 3;

interface Renewal {
  readonly of: string;
  readonly done: Promise<void>;
  /** The same refresh token is not tried again before this. */
  until: number;
}

export const createSession = ({ store, lock, refresh, clock, log, maxRetryAfterMs }: SessionParts): LiveSession => {
  const state = createSessionState(clock, log);
  let renewal: Renewal | undefined;
  let shared: SharedSession | undefined;
  let sharing: Promise<SharedSession> | undefined;
  let isDisposed = false;

  const held = (): Tokens | undefined => state.held()?.tokens;

  /** Exchanges the refresh token. After a 429 it waits for `Retry-After`. */
  const exchange = async (old: StoredSession, signal?: AbortSignal): Promise<Tokens> => {
    for (let tries = 1; ; tries++) {
      try {
        return await refresh(old.refreshToken);
      } catch (error) {
        const { status, retryAfterSeconds = 0 } = error as PlatformError;
        const waitMs = retryAfterSeconds * 1000;
        if (status !== 429 || !waitMs || waitMs > maxRetryAfterMs || tries === MAX_TRIES) throw error;
        await pause(waitMs, signal).catch(() => undefined);
        if (!state.isHeld(old) || signal?.aborted) throw error;
      }
    }
  };

  const parts = { store, lock, state, exchange, clock, log };

  /** Loads the code that only a shared session needs. The stores of this package contain it. */
  const share = (): Promise<SharedSession> =>
    (sharing ??= import('./shared-session.ts').then(
      ({ shareSession }) => (shared = shareSession(parts)),
      () => {
        sharing = undefined;
        throw new PlatformError('network', 'The code of the token store could not be loaded', { outcome: 'not-sent' });
      },
    ));

  const load = async (): Promise<void> => {
    if (!store && !lock) return;
    shared ??= (store as Partial<SharingStore> | undefined)?.share?.(parts) ?? (await share());
    // A session that was disposed of while its code loaded must have no listeners.
    if (isDisposed) shared.dispose();
    await shared.load();
  };

  const put = async (next: StoredSession | undefined): Promise<boolean> => {
    if (shared) return shared.put(next);
    state.change(next);
    return true;
  };

  const refreshAlone = async (old: StoredSession): Promise<void> => {
    try {
      const tokens = await exchange(old);
      if (state.isHeld(old)) state.refreshed(old, afterRefresh(old, tokens, clock.now()));
    } catch (error) {
      const { status } = error as PlatformError;
      if (!state.isHeld(old)) return;
      if (status !== 400 && status !== 401) throw error;
      state.change(undefined);
    }
  };

  const renew = async (rejected: Tokens): Promise<Tokens | undefined> => {
    const old = state.held()?.tokens;
    // A slow call can report a token that is already replaced: its replay takes the new one.
    if (old?.accessToken === rejected.accessToken) {
      if (renewal?.of !== old.refreshToken || clock.monotonic() >= renewal.until) {
        const mine: Renewal = {
          of: old.refreshToken,
          until: Infinity,
          done: (shared ? shared.refresh(old) : refreshAlone(old)).then(
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
    return state.owns(rejected) ? held() : undefined;
  };

  const end = async (): Promise<boolean> => {
    await load();
    // A running refresh may return a pair that is never revoked.
    const isRefreshing = renewal?.until === Infinity && renewal.of === held()?.refreshToken;
    return (await put(undefined)) && !isRefreshing;
  };

  return {
    held,
    async get() {
      await load();
      return held();
    },
    snapshot() {
      load().catch(() => undefined);
      return isOfRequest(store) ? held() : undefined;
    },
    async set(tokens) {
      checkTokens(tokens);
      await load();
      await put({ ...tokens, receivedAt: clock.now() });
    },
    clear: async () => void (await end()),
    end,
    async readStore() {
      await load();
      await shared?.readStore();
    },
    subscribe: state.subscribe,
    async current() {
      await load();
      const now = state.held();
      if (!now) return undefined;
      const { tokens, endsAt, renewAt } = now;
      const time = clock.monotonic();
      if (time >= endsAt) return renew(tokens);
      if (time >= renewAt) void renew(tokens).catch(() => undefined);
      return tokens;
    },
    renew,
    owns: state.owns,
    hasReplaced: state.hasReplaced,
    dispose() {
      isDisposed = true;
      state.dispose();
      shared?.dispose();
    },
  };
};

/** Checks that the store belongs to the current request of a server. */
const isOfRequest = (store: TokenStore | undefined): boolean => {
  try {
    store?.check?.();
    return true;
  } catch {
    return false;
  }
};

const coolDownMs = ({ retryAfterSeconds = 0 }: PlatformError): number =>
  Math.min(MAX_COOL_DOWN_MS, Math.max(COOL_DOWN_MS, retryAfterSeconds * 1000));

/** Returns true for a refresh that never left the machine. It is retried as soon as it is needed, without a pause for the service. */
const isUnsent = (error: unknown): boolean =>
  (error as PlatformError).outcome === 'not-sent' || (globalThis as { navigator?: Partial<Navigator> }).navigator?.onLine === false;
