import { began, changed, emptyEntry, ended, join, repeated, type Entry, type Sending } from './entry.ts';
import type { SettingsStorage } from './storage.ts';
import { bookIn, type Book } from './stored-changes.ts';
import { isEmpty, merge, NONE, only, overlay, same, without, type LocalSettings, type PendingWrites } from './changes.ts';

/** The entry of the current user, in memory and in the store. */
export interface PendingChanges {
  /** The user of the entry: an id, empty while no user is signed in, undefined for a user without an id. */
  readonly user: string | undefined;
  /** The same object until something changes. */
  readonly entry: Entry;
  /** Reads what other tabs wrote. */
  readonly read: () => void;
  /** Changes settings here. */
  readonly change: (writes: Partial<PendingWrites>) => void;
  /** Merges the service's values with pending changes and later ones, which win. */
  readonly load: (values: LocalSettings, changes: PendingWrites) => LocalSettings;
  readonly begin: (part: Partial<PendingWrites>) => Sending;
  readonly end: (sending: Sending, end: 'arrived' | 'failed' | 'unknown') => void;
  /** Makes sent changes pending again if an older write may have undone them. Before the page ends, it includes those whose older write may still arrive. */
  readonly repeat: (isLast?: boolean) => void;
  /** Switches to another user's entry. The changes `early` were made without a known user, and belong to this one. */
  readonly use: (user: string | undefined, early?: PendingWrites) => void;
  /** Ends all reads and writes. */
  readonly dispose: () => void;
}

export interface PendingChangesParts {
  readonly store: SettingsStorage | undefined;
  readonly key: string;
  readonly initial: LocalSettings;
  readonly now: () => number;
  /** Called when the entry has changed. */
  readonly changed: () => void;
  readonly warn: (message: string) => void;
}

const NOBODY = '';

const entryOf = (book: Book | undefined, id: string): Entry | undefined =>
  book && Object.hasOwn(book.entries, id) ? book.entries[id] : undefined;

/** The parts of an entry that two tabs must agree on. */
const partsOf = ({ pending, stamps, attempts }: Entry): unknown => [pending, stamps, attempts];

/** Joins two books, with the users of both. */
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

/** Returns the values of an entry that the other one has not changed later. */
const unless = ({ values, stamps }: Entry, other: Entry): LocalSettings =>
  only(values, (name) => (other.stamps.fields[name] ?? 0) <= (stamps.fields[name] ?? 0));

