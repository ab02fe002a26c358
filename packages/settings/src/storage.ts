/** The part of `Storage` that `webSettingsStorage` uses. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Stores settings and unsent changes, so that they survive a restart of the page or the process. `localStorage` is an example. If the
 * storage throws, settings are kept in memory.
 */
export interface SettingsStorage {
  getItem(key: string): string | null | undefined;
  setItem(key: string, value: string): void;
  /**
   * Calls `listener` when another tab or process writes, with the key and the value if they are known. Returns an unsubscribe
   * function.
   */
  subscribe?(listener: (key?: string | null, value?: string | null) => void): () => void;
  /** Runs `work` while no other tab or process runs work under this name, so that writes reach the service in order. Default: no lock. */
  lock?<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Stores settings in `localStorage` or another Web Storage. Detects the writes of other tabs of the origin. */
export const webSettingsStorage = (webStorage?: WebStorage): SettingsStorage => {
  // `localStorage` is read only when it is needed, because reading it throws if the browser forbids storage.
  const storage = (): WebStorage => webStorage ?? localStorage;
  return {
    getItem: (key) => storage().getItem(key),
    setItem: (key, value) => storage().setItem(key, value),
    subscribe(listener) {
      // Reading the storage may return this tab's own write, although another tab's write has replaced it.
      const onStorage = ({ key, newValue }: StorageEvent): void => listener(key, newValue);
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
    // Plain HTTP pages lack Web Locks.
    lock: async (name, work) => {
      const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
      return navigator?.locks ? navigator.locks.request(name, work) : work();
    },
  };
};
