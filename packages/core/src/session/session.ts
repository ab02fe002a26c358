import type { PlatformError } from '../diagnostics/errors.ts';
import { notify } from '../diagnostics/notify.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { bounded } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import { patientStore } from './patient-store.ts';
import { checkTokens, lifeOf, type SessionLock, type StoredSession, type Tokens, type TokenStore } from './tokens.ts';

/** A change of the session. */
export interface SessionEvent {
  /**
   * - `restored`: the first use of the session found a user in the token store; at most once per platform.
   * - `signed-in`: a user signed in, here or in another tab or process.
   * - `refreshed`: the same user has a new token pair.
   * - `signed-out`: the user signed out, here or elsewhere, or the service rejected the refresh token.
   */
  readonly type: 'restored' | 'signed-in' | 'refreshed' | 'signed-out';
  /** The tokens after the change; undefined after `signed-out`. */
  readonly session: Tokens | undefined;
}

/** The signed-in user's tokens. They are refreshed when it is time. */
export interface Session {
  /** The current tokens, or undefined when nobody is signed in. */
  get(): Promise<Tokens | undefined>;
  /** Signs in with tokens obtained elsewhere. Rejects with an input error when one of the two tokens is missing or empty. */
  set(tokens: Tokens): Promise<void>;
  /** Forgets the tokens here; `auth.logout` also revokes them at the service. */
  clear(): Promise<void>;
  /** Calls `listener` when the user or the token changes. Returns an unsubscribe function. */
  subscribe(listener: (event: SessionEvent) => void): () => void;
}

/** What the transport needs of a session beside its public face. */
export interface LiveSession extends Session {
  /** The tokens to send now; waits for a refresh only when the access token is over. */
  current(): Promise<Tokens | undefined>;
  /** Replaces `rejected`, once, however many calls report it; undefined when its user's session has ended. */
  renew(rejected: Tokens): Promise<Tokens | undefined>;
  /** Whether these are, or were, tokens of the user who is signed in now. */
  owns(tokens: Tokens): boolean;
}

export interface SessionParts {
  readonly store: TokenStore;
  /** Lets one tab or process refresh at a time. Default: none. */
  readonly lock?: SessionLock | undefined;
  readonly refresh: (refreshToken: string) => Promise<Tokens>;
  readonly clock: Clock;
  readonly log: Logger | undefined;
}

/** A token is renewed this long before its end, or in the last third of a shorter life. */
const EARLY_MS = 300_000;
/** After a refresh that reached nobody who could answer, the same token is not tried again for this long. */
const COOL_DOWN_MS = 5000;
const LONGEST_COOL_DOWN_MS = 300_000;
/** How long a lock is waited for; the locks that come along give up sooner. */
const LOCK_MS = 30_000;

interface Held {
  readonly tokens: StoredSession;
  /** On the monotonic clock. */
  readonly endsAt: number;
  readonly renewAt: number;
}

interface Renewal {
  readonly of: string;
  readonly done: Promise<void>;
  /** The same refresh token is not tried again before this. */
  until: number;
}

