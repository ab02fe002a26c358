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

/** The place of a session in a Web Storage. */
export interface WebStorageTokenStoreOptions {
  /** Default: `localStorage`. */
  readonly storage?: WebStorage;
  /** The item's name. Tabs that share a session share it. Default: `@platform-sdk/session`. */
  readonly key?: string;
}

const webStorageTokenStoreOptions = object<WebStorageTokenStoreOptions>({
  storage: orNull(objectWith<WebStorage>('getItem', 'setItem')),
  key: optional(string),
});

/** Another tab's write became visible up to 41 ms late, even under a Web Lock. */
const VISIBLE_MS = 100;

/**
 * Keeps the session in `localStorage` or another Web Storage. Any script of the page can read it there. Web Storage cannot compare: a write
 * is read again after 100 ms, and counts only if it is still there. `indexedDbTokenStore` needs no such wait.
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
      // The text is damaged: the caller finds no session in it.
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
        // A full disk: the other tabs would send a used refresh token. Tabs share no other storage, such as `sessionStorage`.
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
