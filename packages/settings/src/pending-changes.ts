import type { WarningCode } from '@platform-sdk/core';
import { isPlatformError } from '@platform-sdk/core/internal';
import { began, changed, emptyEntry, ended, join, repeated, type Entry, type Sending } from './entry.ts';
import type { SettingsStorage } from './storage.ts';
import { bookIn, type Book } from './stored-changes.ts';
import { isEmpty, merge, NONE, only, overlay, same, without, type LocalSettings, type PendingWrites } from './changes.ts';

/** The current user's settings and unsent changes (the entry), in memory and in the store. */
export interface PendingChanges {
  /** The id of the entry's user; empty while no user is signed in, undefined for a user without an id. */
  readonly user: string | undefined;
  /** The current entry. Its `values` and `pending` stay the same objects until they change. */
  readonly entry: Entry;
  /** Reads the store, to include the writes of other tabs. */
  readonly read: () => void;
  /** Changes settings on this device. */
  readonly change: (writes: Partial<PendingWrites>) => void;
  /** Merges the service's values with pending and later changes. The changes win. */
  readonly load: (values: LocalSettings, changes: PendingWrites) => LocalSettings;
  readonly begin: (part: Partial<PendingWrites>) => Sending;
  readonly end: (sending: Sending, end: 'arrived' | 'failed' | 'unknown') => void;
  /** Makes sent changes pending again if an older write may have replaced them. With `isLast`, also if the older write may still arrive. */
  readonly repeat: (isLast?: boolean) => void;
  /** Switches to another user's entry. `early` contains the changes that were made before this user was known. */
  readonly use: (user: string | undefined, early?: PendingWrites) => void;
  /** Ends all reads and writes. */
  readonly dispose: () => void;
}

/** Logs a warning. */
export type Warn = (code: WarningCode, message: string) => void;

export interface PendingChangesParts {
  readonly store: SettingsStorage | undefined;
  readonly key: string;
  readonly initial: LocalSettings;
  readonly now: () => number;
  /** Called when the settings or the pending changes have changed. */
  readonly changed: () => void;
  readonly warn: Warn;
}

const NOBODY = '';

const entryOf = (book: Book | undefined, id: string): Entry | undefined =>
  book && Object.hasOwn(book.entries, id) ? book.entries[id] : undefined;

/** Returns the parts of an entry that decide whether two tabs agree. */
const partsOf = ({ pending, stamps, attempts }: Entry): unknown => [pending, stamps, attempts];

/** Merges the entries of all users in memory with those in the store. */
const joinBooks = (mine: Book, stored: Book): Book => ({
  user: stored.user,
  entries: {
    ...stored.entries,
    ...Object.fromEntries(
      Object.entries(mine.entries).map(([id, own]) => [
        id,
        Object.hasOwn(stored.entries, id) ? join(own, stored.entries[id] as Entry) : own,
      ]),
    ),
  },
});

/** Returns the values that the other entry has not changed more recently. */
const unless = ({ values, stamps }: Entry, other: Entry): LocalSettings =>
  only(values, (name) => (other.stamps.fields[name] ?? 0) <= (stamps.fields[name] ?? 0));

/** The state of `openPendingChanges`: the entries of all users (`book`), and the entry of the current user. */
interface Journal extends PendingChangesParts {
  book: Book;
  user: string | undefined;
  entry: Entry;
  /** False until the user is known. Until then, only local changes are shown. */
  isIdentified: boolean;
  /** True if the store lacks the last change. Reading the store would then undo the change. */
  isBehind: boolean;
  isDisposed: boolean;
  /** The last string that this tab has written to the store. */
  written: string | undefined;
}

export const openPendingChanges = (parts: PendingChangesParts): PendingChanges => {
  const journal: Journal = {
    ...parts,
    book: { user: NOBODY, entries: {} },
    user: NOBODY,
    entry: emptyEntry(parts.initial),
    isIdentified: false,
    isBehind: false,
    isDisposed: false,
    written: undefined,
  };
  const { store, key, now } = parts;
  // A read may return this tab's own write although another tab's write has replaced it, so the value of the event is read too.
  const onStorage = (changedKey: string | null = key, value?: string | null): void => {
    if (changedKey === key || changedKey === null) read(journal, value);
  };

  readBook(journal);
  const unsubscribe = tried(journal, () => store?.subscribe?.(onStorage));
  return {
    get user() {
      return journal.user;
    },
    get entry() {
      return journal.entry;
    },
    read: () => read(journal),
    change: (writes) => write(journal, (own) => changed(own, writes, now())),
    load(values, changes) {
      write(journal, (own) => ({ ...own, values: overlay(overlay({ ...own.values, ...values }, own.pending), changes) }));
      return journal.entry.values;
    },
    begin(part) {
      read(journal);
      const { entry: next, sending } = began(journal.entry, part, now());
      save(journal, next);
      return sending;
    },
    end: (sending, how) => write(journal, (own) => ended(own, sending, how, now())),
    repeat: (isLast) => write(journal, (own) => repeated(own, now(), isLast)),
    use: (next, early) => use(journal, next, early),
    dispose() {
      journal.isDisposed = true;
      tried(journal, () => unsubscribe?.());
    },
  };
};

