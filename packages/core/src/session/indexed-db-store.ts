import { checkNames } from '../diagnostics/check-names.ts';
import { storedValue } from './indexed-db.ts';
import { callAll, listenToPage, onReturn } from './page-events.ts';
import { generationOf } from './generation.ts';
import { shareSession, type SharingStore } from './shared-session.ts';
import type { TokenStore } from './tokens.ts';

/** The place of a session in IndexedDB. */
export interface IndexedDbTokenStoreOptions {
  /** The name of the database and of the channel. Tabs that share a session share it. Default: `@platform-sdk/session`. */
  readonly name?: string;
}

/**
 * Keeps the session in IndexedDB, the store for pages. It is compared and written in one transaction, other tabs see it immediately, and
 * a channel notifies them. Any script of the page can read it.
 */
export const indexedDbTokenStore = (options: IndexedDbTokenStoreOptions = {}): TokenStore => {
  const { name = '@platform-sdk/session' } = checkNames('indexedDbTokenStore', options, { name: 1 });
  const withValue = storedValue({ database: name, store: 'sessions', key: 'current', durability: 'strict' });
  const store: SharingStore = {
    share: shareSession,
    get: () => withValue('readonly', (value) => value),
    async set(next, expected) {
      const isWritten = await withValue('readwrite', (value, replace) => {
        const isExpected = generationOf(value) === expected;
        if (isExpected) replace(next);
        return isExpected;
      });
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

/** Notifies the other tabs. */
const post = (name: string): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(null);
  channel.close();
};
