import { pause } from '../time/bounded.ts';
import type { Clock } from '../time/clock.ts';
import type { PatientStore } from './patient-store.ts';
import type { SessionState } from './session-state.ts';
import { isOtherUser, type FoundRecord, type StoredSession } from './tokens.ts';

/** A change made here that the store does not contain yet. */
export interface Change {
  readonly type: 'signed-in' | 'signed-out' | 'refreshed' | 'rejected';
  /** The session that it replaces: here, or in the store if that had a newer one. */
  of: StoredSession | undefined;
  /** The generation of a write that failed or hung, and may still have succeeded. */
  triedAt?: number;
}

/** The position of this platform beside its store. */
export interface Replica {
  readonly store: PatientStore;
  readonly state: SessionState;
  readonly clock: Clock;
  /** The generation of the newest record that was read or written here. */
  generation: number;
  /** The generation that the store is expected to contain. */
  expected: number;
  unsaved: Change | undefined;
  isLoaded: boolean;
  /** A refresh is on its way. */
  isSending: boolean;
  loading: Promise<unknown> | undefined;
  saving: Promise<void>;
  /** Repeats a failed write. */
  retry: ReturnType<typeof setTimeout> | undefined;
  /** The number of repetitions since the last successful write. */
  retries: number;
  isDisposed: boolean;
  /** The store notifies other tabs or processes of a write. */
  readonly notifies: boolean;
}

/** A pair that another tab or process stored is used for this long before it is refreshed. */
const ADOPTED_MS = 30_000;
/** How often, and at which intervals, a write that lost against another is retried. */
const MAX_WRITES = 12;
const WRITE_PAUSE_MS = 50;
/** The pauses before a failed write is repeated. The last one is longer than the pause of a store that hung. */
const RETRY_MS = [1000, 5000, 25_000];

export const held = ({ state }: Replica): StoredSession | undefined => state.held()?.tokens;

const isSame = (replica: Replica, session: StoredSession | null): boolean =>
  session?.accessToken === held(replica)?.accessToken && session?.refreshToken === held(replica)?.refreshToken;

export const adopt = (replica: Replica, { generation, session }: FoundRecord): void => {
  const type = replica.isLoaded || !session ? undefined : 'restored';
  replica.isLoaded = true;
  replica.unsaved = undefined;
  replica.generation = replica.expected = generation;
  // Another process may have another clock: a pair that it has just stored is valid until the service rejects it.
  if (session !== undefined && !isSame(replica, session)) replica.state.change(session ?? undefined, type, type ? 0 : ADOPTED_MS);
};

/** Returns true if a change made here replaces a record that another tab or process has stored meanwhile. */
export const replaces = (
  { type, of, triedAt = Infinity }: Change,
  { generation: at, session, isRejected }: FoundRecord,
  generation: number,
): boolean => {
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

export const nextGeneration = ({ expected, clock, generation }: Replica): number =>
  Math.max(expected || Math.floor(clock.now()), generation) + 1;

/** Writes the unsaved change, until it is stored or a newer record wins. */
const write = async (replica: Replica): Promise<void> => {
  const { store } = replica;
  for (let writes = 0; replica.unsaved && writes < MAX_WRITES; writes++) {
    const mine: Change = replica.unsaved;
    const session = held(replica) ?? null;
    const generation = nextGeneration(replica);
    const next = { generation, session, ...(mine.type === 'rejected' && { isRejected: true as const }) };
    const isWritten = await store.write(next, replica.expected);
    const found = isWritten ? next : isWritten === false && (await store.read());
    if (!found) {
      // It is repeated, unless the user to sign out is unknown: later that could be another user.
      if (isWritten === undefined) mine.triedAt ??= generation;
      if (!session && !mine.of) replica.unsaved = undefined;
      return retryLater(replica);
    }
    replica.expected = found.generation;
    replica.retries = 0;
    if (isWritten) replica.generation = generation;
    if (replica.unsaved !== mine) continue;
    if (isWritten) replica.unsaved = undefined;
    else if ((found.session !== undefined && isSame(replica, found.session)) || !replaces(mine, found, replica.generation)) {
      adopt(replica, found);
    } else {
      mine.of = found.session ?? mine.of;
      await pause(WRITE_PAUSE_MS, undefined);
    }
  }
  retryLater(replica);
};

/** Repeats a failed write even if nothing reads the store. Until then a crash would lose the pair, and others would send a used token. */
const retryLater = (replica: Replica): void => {
  const waitMs = RETRY_MS[replica.retries];
  if (!replica.unsaved || replica.isDisposed || waitMs === undefined) return;
  replica.retries++;
  clearTimeout(replica.retry);
  const retry = (): void =>
    void readStore(replica).then((isRead) => {
      if (!isRead) retryLater(replica);
    });
  replica.retry = setTimeout(retry, waitMs);
  // A process may end meanwhile.
  (replica.retry as { readonly unref?: () => unknown }).unref?.();
};

export const save = (replica: Replica): Promise<void> => (replica.saving = replica.saving.then(() => write(replica)));

/** A tab or process whose pair is not stored replaces a rejection within this time, once it is notified. */
const OVERRULED_MS = 500;
const LOOK_MS = 50;

/** Reads the store. A rejection that another pair may replace is read again for a while. */
const readSettled = async ({ store, state, generation, notifies }: Replica): Promise<FoundRecord | undefined> => {
  const found = await store.read();
  for (let ms = 0; notifies && state.held() && found?.isRejected && found.generation > generation && ms < OVERRULED_MS; ms += LOOK_MS) {
    await pause(LOOK_MS, undefined);
    const next = await store.read();
    if (next && next.generation !== found.generation) return next;
  }
  return found;
};

/** Reads the store, and adopts what is newer. Returns whether the store could be read. */
export const readStore = async (replica: Replica): Promise<boolean> => {
  await replica.saving;
  const found = await (replica.isSending || replica.unsaved ? replica.store.read() : readSettled(replica));
  if (!found) return false;
  if (replica.unsaved) await save(replica);
  // The response to the own refresh decides.
  else if (found.isRejected && replica.isSending) return true;
  else if (found.generation > replica.generation || !replica.isLoaded) adopt(replica, found);
  else replica.expected = found.generation;
  return true;
};
