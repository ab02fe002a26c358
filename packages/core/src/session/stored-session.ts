import type { Logger } from '../diagnostics/logger.ts';
import type { Clock } from '../time/limits.ts';
import { onReturn } from './tab-channel.ts';
import { patientStore } from './patient-store.ts';
import { adopt, held, nextGeneration, readStore, replaces, save, type Change, type Replica } from './replica.ts';
import type { SessionState } from './session-state.ts';
import type { ReadOnlyTokenStore, StoredSession, TokenStore } from './tokens.ts';

/** The local session, and its copy in the store that other tabs and processes share. Decision 0020 draws its states. */
export interface StoredState {
  /** Reads the store if no user is signed in here. */
  readonly load: () => Promise<void>;
  /** Reads the store, and adopts a newer record. Returns true if the store could be read. */
  readonly readStore: () => Promise<boolean>;
  /** Returns true if the store was read successfully before. */
  readonly wasRead: () => boolean;
  /** Signs in or out: immediately in this platform, then in the store. Returns true if the local session was also the stored session. */
  readonly put: (next: StoredSession | undefined) => Promise<boolean>;
  /** Sets whether a refresh is being sent. The response to the refresh overrules a rejection that another tab or process stores. */
  readonly setSending: (isSending: boolean) => void;
  /** Replaces `old` with the result of its refresh, unless another session was stored first. Resolves before the store is written. */
  readonly conclude: (old: StoredSession, next: StoredSession) => Promise<void>;
  /**
   * Ends the session whose refresh token was rejected. Returns false if another tab or process has stored a record meanwhile. Returns
   * undefined if the end cannot be stored: another process may have new tokens that it could not store.
   */
  readonly reject: (old: StoredSession) => Promise<boolean | undefined>;
  /** Resolves with true when each change is written, and with false when a write has failed. */
  readonly saved: () => Promise<boolean>;
  readonly dispose: () => void;
}

const put = async (replica: Replica, next: StoredSession | undefined): Promise<boolean> => {
  const of = held(replica);
  if (!next && !of && !replica.unsaved && replica.store.wasRead()) return true;
  const mine: Change = (replica.unsaved = { type: next ? 'signed-in' : 'signed-out', of });
  replica.isLoaded = true;
  replica.state.change(next);
  await save(replica);
  return mine.of === of;
};

const conclude = async (replica: Replica, old: StoredSession, next: StoredSession): Promise<void> => {
  const { state, store } = replica;
  const mine: Change = { type: 'refreshed', of: old };
  await replica.saving;
  const found = await store.read();
  if (!state.isHeld(old)) return;
  if (found && !replaces(mine, found, replica.generation)) return adopt(replica, found);
  replica.expected = found?.generation ?? replica.expected;
  // An unsaved sign-in stays a sign-in, because a sign-in replaces any stored session, and a refresh does not.
  replica.unsaved = replica.unsaved?.type === 'signed-in' ? { ...replica.unsaved } : mine;
  state.refreshed(old, next);
  void save(replica);
};

const reject = async (replica: Replica, old: StoredSession): Promise<boolean | undefined> => {
  const { state, store } = replica;
  await replica.saving;
  const generation = nextGeneration(replica);
  // The store is written before the local session changes. Meanwhile, another user may sign in.
  const isWritten = await store.write({ generation, session: null, isRejected: true }, replica.expected);
  if (isWritten === false) return false;
  if (isWritten) {
    replica.unsaved = undefined;
    // During a slow write, the process that used the token may have replaced the record.
    if (!(await readStore(replica))) replica.generation = replica.expected = generation;
  }
  if (!state.isHeld(old)) return true;
  // Another process may hold new tokens that it could not store.
  if (!isWritten && !replica.unsaved && replica.store.wasRead()) return undefined;
  if (!isWritten) replica.unsaved = { type: 'rejected', of: old };
  state.change(undefined);
  return true;
};

export const storeSession = (
  tokenStore: TokenStore | ReadOnlyTokenStore,
  state: SessionState,
  clock: Clock,
  log: Logger | undefined,
): StoredState => {
  const replica: Replica = {
    store: patientStore(tokenStore, clock, log),
    state,
    clock,
    generation: 0,
    expected: 0,
    unsaved: undefined,
    isLoaded: false,
    isSending: false,
    loading: undefined,
    saving: Promise.resolve(),
    retry: undefined,
    retries: 0,
    isDisposed: false,
    notifies: tokenStore.subscribe !== undefined,
  };
  let unsubscribe: (() => void) | undefined;

  return {
    async load() {
      tokenStore.check?.();
      unsubscribe ??= listenTo(tokenStore, () => void readStore(replica));
      if (state.held()) return;
      replica.loading ??= readStore(replica).finally(() => (replica.loading = undefined));
      await replica.loading;
    },
    readStore: () => readStore(replica),
    wasRead: replica.store.wasRead,
    put: (next) => put(replica, next),
    setSending: (isSending) => void (replica.isSending = isSending),
    conclude: (old, next) => conclude(replica, old, next),
    reject: (old) => reject(replica, old),
    saved: () => replica.saving.then(() => !replica.unsaved),
    dispose() {
      replica.isDisposed = true;
      clearTimeout(replica.retry);
      unsubscribe?.();
      unsubscribe = () => undefined;
    },
  };
};

/** Subscribes to the store. If `subscribe` is missing or throws, calls `listener` whenever the page is shown again. */
const listenTo = (store: ReadOnlyTokenStore, listener: () => void): (() => void) => {
  try {
    return store.subscribe?.(listener) ?? onReturn(listener);
  } catch {
    return onReturn(listener);
  }
};
