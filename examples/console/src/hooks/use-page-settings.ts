import type { Platform } from '@platform-sdk/core';
import { useClient, useSettings } from '@platform-sdk/react';
import { createSettingsStore, webSettingsStorage, type SettingsStore } from '@platform-sdk/settings';

/** One store for each platform, because it sends the changes of the whole page. */
const stores = new WeakMap<Platform, SettingsStore>();

const storeOf = (platform: Platform): SettingsStore => {
  const known = stores.get(platform);
  if (known) return known;
  const store = createSettingsStore(platform, { client: 'console', store: webSettingsStorage() });
  stores.set(platform, store);
  return store;
};

/** Returns the store of the user's settings. It keeps them in the browser, for all tabs and without a connection. */
export const useSettingsStore = (): SettingsStore => useClient(storeOf);

/** Returns the user's settings, and the function that changes them. */
export const usePageSettings = () => useSettings(useSettingsStore());
