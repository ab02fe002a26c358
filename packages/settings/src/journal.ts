import type { SettingsStore } from './store.ts';
import { join, merge, NONE, same, stamped, type Entry, type LocalSettings, type PendingWrites, type Stamps } from './writes.ts';

/** What a store keeps: an entry for every user of this device. */
interface Book {
  /** Who was signed in last; empty before anybody was. */
  readonly user: string;
  readonly entries: Readonly<Record<string, Partial<Entry>>>;
}

/** The entry of the current user, in memory and in the store. */
export interface Journal {
  /** Whose entry it is; empty before anybody signed in. */
  readonly user: string;
  /** The same object until something changes. */
  readonly entry: Entry;
  /** Reads what other tabs wrote. */
  readonly read: () => void;
  write(change: (entry: Entry) => Partial<Omit<Entry, 'stamps'>>): void;
  /** Turns to a user's entry. What was set before anybody had signed in goes with the first. */
  use(user: string): void;
  readonly dispose: () => void;
}

export const openJournal = (
  store: SettingsStore | undefined,
  key: string,
  initial: LocalSettings,
  changed: () => void,
  failed: () => undefined,
): Journal => {
  let book: Book = { user: '', entries: {} };
  let user: string | undefined;
  /** A store that did not take the last change would undo it when read. */
  let isBehind = false;
  let entry: Entry = { values: initial, pending: NONE, stamps: NONE };

  const take = (next: Entry): void => {
    const { values, pending } = entry;
    entry = { ...next, ...(same(values, next.values) && { values }), ...(same(pending, next.pending) && { pending }) };
    if (entry.values !== values || entry.pending !== pending) changed();
  };

  const entryOf = ({ values = initial, pending, stamps }: Partial<{ [Part in keyof Entry]: Partial<Entry[Part]> }> = {}): Entry => ({
    values,
    pending: merge<PendingWrites>(NONE, pending),
    stamps: merge<Stamps>(NONE, stamps),
  });

  /** Does without a store that throws. */
  const tried = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch {
      return failed();
    }
  };

  const read = (): void =>
    tried(() => {
      if (isBehind) return;
      const found = JSON.parse(store?.getItem(key) ?? 'null') as Book | null;
      if (typeof found?.user !== 'string' || typeof found.entries !== 'object') return;
      book = found;
      // Another tab may have another user.
      const own = found.entries[(user ??= found.user)];
      if (!own) return;
      const theirs = entryOf(own);
      const joined = join(entry, theirs);
      if (same([joined.pending, joined.stamps], [theirs.pending, theirs.stamps])) take(joined);
      else save(joined);
    });

  const save = (next: Entry): void => {
    user ??= '';
    book = { user, entries: { ...book.entries, [user]: next } };
    isBehind = true;
    tried(() => {
      store?.setItem(key, JSON.stringify(book));
      isBehind = false;
    });
    take(next);
  };

  read();
  const end = tried(() => store?.subscribe?.(read));
  return {
    get user() {
      return user ?? '';
    },
    get entry() {
      return entry;
    },
    read,
    write(change) {
      read();
      const next = { ...entry, ...change(entry) };
      save({ ...next, stamps: stamped(entry.stamps, entry.pending, next.pending) });
    },
    use(next) {
      read();
      if (next === user) return;
      const { '': nobody, ...entries } = book.entries;
      if (user === '') book = { ...book, entries };
      const own = book.entries[next] ?? (user === '' ? nobody : undefined);
      user = next;
      save(entryOf(own));
    },
    dispose: () => tried(() => end?.()),
  };
};
