import { checkOptions } from '../schema/check-options.ts';
import { object, optional, string } from '../schema/schema.ts';
import { storedValue } from './indexed-db.ts';
import { callAll, onReturn } from './page-events.ts';
import { tabChannel } from './tab-channel.ts';
import type { TokenStore } from './tokens.ts';

/** The location of a session in IndexedDB. */
export interface IndexedDbTokenStoreOptions {
  /** The name of the database and of the channel. Tabs with the same name share a session. Default: `@platform-sdk/session`. */
  readonly name?: string;
}

const indexedDbTokenStoreOptions = object<IndexedDbTokenStoreOptions>({ name: optional(string) });

/** If a write takes longer, the database hangs and still contains a used token. The new record is then sent to the other tabs. */
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
        // If the disk is full, the other tabs would otherwise send a refresh token that was used already.
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
