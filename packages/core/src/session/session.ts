import type { PlatformError } from '../diagnostics/errors.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { pause, type Clock } from '../time/limits.ts';
import type { SessionLock } from './lock.ts';
import { createRenewals } from './renewals.ts';
import { createSessionState, type SessionEvent, type SessionState } from './session-state.ts';
import { shareSession, type ExchangingStore, type SharedSession } from './shared-session.ts';
import { checkTokens, type ReadOnlyTokenStore, type StoredSession, type TokenStore, type Tokens } from './tokens.ts';
import { REFRESH_NEEDED, checkWritable, refreshNeededError } from './writable.ts';

/** The signed-in user's tokens. The tokens are refreshed automatically before they expire. */
export interface Session {
  /** Returns the current tokens, or undefined when no user is signed in. */
  get(): Promise<Tokens | undefined>;
  /**
   * Returns the tokens that this platform holds, without waiting. Returns the same object until the tokens change. Returns undefined if no
   * user is signed in, or if the store was not read yet. Together with `subscribe`, this method works with React's `useSyncExternalStore`.
   */
  snapshot(): Tokens | undefined;
  /**
   * Refreshes the session if its access token has expired or is about to expire. Returns the tokens to use, or undefined if no user is
   * signed in or the refresh is rejected. Call this method before code that cannot store new tokens, such as a server component. Rejects
   * with the code `REFRESH_NEEDED` if the access token has expired and the store cannot write.
   */
  refreshIfNeeded(): Promise<Tokens | undefined>;
  /**
   * Signs in with tokens from another source. Rejects with an `invalid-input` error if a token is missing or empty. Rejects with the code
   * `READ_ONLY_SESSION` if the store cannot write, and with the kind `too-large` if the session is too long for its cookies.
   */
  set(tokens: Tokens): Promise<void>;
  /** Removes the tokens from this platform and the store; `auth.logout` also revokes them. Rejects with the code `READ_ONLY_SESSION` if the store cannot write. */
  clear(): Promise<void>;
  /** Calls `listener` when the user or the token changes. Returns an unsubscribe function. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
}

/** The public session, with the methods that only clients use. */
export interface LiveSession extends Session, Pick<SessionState, 'owns' | 'hasReplaced' | 'dispose'> {
  /** Returns the tokens that this platform holds, without reading the store. */
  held(): Tokens | undefined;
  /** Returns the tokens to send. Waits for a refresh only if the access token has expired. */
  current(): Promise<Tokens | undefined>;
  /** Refreshes the rejected tokens once, however many calls report them. Returns undefined if their user's session has ended. */
  renew(rejected: Tokens): Promise<Tokens | undefined>;
  /** Rejects if the store cannot write. Called before a sign-in or a sign-out is sent. */
  checkWritable(): Promise<void>;
  /** Resolves when each change is written, or its write has failed. */
  saved(): Promise<unknown>;
  /** Adopts a newer record that another tab or process has stored. */
  readStore(): Promise<unknown>;
  /** Signs out. Returns true if the local session was also the stored session, and was not being refreshed. */
  end(): Promise<boolean>;
}

export interface SessionParts {
  /** Default: in memory. */
  readonly store?: TokenStore | ReadOnlyTokenStore | undefined;
  /** Default: none. */
  readonly lock?: SessionLock | undefined;
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly clock: Clock;
  readonly log: Logger | undefined;
  /** The longest `Retry-After` that a refresh waits for. */
  readonly maxRetryAfterMs: number;
}

/** The maximum number of requests of one refresh if the service returns 429. */
const MAX_TRIES = 3;
/** One in this many calls without a valid access token first lets timers and connections run. */
const TURN_CALLS = 100;

/** Exchanges the refresh token. After a 429, waits for `Retry-After` and tries again. */
const exchange = async (
  { store, refresh, maxRetryAfterMs }: SessionParts,
  state: SessionState,
  old: StoredSession,
  signal: AbortSignal | undefined,
): Promise<Tokens> => {
  const send = (): Promise<Tokens> => refresh(old.refreshToken);
  const { exchange: exchangeOnce } = (store ?? {}) as ExchangingStore;
  for (let tries = 1; ; tries++) {
    try {
      return await (exchangeOnce ? exchangeOnce(old.refreshToken, send) : send());
    } catch (error) {
      const { status, retryAfterSeconds = 0 } = error as PlatformError;
      const waitMs = retryAfterSeconds * 1000;
      if (status !== 429 || !waitMs || waitMs > maxRetryAfterMs || tries === MAX_TRIES) throw error;
      await pause(waitMs, signal).catch(() => undefined);
      if (!state.isHeld(old) || signal?.aborted) throw error;
    }
  }
};

/** Refreshes the session if the new tokens can be stored. Otherwise, throws unless the store contains newer tokens. */
const refreshWritable = async ({ store }: SessionParts, state: SessionState, shared: SharedSession, old: StoredSession): Promise<void> => {
  const isWritable = await checkWritable(store).then(
    () => true,
    () => false,
  );
  if (isWritable) return shared.refresh(old);
  // Another platform that can write may have stored newer tokens.
  await shared.readStore();
  if (state.isHeld(old)) throw refreshNeededError();
};

export const createSession = (parts: SessionParts): LiveSession => {
  const { store, clock, log } = parts;
  const state = createSessionState(clock, log);
  const shared = shareSession({ ...parts, state, exchange: (old, signal) => exchange(parts, state, old, signal) });
  const { load, put } = shared;
  const renewals = createRenewals((old) => refreshWritable(parts, state, shared, old), clock, log);

  let slowCalls = 0;

  const held = (): Tokens | undefined => state.held()?.tokens;

  const renew = async (rejected: Tokens): Promise<Tokens | undefined> => {
    const old = state.held()?.tokens;
    // A slow call can report a token that was replaced already. The retry of the call uses the new token.
    if (old?.accessToken === rejected.accessToken) await renewals.renew(old);
    return state.owns(rejected) ? held() : undefined;
  };

  const current = async (isPatient: boolean, mayHaveExpired: boolean): Promise<Tokens | undefined> => {
    await load();
    const now = state.held();
    const time = clock.monotonic();
    if (now && time < now.renewAt) return now.tokens;
    const isValid = now && time < now.endsAt;
    // A caller that repeats a failing call without a pause must not block the connection or the sign-in that it waits for.
    if (!isValid && ++slowCalls % TURN_CALLS === 0) await pause(0, undefined);
    // If a refresh is impossible, the token is still sent: this machine's clock may be wrong, and the service may accept the token.
    const keep = (error: unknown): Tokens => {
      if (now && (isValid || (mayHaveExpired && (error as PlatformError).code === REFRESH_NEEDED))) return now.tokens;
      throw error;
    };
    const renewing = now && renew(now.tokens).catch(keep);
    if (isValid && !isPatient) return now.tokens;
    const next = await renewing;
    if (isPatient) await shared.saved();
    return next;
  };

  const end = async (): Promise<boolean> => {
    await load();
    await checkWritable(store);
    // A running refresh may return tokens that this sign-out does not revoke.
    const isRefreshing = renewals.isRunning(held()?.refreshToken);
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
      const next = { ...tokens, receivedAt: clock.now() };
      await checkWritable(store, next);
      await put(next);
    },
    clear: async () => void (await end()),
    end,
    async checkWritable() {
      await load();
      await checkWritable(store);
    },
    saved: shared.saved,
    async readStore() {
      await load();
      await shared.readStore();
    },
    subscribe: state.subscribe,
    // A store with a `check` belongs to one request, and cannot write after the response has begun. Calls therefore wait for the refresh.
    current: () => current(store?.check !== undefined, true),
    refreshIfNeeded: () => current(true, false),
    renew,
    owns: state.owns,
    hasReplaced: state.hasReplaced,
    dispose() {
      state.dispose();
      shared.dispose();
    },
  };
};

/** Returns false if a server created the store for another request than the current one. */
const isOfRequest = (store: ReadOnlyTokenStore | undefined): boolean => {
  try {
    store?.check?.();
    return true;
  } catch {
    return false;
  }
};
