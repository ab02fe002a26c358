export { createSettingsClient, type SettingsClient } from './client.ts';
export { toSettingsId } from './ids.ts';
export { createSettings, type Settings, type SettingsOptions } from './settings.ts';
export { webSettingsStore, type SettingsStore, type WebStorage } from './store.ts';
export type {
  OnboardingStep,
  PinnedItem,
  PinnedProjects,
  PinnedProjectsWrite,
  SettingsChange,
  SettingsId,
  SettingsQuery,
  SettingsUpdate,
  Sidebar,
  SidebarOrganization,
  SidebarProject,
  UserSettings,
} from './types.ts';
export type { LocalSettings, PendingWrites } from './writes.ts';
