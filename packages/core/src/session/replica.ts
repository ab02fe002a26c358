import { pause, type Clock } from '../time/limits.ts';
import type { PatientStore } from './patient-store.ts';
import type { SessionState } from './session-state.ts';
import { isOtherUser, type FoundRecord, type StoredSession } from './tokens.ts';

/** A local change that the store does not contain yet. */
export interface Change {
  readonly type: 'signed-in' | 'signed-out' | 'refreshed' | 'rejected';
  /** The session that the change replaces: the local session, or the stored session if it is newer. */
  of: StoredSession | undefined;
  /** The generation of a write that failed or hung, although it may have reached the store. Absent before such a write. */
  triedAt?: number;
}

/** The local copy of the stored session. */
export interface Replica {
  readonly store: PatientStore;
  readonly state: SessionState;
  readonly clock: Clock;
  /** The generation of the newest record that this platform has read or written. */
  generation: number;
  /** The generation that the store is expected to contain. */
  expected: number;
  unsaved: Change | undefined;
  isLoaded: boolean;
  /** True while a refresh is being sent. */
  isSending: boolean;
  loading: Promise<unknown> | undefined;
  saving: Promise<void>;
  /** The timer of the next attempt to repeat a failed write. */
  retry: ReturnType<typeof setTimeout> | undefined;
  /** The number of repeated writes since the last successful write. */
  retries: number;
  isDisposed: boolean;
  /** True if the store notifies other tabs or processes of a write. */
  readonly notifies: boolean;
}

/** Tokens from another tab or process count as valid for at least this long. */
const ADOPTED_MS = 30_000;
/** The maximum number of writes, and the pause between them, while other tabs or processes write first. */
const MAX_WRITES = 12;
const WRITE_PAUSE_MS = 50;
/** The pauses before a failed write is repeated. The last pause is longer than the pause before a hanging store is read again. */
const RETRY_MS = [1000, 5000, 25_000];

export const held = ({ state }: Replica): StoredSession | undefined => state.held()?.tokens;

const isSame = (replica: Replica, session: StoredSession | null): boolean =>
  session?.accessToken === held(replica)?.accessToken && session?.refreshToken === held(replica)?.refreshToken;

export const adopt = (replica: Replica, { generation, session }: FoundRecord): void => {
  const type = replica.isLoaded || !session ? undefined : 'restored';
  replica.isLoaded = true;
  replica.unsaved = undefined;
  replica.generation = replica.expected = generation;
  // Another process may have a wrong clock, so the tokens that it stored count as valid for at least `ADOPTED_MS`.
  if (session !== undefined && !isSame(replica, session)) replica.state.change(session ?? undefined, type, type ? 0 : ADOPTED_MS);
};

/** Returns true if a local change replaces the stored record, which another tab or process may have written later. */
export const replaces = (
  { type, of, triedAt = Infinity }: Change,
  { generation: at, session, isRejected }: FoundRecord,
  generation: number,
): boolean => {
  if (at <= generation || session === undefined) return true;
  // The write that seemed to fail has succeeded, and the stored record came after it.
  if (at > triedAt) return false;
  if (type === 'signed-in') return true;
  // A sign-out ends only the session of its own user.
  if (type === 'signed-out') return !session || !of || !isOtherUser(session, of);
  if (session) return session.refreshToken === of?.refreshToken;
  // The other process sent the same refresh token later. The token was rejected only because this process had used it.
  return type === 'refreshed' && isRejected === true && at === generation + 1;
};

export const nextGeneration = ({ expected, clock, generation }: Replica): number =>
  Math.max(expected || Math.floor(clock.now()), generation) + 1;

/** Writes the unsaved change until it is stored, or until a newer record wins. */
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
      // A sign-out of an unknown user is not repeated later, because another user may have signed in by then.
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

/** Repeats a failed write after a pause, even if nothing reads the store. Until then, a crash would lose the tokens, and other processes would send a used token. */
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
  // The timer does not keep the process alive.
  (replica.retry as { readonly unref?: () => unknown }).unref?.();
};

export const save = (replica: Replica): Promise<void> => (replica.saving = replica.saving.then(() => write(replica)));

/** The time within which another tab or process may store tokens that overrule a stored rejection. */
const OVERRULED_MS = 500;
const LOOK_MS = 50;

/** Reads the store. If the store contains a rejection that other tokens may overrule, reads the store again for a while. */
const readSettled = async ({ store, state, generation, notifies }: Replica): Promise<FoundRecord | undefined> => {
  const found = await store.read();
  for (let ms = 0; notifies && state.held() && found?.isRejected && found.generation > generation && ms < OVERRULED_MS; ms += LOOK_MS) {
    await pause(LOOK_MS, undefined);
    const next = await store.read();
    if (next && next.generation !== found.generation) return next;
  }
  return found;
};

/** Reads the store, and adopts a newer record. Returns true if the store could be read. */
export const readStore = async (replica: Replica): Promise<boolean> => {
  await replica.saving;
  const found = await (replica.isSending || replica.unsaved ? replica.store.read() : readSettled(replica));
  if (!found) return false;
  if (replica.unsaved) await save(replica);
  // The response to the running refresh takes precedence over the stored rejection.
  else if (found.isRejected && replica.isSending) return true;
  else if (found.generation > replica.generation || !replica.isLoaded) adopt(replica, found);
  else replica.expected = found.generation;
  return true;
};
