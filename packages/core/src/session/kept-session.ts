import { notify } from '../diagnostics/notify.ts';
import type { Logger } from '../diagnostics/logger.ts';
import { pause } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import { patientStore } from './patient-store.ts';
import { lifeOf, type FoundRecord, type StoredSession, type Tokens, type TokenStore } from './tokens.ts';

/** A change of the session. */
export interface SessionEvent {
  /**
   * - `restored`: the first use of the session found a user in the token store; at most once per platform.
   * - `signed-in`: a user signed in, here or in another tab or process, or a refresh returned another user.
   * - `refreshed`: the same user has a new token pair.
   * - `signed-out`: the user signed out, here or elsewhere, or the service rejected the refresh token.
   */
  readonly type: 'restored' | 'signed-in' | 'refreshed' | 'signed-out';
  /** The tokens after the change; undefined after `signed-out`. */
  readonly session: Tokens | undefined;
}

/** The session as it is here. */
interface Held {
  readonly tokens: StoredSession;
  /** On the monotonic clock. */
  readonly endsAt: number;
  readonly renewAt: number;
}

/** A change that is made here, and that the store does not contain yet. */
interface Change {
  readonly type: 'signed-in' | 'signed-out' | 'refreshed' | 'rejected';
  /** The session that it replaced: here, or in the store if that had a newer one. */
  of: StoredSession | undefined;
}

/** One session in two places: here, and in the store that other tabs and processes share. Decision 0020 draws its states. */
export interface KeptSession {
  held(): Held | undefined;
  /** Whether these are, or were, tokens of the user who is signed in now. */
  owns(tokens: Tokens): boolean;
  /** Whether a refresh of this user replaced the refresh token here. */
  hasReplaced(refreshToken: string): boolean;
  /** Reads the store if nobody is signed in here. */
  load(): Promise<void>;
  /** Reads the store, and adopts what is newer. Returns whether the store could be read. */
  look(): Promise<boolean>;
  /** Whether the store could be read before. */
  wasRead(): boolean;
  /** Signs in or out, here at once, then in the store. Returns whether the session held here was also the stored one. */
  put(next: StoredSession | undefined): Promise<boolean>;
  /** Replaces `old` by the outcome of its refresh, unless another session came first. Resolves before the store is written. */
  conclude(old: StoredSession, next: StoredSession | undefined): Promise<void>;
  /** Resolves once all changes are written. */
  saved(): Promise<void>;
  subscribe(listener: (event: SessionEvent) => void): () => void;
  dispose(): void;
  /** A refresh is on its way. */
  isSending: boolean;
}

/** A token is renewed this long before its end, or in the last third of a shorter life. */
const EARLY_MS = 300_000;
/** A write that lost against another is tried again so often, at these intervals. */
const MAX_WRITES = 12;
const WRITE_PAUSE_MS = 50;