export const createSession = ({ store: given, lock = (work) => work(), refresh, clock, log }: SessionParts): LiveSession => {
  const listeners = new Set<(event: SessionEvent) => void>();
  let held: Held | undefined;
  /** All tokens of the user who is signed in now. */
  let own = new WeakSet<Tokens>();
  let loading: Promise<void> | undefined;
  let renewal: Renewal | undefined;
  /** Whoever signed in or out since knows better than the store. */
  let isKnown = false;
  const store = patientStore(given, () => held?.tokens, clock, log);

  const hold = (tokens: StoredSession): Held => {
    const life = lifeOf(tokens.accessToken, tokens.receivedAt);
    const left = Math.min(life, Math.max(0, life - (clock.now() - tokens.receivedAt)));
    const endsAt = clock.monotonic() + left;
    own.add(tokens);
    return { tokens, endsAt, renewAt: endsAt - Math.min(EARLY_MS, life / 3) };
  };

  const announce = (type: SessionEvent['type']): void => {
    const session = held?.tokens;
    log?.({ type: 'session', change: type });
    for (const listener of listeners) {
      notify(
        () => listener({ type, session }),
        () => log?.({ type: 'warning', message: 'A session listener failed.' }),
      );
    }
  };

  /** Who has no id may be anybody: only the session's own refresh is known to be of the same user. */
  const change = (next: StoredSession | undefined, isRefreshed = next?.id !== undefined && next.id === held?.tokens.id): void => {
    const type = next ? (isRefreshed ? 'refreshed' : 'signed-in') : 'signed-out';
    const isSame = next?.accessToken === held?.tokens.accessToken;
    isKnown = true;
    if (!isSame && type !== 'refreshed') own = new WeakSet();
    held = next && hold(next);
    if (!isSame) announce(type);
  };

  const load = async (): Promise<void> => {
    if (isKnown || held) return;
    loading ??= store.read().then((stored) => {
      loading = undefined;
      if (!stored || isKnown) return;
      held = hold(stored);
      announce('restored');
    });
    await loading;
  };

  /** Looks for what another tab or process did meanwhile; says whether the session is still at `known`. */
  const isStill = async (known: StoredSession, isRefused = false): Promise<boolean> => {
    const stored = await store.read();
    if (held?.tokens !== known) return false;
    // What the wall's clock says of the two is not worth a session.
    const isOld = stored && (stored.accessToken === known.accessToken || !(isRefused || stored.receivedAt >= known.receivedAt));
    if (stored === null || isOld) return true;
    change(stored);
    return false;
  };

  const exchange = async (old: StoredSession): Promise<void> => {
    if (!(await isStill(old))) return;
    try {
      const tokens = await refresh(old.refreshToken);
      // Whoever signed in or out meanwhile, here or elsewhere, wins.
      if (!(await isStill(old))) return;
      const next: StoredSession = { ...old, ...tokens, receivedAt: clock.now() };
      change(next, true);
      void store.write(next);
    } catch (error) {
      const { status } = error as PlatformError;
      if (held?.tokens !== old) return;
      if (status !== 400 && status !== 401) throw error;
      if (await isStill(old, true)) await end();
    }
  };

  /** Whoever never gets the lock goes on without it. */
  const locked = async (old: StoredSession): Promise<void> => {
    let working: Promise<void> | undefined;
    const work = (): Promise<void> => (working ??= exchange(old));
    const turn = new Promise<void>((resolve) => {
      // The lock is held until the new tokens are stored; callers need not wait for that.
      const mine = lock(() => {
        resolve();
        return work().then(store.written);
      });
      mine.then(resolve, resolve);
    });
    await bounded(turn, LOCK_MS, undefined).catch(() => undefined);
    return work();
  };

  const renew = async (rejected: Tokens): Promise<Tokens | undefined> => {
    const old = held?.tokens;
    // A slow call can report a token that is already replaced: its replay takes the new one.
    if (old?.accessToken === rejected.accessToken) {
      if (renewal?.of !== old.refreshToken || clock.monotonic() >= renewal.until) {
        const mine: Renewal = {
          of: old.refreshToken,
          until: Infinity,
          done: locked(old).then(
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
    return own.has(rejected) ? held?.tokens : undefined;
  };

  const end = async (): Promise<void> => {
    change(undefined);
    await store.write(undefined);
  };

  return {
    async get() {
      await load();
      return held?.tokens;
    },
    async set(tokens) {
      checkTokens(tokens);
      await load();
      const next: StoredSession = { ...tokens, receivedAt: clock.now() };
      change(next);
      await store.write(next);
    },
    async clear() {
      await load();
      await end();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async current() {
      await load();
      if (!held) return undefined;
      const { tokens, endsAt, renewAt } = held;
      const time = clock.monotonic();
      if (time >= endsAt) return renew(tokens);
      if (time >= renewAt) void renew(tokens).catch(() => undefined);
      return tokens;
    },
    renew,
    owns: (tokens) => own.has(tokens),
  };
};

const coolDownMs = ({ retryAfterSeconds = 0 }: PlatformError): number =>
  Math.min(LONGEST_COOL_DOWN_MS, Math.max(COOL_DOWN_MS, retryAfterSeconds * 1000));

/** A refresh that never left the machine says nothing of the service: it is tried again as soon as it is needed. */
const isUnsent = (error: unknown): boolean =>
  (error as PlatformError).outcome === 'not-sent' || (globalThis as { navigator?: Partial<Navigator> }).navigator?.onLine === false;
