import type { WebStorage } from '@platform-sdk/core';

export type { WebStorage } from '@platform-sdk/core';

/** Where settings and unsent changes outlive the page or the process. `localStorage` fits; a store that throws is done without. */
export interface SettingsStorage {
  getItem(key: string): string | null | undefined;
  setItem(key: string, value: string): void;
  /**
   * Calls `listener` when somebody else, such as another tab, has written: with the key and the value, where they are known. Returns an
   * unsubscribe function.
   */
  subscribe?(listener: (key?: string | null, value?: string | null) => void): () => void;
  /** Runs the work while nobody else of the store runs any under this name, so that writes reach the service in order. Default: no turns. */
  lock?<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Keeps settings in `localStorage`, or another Web Storage, and hears the other tabs of its origin. */
export const webSettingsStorage = (webStorage?: WebStorage): SettingsStorage => {
  // Only its use may throw, where the browser forbids it.
  const storage = (): WebStorage => webStorage ?? localStorage;
  return {
    getItem: (key) => storage().getItem(key),
    setItem: (key, value) => storage().setItem(key, value),
    subscribe(listener) {
      // The value read now may be this tab's own write, although the browser already knows that the other one replaces it.
      const hear = ({ key, newValue }: StorageEvent): void => listener(key, newValue);
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
    // Pages over plain HTTP have no locks.
    lock: async (name, work) => {
      const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
      return navigator?.locks ? navigator.locks.request(name, work) : work();
    },
  };
};
