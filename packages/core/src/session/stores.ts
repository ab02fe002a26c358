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

/** Keeps the session in `localStorage` or another Web Storage. Any script of the page can read it there. */
export const webTokenStore = (options: { readonly storage?: WebStorage; readonly key?: string } = {}): TokenStore => {
  const { key = '@platform-sdk/session' } = options;
  const storage = (): WebStorage => options.storage ?? (globalThis as unknown as { localStorage: WebStorage }).localStorage;
  return {
    get: () => JSON.parse(storage().getItem(key) ?? 'null') as unknown,
    set: (session) => storage().setItem(key, JSON.stringify(session)),
    remove: () => storage().removeItem(key),
  };
};
