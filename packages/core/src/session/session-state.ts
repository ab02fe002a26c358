import { notify, type Logger } from '../diagnostics/logger.ts';
import type { Clock } from '../time/limits.ts';
import { isOtherUser, lifeOf, type StoredSession, type Tokens } from './tokens.ts';

/** A change of the session. */
export interface SessionEvent {
  /**
   * Names the change:
   *
   * - `restored`: the first use of the session found a user in the token store; at most once per platform.
   * - `signed-in`: a user signed in, here or in another tab or process, or a refresh returned another user.
   * - `refreshed`: the same user has new tokens.
   * - `signed-out`: the user signed out, here or elsewhere, or the service rejected the refresh token.
   */
  readonly type: 'restored' | 'signed-in' | 'refreshed' | 'signed-out';
  /** The tokens after the change; undefined after `signed-out`. */
  readonly session: Tokens | undefined;
}

/** The session that this platform object keeps in memory. */
interface Held {
  readonly tokens: StoredSession;
  /** The time of the monotonic clock at which the access token expires. */
  readonly endsAt: number;
  readonly renewAt: number;
}

/** The session of this platform, with its listeners. */
export interface SessionState {
  readonly held: () => Held | undefined;
  /** Returns true for the current tokens. */
  readonly isHeld: (tokens: Tokens | undefined) => boolean;
  /** Returns true for current and earlier tokens of the signed-in user. */
  readonly owns: (tokens: Tokens) => boolean;
  /** Returns true if a refresh has replaced this refresh token of the signed-in user. */
  readonly hasReplaced: (refreshToken: string) => boolean;
  /** Sets or removes the session. The access token is considered valid for at least `leastMs`, because clocks may be wrong. */
  readonly change: (next: StoredSession | undefined, type?: SessionEvent['type'], leastMs?: number) => void;
  /** Replaces tokens with the result of their refresh. */
  readonly refreshed: (old: StoredSession, next: StoredSession) => void;
  readonly subscribe: (listener: (event: SessionEvent) => void) => () => void;
  readonly dispose: () => void;
}

/** A token is refreshed this long before its end, or in the last third of its lifetime if this third is shorter. */
const EARLY_MS = 300_000;

export const createSessionState = (clock: Clock, log: Logger | undefined): SessionState => {
  const listeners = new Set<(event: SessionEvent) => void>();
  let held: Held | undefined;
  let own = new WeakSet<Tokens>();
  let replaced = new Set<string>();

  const hold = (tokens: StoredSession, leastMs: number): Held => {
    const life = lifeOf(tokens);
    const remainingMs = Math.min(life, Math.max(0, life - (clock.now() - tokens.receivedAt)));
    const now = clock.monotonic();
    const endsAt = now + Math.max(remainingMs, leastMs);
    own.add(tokens);
    return { tokens, endsAt, renewAt: Math.max(endsAt - Math.min(EARLY_MS, life / 3), now + leastMs) };
  };

  const announce = (type: SessionEvent['type']): void => {
    const session = held?.tokens;
    log?.({ type: 'session', change: type });
    // The listeners are copied, because a listener may subscribe others while it is called.
    const called = [...listeners];
    for (const listener of called) {
      notify(
        () => listener({ type, session }),
        () => log?.({ type: 'warning', code: 'CALLBACK_FAILED', message: 'A session listener failed.' }),
      );
    }
  };

  /** Returns the type of a change. A user without an id counts as a new user. */
  const typeOf = (next: StoredSession | undefined, id: string | undefined): SessionEvent['type'] =>
    next ? (id && next.id === id ? 'refreshed' : 'signed-in') : 'signed-out';

  const change = (next: StoredSession | undefined, type = typeOf(next, held?.tokens.id), leastMs = 0): void => {
    const before = held?.tokens;
    const isSame = next?.accessToken === before?.accessToken;
    if (!isSame && type !== 'refreshed') {
      own = new WeakSet();
      replaced = new Set();
    }
    if (before && type === 'refreshed') replaced.add(before.refreshToken);
    // A process may keep its session for years, so the number of remembered tokens is limited.
    for (const oldest of replaced) if (replaced.size > 1000) replaced.delete(oldest);
    held = next && hold(next, leastMs);
    if (!isSame) announce(type);
  };

  return {
    held: () => held,
    isHeld: (tokens) => held?.tokens === tokens,
    owns: (tokens) => own.has(tokens),
    hasReplaced: (refreshToken) => refreshToken !== held?.tokens.refreshToken && replaced.has(refreshToken),
    change,
    // The service checks the owner of a refresh token, so a result without an id belongs to the same user.
    refreshed: (old, next) => change(next, isOtherUser(old, next) ? 'signed-in' : 'refreshed'),
    subscribe(listener) {
      // Each subscription gets its own function, because a listener may subscribe twice.
      const subscriber = (event: SessionEvent): void => listener(event);
      listeners.add(subscriber);
      return () => listeners.delete(subscriber);
    },
    dispose: () => listeners.clear(),
  };
};
