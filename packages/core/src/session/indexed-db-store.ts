import { checkOptions } from '../schema/check-options.ts';
import { object, optional, string } from '../schema/schema.ts';
import { storedValue } from './indexed-db.ts';
import { callAll, onReturn } from './page-events.ts';
import { tabChannel } from './tab-channel.ts';
import type { TokenStore } from './tokens.ts';

/** The place of a session in IndexedDB. */
export interface IndexedDbTokenStoreOptions {
  /** The name of the database and of the channel. Tabs that share a session share it. Default: `@platform-sdk/session`. */
  readonly name?: string;
}

const indexedDbTokenStoreOptions = object<IndexedDbTokenStoreOptions>({ name: optional(string) });

/** A write that takes longer is sent to the other tabs: the database hangs, and the used token is in it. */
const SLOW_MS = 1000;

/**
 * Keeps the session in IndexedDB, the store for pages. It is compared and written in one transaction, other tabs see it immediately, and
 * a channel notifies them. Any script of the page can read it.
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
        // A full disk: the other tabs would send a refresh token that is used already.
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
