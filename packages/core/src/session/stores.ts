import type { StoredSession, TokenStore } from './tokens.ts';

/** Keeps the session as long as this object lives. The default. */
export const memoryTokenStore = (): TokenStore => {
  let stored: StoredSession | undefined;
  return {
    get: () => stored,
    set: (session) => (stored = session),
    remove: () => (stored = undefined),
  };
};

/** The part of `Storage` that the store uses. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Where a session is kept in a browser. */
export interface WebTokenStoreOptions {
  /** Default: `localStorage`. */
  readonly storage?: WebStorage;
  /** The item's name. Tabs that share a session share it. Default: `@platform-sdk/session`. */
  readonly key?: string;
}

/** Keeps the session in `localStorage` or another Web Storage. Any script of the page can read it there. */
export const webTokenStore = (options: WebTokenStoreOptions = {}): TokenStore => {
  const { key = '@platform-sdk/session' } = options;
  const storage = (): WebStorage => options.storage ?? (globalThis as unknown as { localStorage: WebStorage }).localStorage;
  return {
    get: () => JSON.parse(storage().getItem(key) ?? 'null') as unknown,
    set: (session) => storage().setItem(key, JSON.stringify(session)),
    remove: () => storage().removeItem(key),
  };
};
