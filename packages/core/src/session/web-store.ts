import { checkOptions } from '../schema/check-options.ts';
import { objectWith, orNull } from '../schema/option-words.ts';
import { object, optional, string } from '../schema/schema.ts';
import { pause } from '../time/bounded.ts';
import { callAll, listenToPage, onReturn } from './page-events.ts';
import { tabChannel } from './tab-channel.ts';
import type { TokenStore } from './tokens.ts';

/** The part of `Storage` that the store uses. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The location of a session in a Web Storage. */
export interface WebStorageTokenStoreOptions {
  /** The storage. Default: `localStorage`. */
  readonly storage?: WebStorage;
  /** The name of the item. Tabs with the same name share a session. Default: `@platform-sdk/session`. */
  readonly key?: string;
}

const webStorageTokenStoreOptions = object<WebStorageTokenStoreOptions>({
  storage: orNull(objectWith<WebStorage>('getItem', 'setItem')),
  key: optional(string),
});

/** In tests, another tab's write became visible up to 41 ms late, even under a Web Lock. */
const VISIBLE_MS = 100;

/**
 * Keeps the session in `localStorage` or another Web Storage, where any script of the page can read it. Web Storage cannot compare and write
 * in one step, so each write is checked after 100 ms. `indexedDbTokenStore` does not need this wait.
 */
export const webStorageTokenStore = (options: WebStorageTokenStoreOptions = {}): TokenStore => {
  const { key = '@platform-sdk/session' } = checkOptions('webStorageTokenStore', webStorageTokenStoreOptions, options);
  const shared = (): WebStorage => (globalThis as unknown as { localStorage: WebStorage }).localStorage;
  const storage = (): WebStorage => options.storage ?? shared();
  const { newest, replaced, post, subscribe } = tabChannel(`${key}/localStorage`);
  const read = (): unknown => {
    const text = storage().getItem(key);
    try {
      return JSON.parse(text ?? 'null') as unknown;
    } catch {
      // The stored string is damaged, and the caller finds no session in it.
      return text;
    }
  };
  const store: TokenStore = {
    get: () => newest(read()),
    async set(next, expected) {
      if (replaced(read(), next) !== expected) return false;
      const text = JSON.stringify(next);
      try {
        storage().setItem(key, text);
      } catch (error) {
        // If the disk is full, the other tabs would send a used refresh token. Tabs share only `localStorage`, not `sessionStorage`.
        if (storage() === shared()) post(next);
        throw error;
      }
      await pause(VISIBLE_MS, undefined);
      return storage().getItem(key) === text;
    },
    subscribe(listener) {
      const stored = listenToPage('storage', (event) => (event.key === key || event.key === null) && listener());
      const ends = [stored, onReturn(listener), ...(options.storage ? [] : [subscribe(listener)])];
      return () => callAll(ends);
    },
  };
  return store;
};
