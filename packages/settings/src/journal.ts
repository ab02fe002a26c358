import type { SettingsStore } from './store.ts';
import { merge, NONE, same, type LocalSettings, type PendingWrites } from './writes.ts';

/** One user's settings and what is still to be sent of them. */
interface Entry {
  readonly values: LocalSettings;
  readonly pending: PendingWrites;
}

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
  write(change: (entry: Entry) => Partial<Entry>): void;
  /** Turns to a user's entry. What was set before anybody had signed in goes with the first. */
  use(user: string): void;
  readonly dispose: () => void;
}

export const openJournal = (
  store: SettingsStore | undefined,
  key: string,
  initial: LocalSettings,
  changed: () => void,
  failed: () => void,
): Journal => {
  let book: Book = { user: '', entries: {} };
  let user: string | undefined;
  /** A store that did not take the last change would undo it when read. */
  let isBehind = false;
  let entry: Entry = { values: initial, pending: NONE };

  const take = (next: Entry): void => {
    const values = same(entry.values, next.values) ? entry.values : next.values;
    const pending = same(entry.pending, next.pending) ? entry.pending : next.pending;
    if (values === entry.values && pending === entry.pending) return;
    entry = { values, pending };
    changed();
  };

  const entryOf = ({ values = initial, pending = NONE }: Partial<Entry> = {}): Entry => ({ values, pending: merge(NONE, pending) });

  /** Does without a store that throws. */
  const tried = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch {
      failed();
      return undefined;
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
      if (own) take(entryOf(own));
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
      save({ ...entry, ...change(entry) });
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