export const openPendingChanges = ({ store, key, initial, now, changed: tell, warn }: PendingChangesParts): PendingChanges => {
  let book: Book = { user: NOBODY, entries: {} };
  let user: string | undefined = NOBODY;
  /** Until the user is known, only changes that were made here are shown. */
  let isIdentified = false;
  /** The store lacks the last change, and reading it would undo the change. */
  let isBehind = false;
  let isDisposed = false;
  /** The text that this tab wrote last, which holds `book`. */
  let written: string | undefined;
  let entry = emptyEntry(initial);

  const take = (next: Entry): void => {
    const { values, pending } = entry;
    entry = { ...next, ...(same(values, next.values) && { values }), ...(same(pending, next.pending) && { pending }) };
    if (entry.values !== values || entry.pending !== pending) tell();
  };

  const stored = (id: string): Entry | undefined => entryOf(book, id);

  /** Runs work on the store. If the store throws, settings are kept in memory and a warning is logged. */
  const tried = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch {
      warn('The settings store failed.');
      return undefined;
    }
  };

  const readBook = (): void =>
    tried(() => {
      if (!store) return;
      const text = store.getItem(key);
      // The last write of this tab is known already.
      if (text && text === written) return;
      const found = bookIn(text, initial);
      if (!isBehind) book = found ?? { user: book.user, entries: {} };
      else if (found) book = joinBooks(book, found);
    });

  /** Joins the store's content, and the content that a notification contained. */
  const read = (announced?: string | null): void => {
    if (isDisposed) return;
    readBook();
    if (user === undefined || !isIdentified) return;
    const own = stored(user);
    const others = [own, announced ? entryOf(bookIn(announced, initial), user) : undefined].filter((each) => each !== undefined);
    if (others.length === 0) return;
    const joined = others.reduce((all, other) => join(all, other), entry);
    if (isBehind) take({ ...joined, values: { ...joined.values, ...unless(entry, others[0] as Entry) } });
    else if (others.every((other) => same(partsOf(joined), partsOf(other)))) take(joined);
    else save(joined);
  };

  const saveBook = (): void => {
    isBehind = store !== undefined;
    tried(() => {
      const text = JSON.stringify(book);
      store?.setItem(key, text);
      written = text;
      isBehind = false;
    });
  };

  const save = (next: Entry): void => {
    if (isDisposed) return;
    if (user !== undefined) {
      // Changes of an earlier run without a known user are kept beside those of this one.
      const early = isIdentified ? undefined : stored(NOBODY);
      book = { ...book, entries: { ...book.entries, [user]: early ? join(next, early) : next } };
      saveBook();
    }
    take(next);
  };

  const write = (make: (entry: Entry) => Entry): void => {
    read();
    const next = make(entry);
    if (next !== entry) save(next);
  };

  // A browser may show this tab its own write, although the other tab's write has replaced it.
  const hear = (changedKey: string | null = key, value?: string | null): void => {
    if (changedKey === key || changedKey === null) read(value);
  };

  readBook();
  const end = tried(() => store?.subscribe?.(hear));
  return {
    get user() {
      return user;
    },
    get entry() {
      return entry;
    },
    read: () => read(),
    change: (writes) => write((own) => changed(own, writes, now())),
    load(values, changes) {
      write((own) => ({ ...own, values: overlay(overlay({ ...own.values, ...values }, own.pending), changes) }));
      return entry.values;
    },
    begin(part) {
      read();
      const { entry: next, sending } = began(entry, part, now());
      save(next);
      return sending;
    },
    end: (sending, how) => write((own) => ended(own, sending, how, now())),
    repeat: (isLast) => write((own) => repeated(own, now(), isLast)),
    use(next, early = NONE) {
      if (isDisposed || (isIdentified && next !== undefined && next === user)) return;
      read();
      const wasNobody = user === NOBODY;
      const stray = stored(NOBODY)?.pending ?? NONE;
      // Changes without a known user belong to the previous user, if there was one.
      const isFirst = book.user === NOBODY && (next !== undefined || !store);
      const isHeir = wasNobody && (isFirst || book.user === next);
      const own = isIdentified ? early : entry.pending;
      const wasIdentified = isIdentified;
      isIdentified = true;
      if (next === NOBODY && wasNobody) return read();
      if (wasNobody) {
        if (!isHeir && !isEmpty(without(stray, own)))
          warn('Settings that were changed while no user was signed in are not sent for another user.');
        const { [NOBODY]: _, ...entries } = book.entries;
        book = { ...book, entries };
      }
      if (user === undefined && !isEmpty(without(entry.pending, early)))
        warn('Unsent settings of a user without an id were dropped, as the next user may be another one. Pass the option user.');
      const before = book.user;
      const inherited = isHeir ? merge(wasIdentified ? entry.pending : stray, own) : own;
      if (next) book = { ...book, user: next };
      user = next;
      const kept = (next === undefined ? undefined : stored(next)) ?? emptyEntry(initial);
      const whole = isEmpty(inherited) ? kept : changed(kept, inherited, now());
      const isSame = isEmpty(inherited) && isEmpty(stray) && (!next || before === next);
      if (user === undefined && !isEmpty(stray)) saveBook();
      if (isSame) take(whole);
      else save(whole);
    },
    dispose() {
      isDisposed = true;
      tried(() => end?.());
    },
  };
};