/** Runs `work` on the store. If the store throws, settings are kept in memory and a warning is logged. */
const tried = <Result>({ warn }: Journal, work: () => Result, code: WarningCode = 'STORE_NOT_READ'): Result | undefined => {
  try {
    return work();
  } catch (error) {
    // The message of an SDK error explains the next step.
    warn(code, isPlatformError(error) ? error.message : 'The settings store failed.');
    return undefined;
  }
};

/** Makes an entry the current entry. Unchanged parts stay the same objects. */
const take = (journal: Journal, next: Entry): void => {
  const { values, pending } = journal.entry;
  const entry = { ...next, ...(same(values, next.values) && { values }), ...(same(pending, next.pending) && { pending }) };
  journal.entry = entry;
  if (entry.values !== values || entry.pending !== pending) journal.changed();
};

const readBook = (journal: Journal): void =>
  tried(journal, () => {
    const { store, key, initial, book } = journal;
    if (!store) return;
    const text = store.getItem(key);
    // The store still contains this tab's own last write.
    if (text && text === journal.written) return;
    const found = bookIn(text, initial);
    if (!journal.isBehind) journal.book = found ?? { user: book.user, entries: {} };
    else if (found) journal.book = joinBooks(book, found);
  });

/** Merges the content of the store, and of another tab's notification, into the entries in memory. */
const read = (journal: Journal, announced?: string | null): void => {
  if (journal.isDisposed) return;
  readBook(journal);
  const { user, entry } = journal;
  if (user === undefined || !journal.isIdentified) return;
  const own = entryOf(journal.book, user);
  const others = [own, announced ? entryOf(bookIn(announced, journal.initial), user) : undefined].filter((each) => each !== undefined);
  if (others.length === 0) return;
  const joined = others.reduce((all, other) => join(all, other), entry);
  if (journal.isBehind) take(journal, { ...joined, values: { ...joined.values, ...unless(entry, others[0] as Entry) } });
  else if (others.every((other) => same(partsOf(joined), partsOf(other)))) take(journal, joined);
  else save(journal, joined);
};

const saveBook = (journal: Journal): void => {
  const { store, key } = journal;
  journal.isBehind = store !== undefined;
  tried(
    journal,
    () => {
      const text = JSON.stringify(journal.book);
      store?.setItem(key, text);
      journal.written = text;
      journal.isBehind = false;
    },
    'STORE_NOT_WRITTEN',
  );
};

/** Stores the current user's entry, and makes it the current entry. */
const save = (journal: Journal, next: Entry): void => {
  const { user, book } = journal;
  if (journal.isDisposed) return;
  if (user !== undefined) {
    // The store may contain changes of an earlier run without a known user. They are merged into this entry.
    const early = journal.isIdentified ? undefined : entryOf(book, NOBODY);
    journal.book = { ...book, entries: { ...book.entries, [user]: early ? join(next, early) : next } };
    saveBook(journal);
  }
  take(journal, next);
};

const write = (journal: Journal, make: (entry: Entry) => Entry): void => {
  read(journal);
  const next = make(journal.entry);
  if (next !== journal.entry) save(journal, next);
};

const use = (journal: Journal, next: string | undefined, early: PendingWrites = NONE): void => {
  const { user, isIdentified, warn } = journal;
  if (journal.isDisposed || (isIdentified && next !== undefined && next === user)) return;
  read(journal);
  const { entry, book } = journal;
  const wasNobody = user === NOBODY;
  const stray = entryOf(book, NOBODY)?.pending ?? NONE;
  // Changes without a known user belong to the previous user, if a previous user is known.
  const isFirst = book.user === NOBODY && (next !== undefined || !journal.store);
  const isHeir = wasNobody && (isFirst || book.user === next);
  const own = isIdentified ? early : entry.pending;
  journal.isIdentified = true;
  if (next === NOBODY && wasNobody) return read(journal);
  if (wasNobody && !isHeir && !isEmpty(without(stray, own)))
    warn('SETTINGS_DROPPED', 'Settings that were changed while no user was signed in are not sent for another user.');
  if (user === undefined && !isEmpty(without(entry.pending, early)))
    warn(
      'SETTINGS_DROPPED',
      'Unsent settings of a user without an id were dropped, as the next user may be another one. Pass the option user.',
    );
  const inherited = isHeir ? merge(isIdentified ? entry.pending : stray, own) : own;
  turn(journal, next, inherited, stray);
};

/** Switches to the next user's entry, with the changes that this user inherits. */
const turn = (journal: Journal, next: string | undefined, inherited: PendingWrites, stray: PendingWrites): void => {
  const { user, book } = journal;
  const { [NOBODY]: _, ...entries } = book.entries;
  const isUser = next !== undefined && next !== NOBODY;
  journal.book = { user: isUser ? next : book.user, entries: user === NOBODY ? entries : book.entries };
  journal.user = next;
  const kept = (next === undefined ? undefined : entryOf(journal.book, next)) ?? emptyEntry(journal.initial);
  const whole = isEmpty(inherited) ? kept : changed(kept, inherited, journal.now());
  const isSame = isEmpty(inherited) && isEmpty(stray) && (!isUser || book.user === next);
  if (next === undefined && !isEmpty(stray)) saveBook(journal);
  if (isSame) take(journal, whole);
  else save(journal, whole);
};
