import { checkNames } from '../diagnostics/check-names.ts';
import { storedValue } from './indexed-db.ts';
import { callAll, listenToPage, onReturn } from './page-events.ts';
import { generationOf } from './generation.ts';
import { shareSession, type SharingStore } from './shared-session.ts';
import type { SessionRecord, TokenStore } from './tokens.ts';

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
  /** The newest record that a tab could not write. */
  let heard: unknown;
  const newest = (value: unknown): unknown => (generationOf(heard) > generationOf(value) ? heard : value);
  const store: SharingStore = {
    share: shareSession,
    get: async () => newest(await withValue('readonly', (value) => value)),
    async set(next, expected) {
      try {
        const isWritten = await withValue('readwrite', (value, replace) => {
          // The tab that could not write repeats its write. It has received its own record too.
          const isExpected = generationOf(isSame(heard, next) ? value : newest(value)) === expected;
          if (isExpected) replace(next);
          return isExpected;
        });
        if (isWritten) post(name, null);
        return isWritten;
      } catch (error) {
        // A full disk: the other tabs would send a refresh token that is used already.
        post(name, next);
        throw error;
      }
    },
    subscribe(listener) {
      let channel: BroadcastChannel | undefined;
      const listen = (): void => {
        // Without a database, as on a server, an open channel would keep the process alive.
        if (channel || typeof BroadcastChannel === 'undefined' || typeof indexedDB === 'undefined') return;
        channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => {
          heard = newest(data);
          listener();
        };
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

/** Returns true for one record that was written twice. */
const isSame = (heard: unknown, { generation, session }: SessionRecord): boolean => {
  const known = Object(heard) as Partial<SessionRecord>;
  return known.generation === generation && known.session?.refreshToken === session?.refreshToken;
};

/** Notifies the other tabs: with the record that could not be written, else with null. */
const post = (name: string, record: SessionRecord | null): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(record);
  channel.close();
};
