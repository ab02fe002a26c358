import type { Platform } from '@platform-sdk/core';
import { useClient, useSettings } from '@platform-sdk/react';
import { createSettingsStore, webSettingsStorage, type SettingsStore } from '@platform-sdk/settings';

/** The store of each platform. A page has only one store, which sends all of the page's changes. */
const stores = new WeakMap<Platform, SettingsStore>();

const storeOf = (platform: Platform): SettingsStore => {
  const known = stores.get(platform);
  if (known) return known;
  const store = createSettingsStore(platform, { client: 'console', store: webSettingsStorage() });
  stores.set(platform, store);
  return store;
};

/** Returns the store of the user's settings. The browser stores the settings for all tabs, so that they work offline. */
export const useSettingsStore = (): SettingsStore => useClient(storeOf);

/** Returns the user's settings and a function that changes them. */
export const usePageSettings = () => useSettings(useSettingsStore());
