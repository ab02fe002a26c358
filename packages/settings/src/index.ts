export { createSettingsClient, type SettingsClient } from './client.ts';
export { toSettingsId } from './ids.ts';
export { createSettingsStore, type SettingsStore, type SettingsStoreOptions } from './settings-store.ts';
export { webSettingsStorage, type SettingsStorage, type WebStorage } from './storage.ts';
export type {
  SettingsCompleteOnboardingStepInput,
  PinnedItem,
  SettingsPinInput,
  PinnedProjectsBody,
  SettingsChange,
  SettingsId,
  SettingsGetInput,
  SettingsUpdateInput,
  Sidebar,
  SidebarOrganization,
  SidebarProject,
  UserSettings,
} from './types.ts';
export type { LocalSettings, PendingWrites } from './changes.ts';
export { THEMES } from './values.ts';
