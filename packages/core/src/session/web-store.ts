import { checkNames } from '../diagnostics/check-names.ts';
import { pause } from '../time/bounded.ts';
import { callAll, listenToPage, onReturn } from './page-events.ts';
import { generationOf } from './generation.ts';
import { shareSession, type SharingStore } from './shared-session.ts';
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

/** Another tab's write became visible up to 41 ms late, even under a Web Lock. */
const VISIBLE_MS = 100;

/**
 * Keeps the session in `localStorage` or another Web Storage. Any script of the page can read it there. Web Storage cannot compare: a write
 * is read again after 100 ms, and counts only if it is still there. `indexedDbTokenStore` needs no such wait.
 */
export const webStorageTokenStore = (options: WebStorageTokenStoreOptions = {}): TokenStore => {
  const { key = '@platform-sdk/session' } = checkNames('webStorageTokenStore', options, { storage: 1, key: 1 });
  const storage = (): WebStorage => options.storage ?? (globalThis as unknown as { localStorage: WebStorage }).localStorage;
  const read = (): unknown => {
    const text = storage().getItem(key);
    try {
      return JSON.parse(text ?? 'null') as unknown;
    } catch {
      // The text is damaged: the caller finds no session in it.
      return text;
    }
  };
  const store: SharingStore = {
    share: shareSession,
    get: read,
    async set(next, expected) {
      if (generationOf(read()) !== expected) return false;
      const text = JSON.stringify(next);
      storage().setItem(key, text);
      await pause(VISIBLE_MS, undefined);
      return storage().getItem(key) === text;
    },
    subscribe(listener) {
      const ends = [listenToPage('storage', (event) => (event.key === key || event.key === null) && listener()), onReturn(listener)];
      return () => callAll(ends);
    },
  };
  return store;
};
