import { callAll, listenToPage, onReturn } from './page-events.ts';
import { generationOf } from './record.ts';
import { shareSession, type SharingStore } from './shared-session.ts';
import type { SessionRecord, TokenStore } from './tokens.ts';

/** The place of a session in IndexedDB. */
export interface IndexedDbTokenStoreOptions {
  /** The name of the database and of the channel. Tabs that share a session share it. Default: `@platform-sdk/session`. */
  readonly name?: string;
}

const SESSIONS = 'sessions';
const KEY = 'current';

/**
 * Keeps the session in IndexedDB, the store for pages. It is compared and written in one transaction, other tabs see it immediately, and
 * a channel notifies them. Any script of the page can read it.
 */
export const indexedDbTokenStore = ({ name = '@platform-sdk/session' }: IndexedDbTokenStoreOptions = {}): TokenStore => {
  let opening: Promise<IDBDatabase> | undefined;

  const open = (): Promise<IDBDatabase> =>
    (opening ??= openDatabase(name, () => (opening = undefined)).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  /** A connection that the browser has closed meanwhile is opened again. */
  const withDatabase = async <T>(work: (database: IDBDatabase) => Promise<T>): Promise<T> => {
    try {
      return await work(await open());
    } catch (error) {
      if ((error as Partial<DOMException>).name !== 'InvalidStateError') throw error;
      opening = undefined;
      return work(await open());
    }
  };

  const store: SharingStore = {
    share: shareSession,
    get: () =>
      withDatabase(
        (database) =>
          new Promise((resolve, reject) => {
            const request = database.transaction(SESSIONS).objectStore(SESSIONS).get(KEY);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(failure(request.error));
          }),
      ),
    async set(next, expected) {
      const isWritten = await withDatabase((database) => compareAndSet(database, next, expected));
      if (isWritten) post(name);
      return isWritten;
    },
    subscribe(listener) {
      let channel: BroadcastChannel | undefined;
      const listen = (): void => {
        // Without a database, as on a server, an open channel would keep the process alive.
        if (channel || typeof BroadcastChannel === 'undefined' || typeof indexedDB === 'undefined') return;
        channel = new BroadcastChannel(name);
        channel.onmessage = () => listener();
      };
      // A page with an open channel may be kept out of the back/forward cache.
      const leave = (): void => {
        channel?.close();
        channel = undefined;
      };
      listen();
      const ends = [listenToPage('pagehide', leave), listenToPage('pageshow', listen), onReturn(listener), leave];
      return () => callAll(ends);
    },
  };
  return store;
};

const openDatabase = (name: string, closed: () => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(SESSIONS);
    request.onerror = () => reject(failure(request.error));
    request.onsuccess = () => {
      const database = request.result;
      const close = (): void => {
        database.close();
        closed();
      };
      // Another tab deletes the database: an open connection would block it.
      database.onversionchange = close;
      database.onclose = close;
      resolve(database);
    };
  });

const compareAndSet = (database: IDBDatabase, next: SessionRecord, expected: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(SESSIONS, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(SESSIONS);
    let isWritten = false;
    const request = store.get(KEY);
    request.onsuccess = () => {
      isWritten = generationOf(request.result) === expected;
      if (isWritten) store.put(next, KEY);
    };
    transaction.oncomplete = () => resolve(isWritten);
    transaction.onabort = () => reject(failure(transaction.error));
  });

/** Notifies the other tabs. */
const post = (name: string): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
};

const failure = (error: DOMException | null): Error => error ?? new Error('IndexedDB failed');
