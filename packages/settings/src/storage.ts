/** The part of `Storage` that `webSettingsStorage` uses. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Stores settings and unsent changes after the page or the process ends, such as `localStorage`. If it throws, settings are kept in memory. */
export interface SettingsStorage {
  getItem(key: string): string | null | undefined;
  setItem(key: string, value: string): void;
  /**
   * Calls `listener` when another tab or process writes, with the key and the value if they are known. Returns an unsubscribe
   * function.
   */
  subscribe?(listener: (key?: string | null, value?: string | null) => void): () => void;
  /** Runs `work` while nobody else runs work under this name, so that writes reach the service in order. Default: no lock. */
  lock?<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Keeps settings in `localStorage` or another Web Storage. Notices the writes of other tabs of the origin. */
export const webSettingsStorage = (webStorage?: WebStorage): SettingsStorage => {
  // Reads `localStorage` late, because reading it throws if the browser forbids storage.
  const storage = (): WebStorage => webStorage ?? localStorage;
  return {
    getItem: (key) => storage().getItem(key),
    setItem: (key, value) => storage().setItem(key, value),
    subscribe(listener) {
      // The value read now may be this tab's own write, although the other tab's write has replaced it.
      const onStorage = ({ key, newValue }: StorageEvent): void => listener(key, newValue);
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
    // Web Locks do not exist on plain HTTP pages.
    lock: async (name, work) => {
      const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
      return navigator?.locks ? navigator.locks.request(name, work) : work();
    },
  };
};
