import { useSyncExternalStore } from 'react';

/** The part of a settings store that the hook uses. `createSettingsStore` returns such a store. */
export interface SettingsSource<Settings, Change> {
  readonly get: () => Settings;
  readonly getServerSnapshot: () => Settings;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (change: Change) => void;
}

/** Returns the settings of a store, and the function that changes them. Also follows changes in other tabs. */
export const useSettings = <Settings, Change>(
  store: SettingsSource<Settings, Change>,
): readonly [settings: Settings, set: (change: Change) => void] => [
  useSyncExternalStore(store.subscribe, store.get, store.getServerSnapshot),
  store.set,
];
