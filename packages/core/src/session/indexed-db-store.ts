import { checkOptions } from '../schema/options.ts';
import { object, optional, string } from '../schema/schema.ts';
import { callAll, onReturn, tabChannel } from './tab-channel.ts';
import type { TokenStore } from './tokens.ts';

/** The location of a session in IndexedDB. */
export interface IndexedDbTokenStoreOptions {
  /** The name of the database and of the channel. Tabs with the same name share a session. Default: `@platform-sdk/session`. */
  readonly name?: string;
}

const indexedDbTokenStoreOptions = object<IndexedDbTokenStoreOptions>({ name: optional(string) });

/** The milliseconds after which a write counts as hanging. The database then still contains a used token, so the new record is sent to the other tabs. */
const SLOW_MS = 1000;

/**
 * Keeps the session in IndexedDB, the recommended store for pages. Compares and writes in one transaction, which other tabs see
 * immediately. A channel notifies these tabs. Any script of the page can read the session.
 */
export const indexedDbTokenStore = (options: IndexedDbTokenStoreOptions = {}): TokenStore => {
  const { name = '@platform-sdk/session' } = checkOptions('indexedDbTokenStore', indexedDbTokenStoreOptions, options);
  const withValue = storedValue({ database: name, store: 'sessions', key: 'current', durability: 'strict' });
  const { newest, replaced, post, subscribe } = tabChannel(name);
  const store: TokenStore = {
    get: async () => newest(await withValue('readonly', (value) => value)),
    async set(next, expected) {
      const slow = setTimeout(() => post(next), SLOW_MS);
      try {
        const isWritten = await withValue('readwrite', (value, replace) => {
          const isExpected = replaced(value, next) === expected;
          if (isExpected) replace(next);
          return isExpected;
        });
        if (isWritten) post(null);
        return isWritten;
      } catch (error) {
        // Without this message, the other tabs would send a refresh token that was used already, such as when the disk is full.
        post(next);
        throw error;
      } finally {
        clearTimeout(slow);
      }
    },
    subscribe(listener) {
      const ends = [subscribe(listener), onReturn(listener)];
      return () => callAll(ends);
    },
  };
  return store;
};

/** The location of one value in IndexedDB. */
export interface DatabasePlace {
  readonly database: string;
  readonly store: string;
  readonly key: string;
  readonly durability: 'relaxed' | 'strict';
}

/**
 * Reads the value in a transaction, and calls `work` with it. With `readwrite`, `work` may replace the value. Resolves with the result of
 * `work` at the end of the transaction.
 */
export type WithStoredValue = <Result>(
  mode: 'readonly' | 'readwrite',
  work: (value: unknown, replace: (next: unknown) => void) => Result,
) => Promise<Result>;

/** Keeps one value in a separate database. If the browser has closed the connection, it is opened again. */
export const storedValue = (place: DatabasePlace): WithStoredValue => {
  let opening: Promise<IDBDatabase> | undefined;
  const forget = (): void => void (opening = undefined);
  const open = (): Promise<IDBDatabase> =>
    (opening ??= openDatabase(place, forget).catch((error: unknown) => {
      forget();
      throw error;
    }));

  return async (mode, work) => {
    try {
      return await transact(await open(), place, mode, work);
    } catch (error) {
      // On a closed connection, the transaction did not begin, so it can be repeated.
      if ((error as Partial<DOMException>).name !== 'InvalidStateError') throw error;
      forget();
      return transact(await open(), place, mode, work);
    }
  };
};

const transact = <Result>(
  database: IDBDatabase,
  { store, key, durability }: DatabasePlace,
  mode: 'readonly' | 'readwrite',
  work: (value: unknown, replace: (next: unknown) => void) => Result,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability });
    const values = transaction.objectStore(store);
    const request = values.get(key);
    let result: Result;
    request.onsuccess = () => {
      result = work(request.result, (next) => values.put(next, key));
    };
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(failure(transaction.error));
  });

const openDatabase = ({ database: name, store }: DatabasePlace, closed: () => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onerror = () => reject(failure(request.error));
    request.onsuccess = () => {
      const database = request.result;
      const close = (): void => {
        database.close();
        closed();
      };
      // When another tab deletes the database, an open connection would block it.
      database.onversionchange = close;
      database.onclose = close;
      resolve(database);
    };
  });

const failure = (error: DOMException | null): Error => error ?? new Error('IndexedDB failed');