export const keepSession = (given: TokenStore, clock: Clock, log: Logger | undefined): KeptSession => {
  const listeners = new Set<(event: SessionEvent) => void>();
  const store = patientStore(given, clock, log);
  let held: Held | undefined;
  /** All tokens of the user who is signed in now. */
  let own = new WeakSet<Tokens>();
  const replaced = new Set<string>();
  /** Of the newest record that was read or written here. */
  let generation = 0;
  /** Of the record that the store is thought to contain. */
  let expected = 0;
  let unsaved: Change | undefined;
  let isLoaded = false;
  let loading: Promise<unknown> | undefined;
  let saving = Promise.resolve();
  let unsubscribe: (() => void) | undefined;

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

  /** A user without an id may be anybody. */
  const typeOf = (next: StoredSession | undefined, id = held?.tokens.id): SessionEvent['type'] =>
    next ? (id !== undefined && next.id === id ? 'refreshed' : 'signed-in') : 'signed-out';

  const change = (next: StoredSession | undefined, type = typeOf(next)): void => {
    const isSame = next?.accessToken === held?.tokens.accessToken;
    if (!isSame && type !== 'refreshed') {
      own = new WeakSet();
      replaced.clear();
    } else if (held && held.tokens.refreshToken !== next?.refreshToken) replaced.add(held.tokens.refreshToken);
    held = next && hold(next);
    if (!isSame) announce(type);
  };

  const isHeld = (session: StoredSession | null): boolean =>
    session?.accessToken === held?.tokens.accessToken && session?.refreshToken === held?.tokens.refreshToken;

  const adopt = (found: FoundRecord): void => {
    const type = isLoaded || !found.session ? undefined : 'restored';
    isLoaded = true;
    unsaved = undefined;
    generation = expected = found.generation;
    if (found.session !== undefined && !isHeld(found.session)) change(found.session ?? undefined, type);
  };

  /** Whether a change made here replaces what another tab or process has stored meanwhile. */
  const replaces = ({ type, of }: Change, { generation: at, session, isRejected }: FoundRecord): boolean => {
    if (type === 'signed-in' || at <= generation || session === undefined) return true;
    // A sign-out is meant for its own user alone.
    if (type === 'signed-out') return session?.id === undefined || of?.id === undefined || session.id === of.id;
    if (session) return session.refreshToken === of?.refreshToken;
    // Another process sent the same refresh token, later: it was rejected only because it was used already.
    return type === 'refreshed' && isRejected === true && at === generation + 1;
  };

  const write = async (): Promise<void> => {
    for (let writes = 0; unsaved && writes < MAX_WRITES; writes++) {
      const mine = unsaved;
      const session = held?.tokens ?? null;
      const at = Math.max(expected || Math.floor(clock.now()), generation, 0) + 1;
      const isRejected = mine.type === 'rejected' && { isRejected: true as const };
      const isWritten = await store.write({ generation: at, session, ...isRejected }, expected);
      // What fails is written with the next look.
      if (isWritten === undefined) return;
      const found = isWritten ? { generation: at, session } : await store.read();
      if (!found) return;
      expected = found.generation;
      if (isWritten) generation = at;
      if (unsaved !== mine) continue;
      if (isWritten) unsaved = undefined;
      else if ((found.session !== undefined && isHeld(found.session)) || !replaces(mine, found)) adopt(found);
      else {
        mine.of = found.session ?? mine.of;
        await pause(WRITE_PAUSE_MS, undefined);
      }
    }
  };

  const save = (): Promise<void> => (saving = saving.then(write));

  const look = async (): Promise<boolean> => {
    await saving;
    const found = await store.read();
    if (!found) return false;
    if (unsaved) await save();
    // The response to the own refresh decides.
    else if (found.isRejected && kept.isSending) return true;
    else if (found.generation > generation || !isLoaded) adopt(found);
    else expected = found.generation;
    return true;
  };

  const kept: KeptSession = {
    isSending: false,
    held: () => held,
    owns: (tokens) => own.has(tokens),
    hasReplaced: (refreshToken) => replaced.has(refreshToken),
    async load() {
      given.check?.();
      unsubscribe ??= listenTo(given, () => void look());
      if (held) return;
      loading ??= look().finally(() => (loading = undefined));
      await loading;
    },
    look,
    wasRead: store.wasRead,
    async put(next) {
      const mine: Change = { type: next ? 'signed-in' : 'signed-out', of: held?.tokens };
      if (!next && !held && !unsaved && store.wasRead()) return true;
      const { of } = mine;
      unsaved = mine;
      isLoaded = true;
      change(next);
      await save();
      return mine.of === of;
    },
    async conclude(old, next) {
      const mine: Change = { type: next ? 'refreshed' : 'rejected', of: old };
      await saving;
      const found = await store.read();
      if (held?.tokens !== old) return;
      if (found && !replaces(mine, found)) return adopt(found);
      expected = found?.generation ?? expected;
      unsaved = mine;
      change(next, next && typeOf(next, old.id ?? next.id));
      void save();
    },
    saved: () => saving,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      listeners.clear();
      unsubscribe?.();
      unsubscribe = () => undefined;
    },
  };
  return kept;
};

/** A store that cannot be listened to is read when it is needed. */
const listenTo = (store: TokenStore, listener: () => void): (() => void) => {
  try {
    return store.subscribe?.(listener) ?? (() => undefined);
  } catch {
    return () => undefined;
  }
};
