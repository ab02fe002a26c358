import type { Logger } from '../diagnostics/logger.ts';
import { pause } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import { patientStore } from './patient-store.ts';
import type { FoundRecord } from './record.ts';
import type { SessionState } from './session-state.ts';
import { onReturn } from './page-events.ts';
import { isOtherUser, type StoredSession, type TokenStore } from './tokens.ts';

/** A change made here that the store does not contain yet. */
interface Change {
  readonly type: 'signed-in' | 'signed-out' | 'refreshed' | 'rejected';
  /** The session that it replaces: here, or in the store if that had a newer one. */
  of: StoredSession | undefined;
  /** The generation of a write that failed or hung, and may still have succeeded. */
  triedAt?: number;
}

/** A session in two places: here, and in the store that other tabs and processes share. Decision 0020 draws its states. */
export interface StoredState {
  /** Reads the store if no user is signed in here. */
  readonly load: () => Promise<void>;
  /** Reads the store, and adopts what is newer. Returns whether the store could be read. */
  readonly readStore: () => Promise<boolean>;
  /** Returns true if the store could be read before. */
  readonly wasRead: () => boolean;
  /** Signs in or out: here immediately, then in the store. Returns whether the session held here was also the stored one. */
  readonly put: (next: StoredSession | undefined) => Promise<boolean>;
  /** Replaces `old` by the result of its refresh, unless another session came first. Resolves before the store is written. */
  readonly conclude: (old: StoredSession, next: StoredSession) => Promise<void>;
  /** Ends the session whose refresh token was rejected. Returns false if another tab or process has stored something meanwhile. */
  readonly reject: (old: StoredSession) => Promise<boolean>;
  /** Resolves once all changes are written, or failed to be. Returns whether they are. */
  readonly saved: () => Promise<boolean>;
  readonly dispose: () => void;
  /** A refresh is on its way. */
  isSending: boolean;
}

/** A pair that another tab or process stored is used for this long before it is refreshed. */
const ADOPTED_MS = 30_000;
/** How often, and at which intervals, a write that lost against another is retried. */
const MAX_WRITES = 12;
const WRITE_PAUSE_MS = 50;

export const storeSession = (tokenStore: TokenStore, state: SessionState, clock: Clock, log: Logger | undefined): StoredState => {
  const store = patientStore(tokenStore, clock, log);
  /** The generation of the newest record that was read or written here. */
  let generation = 0;
  /** The generation that the store is expected to contain. */
  let expected = 0;
  let unsaved: Change | undefined;
  let isLoaded = false;
  let loading: Promise<unknown> | undefined;
  let saving = Promise.resolve();
  let unsubscribe: (() => void) | undefined;

  const held = (): StoredSession | undefined => state.held()?.tokens;

  const isSame = (session: StoredSession | null): boolean =>
    session?.accessToken === held()?.accessToken && session?.refreshToken === held()?.refreshToken;

  const adopt = ({ generation: found, session }: FoundRecord): void => {
    const type = isLoaded || !session ? undefined : 'restored';
    isLoaded = true;
    unsaved = undefined;
    generation = expected = found;
    // Another process may have another clock: a pair that it has just stored is valid until the service rejects it.
    if (session !== undefined && !isSame(session)) state.change(session ?? undefined, type, type ? 0 : ADOPTED_MS);
  };

  /** Returns true if a change made here replaces a record that another tab or process has stored meanwhile. */
  const replaces = ({ type, of, triedAt = Infinity }: Change, { generation: at, session, isRejected }: FoundRecord): boolean => {
    if (at <= generation || session === undefined) return true;
    // The stored record is newer than this change, which had been written.
    if (at > triedAt) return false;
    if (type === 'signed-in') return true;
    // A sign-out ends only the session of its own user.
    if (type === 'signed-out') return !session || !of || !isOtherUser(session, of);
    if (session) return session.refreshToken === of?.refreshToken;
    // Another process sent the same refresh token, later: it was rejected only because it was used already.
    return type === 'refreshed' && isRejected === true && at === generation + 1;
  };

  const nextGeneration = (): number => Math.max(expected || Math.floor(clock.now()), generation) + 1;

  const write = async (): Promise<void> => {
    for (let writes = 0; unsaved && writes < MAX_WRITES; writes++) {
      const mine = unsaved;
      const session = held() ?? null;
      const at = nextGeneration();
      const isWritten = await store.write({ generation: at, session, ...(mine.type === 'rejected' && { isRejected: true }) }, expected);
      const found = isWritten ? { generation: at, session } : isWritten === false && (await store.read());
      if (!found) {
        // It is retried at the next read, unless the user to sign out is unknown: later that could be another user.
        if (isWritten === undefined) mine.triedAt ??= at;
        if (!session && !mine.of) unsaved = undefined;
        return;
      }
      expected = found.generation;
      if (isWritten) generation = at;
      if (unsaved !== mine) continue;
      if (isWritten) unsaved = undefined;
      else if ((found.session !== undefined && isSame(found.session)) || !replaces(mine, found)) adopt(found);
      else {
        mine.of = found.session ?? mine.of;
        await pause(WRITE_PAUSE_MS, undefined);
      }
    }
  };

  const save = (): Promise<void> => (saving = saving.then(write));

  const readStore = async (): Promise<boolean> => {
    await saving;
    const found = await store.read();
    if (!found) return false;
    if (unsaved) await save();
    // The response to the own refresh decides.
    else if (found.isRejected && stored.isSending) return true;
    else if (found.generation > generation || !isLoaded) adopt(found);
    else expected = found.generation;
    return true;
  };

  const stored: StoredState = {
    isSending: false,
    async load() {
      tokenStore.check?.();
      unsubscribe ??= listenTo(tokenStore, () => void readStore());
      if (state.held()) return;
      loading ??= readStore().finally(() => (loading = undefined));
      await loading;
    },
    readStore,
    wasRead: store.wasRead,
    async put(next) {
      const of = held();
      if (!next && !of && !unsaved && store.wasRead()) return true;
      const mine: Change = (unsaved = { type: next ? 'signed-in' : 'signed-out', of });
      isLoaded = true;
      state.change(next);
      await save();
      return mine.of === of;
    },
    async conclude(old, next) {
      const mine: Change = { type: 'refreshed', of: old };
      await saving;
      const found = await store.read();
      if (!state.isHeld(old)) return;
      if (found && !replaces(mine, found)) return adopt(found);
      expected = found?.generation ?? expected;
      unsaved = mine;
      state.refreshed(old, next);
      void save();
    },
    async reject(old) {
      await saving;
      const at = nextGeneration();
      // The store is written first: another user may be signed in by then.
      const isWritten = await store.write({ generation: at, session: null, isRejected: true }, expected);
      if (isWritten === false) return false;
      if (isWritten) generation = expected = at;
      if (!state.isHeld(old)) return true;
      if (!isWritten) unsaved = { type: 'rejected', of: old };
      state.change(undefined);
      return true;
    },
    saved: () => saving.then(() => !unsaved),
    dispose() {
      unsubscribe?.();
      unsubscribe = () => undefined;
    },
  };
  return stored;
};

/** A store that cannot be listened to is read when it is needed, and when its page is shown again. */
const listenTo = (store: TokenStore, listener: () => void): (() => void) => {
  try {
    return store.subscribe?.(listener) ?? onReturn(listener);
  } catch {
    return onReturn(listener);
  }
};
