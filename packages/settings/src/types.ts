import type { Open } from '@platform-sdk/core';

/** An integer for older records, a UUID for newer ones. */
export type SettingsId = number | string;

/** A project that the user pinned. */
export interface PinnedItem {
  type: Open<'project'>;
  id: number;
  name: string;
  /** From 0, in the order of display. */
  position: number;
}

/** A project in the sidebar. */
export interface SidebarProject {
  id: number;
  name: string;
  is_default: boolean;
}

/** An organization in the sidebar. */
export interface SidebarOrganization {
  id: SettingsId;
  name: string;
  currentUserRole: Open<'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'>;
  /** `can` holds the user's permissions. */
  meta: { can?: unknown; [extra: string]: unknown };
  pinned_items: PinnedItem[];
  /** All that the user can reach. */
  projects: SidebarProject[];
}

/** A sidebar, ready to be shown. */
export interface Sidebar {
  organizations: SidebarOrganization[];
}

/** A user's settings. */
export interface UserSettings {
  sidebar: Sidebar;
  /** Selected last. */
  current_organization_id?: SettingsId | null;
  /** Selected last. */
  current_project_id?: SettingsId | null;
  /** A language code, such as `en`. */
  language: string;
  theme: Open<'light' | 'dark'>;
  sidebar_open: boolean;
  /** Cached data; only when `includes` asks for it. */
  dashboard?: unknown;
}

/** Whose settings are read, and what comes along. */
export interface SettingsQuery {
  /** The client whose settings are meant. Default: `web`. */
  client?: string;
  /** `dashboard` brings the dashboard's cached data along. Default: none. */
  includes?: 'dashboard'[];
}

/** New values, any subset. Fields that are left out stay as they are. */
export interface SettingsChange {
  /** The colour scheme. */
  theme?: 'light' | 'dark';
  /** A language code, such as `en` or `pt-BR`. */
  language?: string;
  /** Whether the sidebar is open. */
  sidebar_open?: boolean;
  /** A UUID or a whole number. */
  current_organization_id?: SettingsId;
  /** A UUID or a whole number. */
  current_project_id?: SettingsId;
}

/** New values as `update` takes them. An id that is neither a UUID nor a whole number is left out, as the API specification wants it. */
export interface SettingsUpdate extends Omit<SettingsChange, 'current_organization_id' | 'current_project_id'> {
  /** The client whose settings change. Default: `web`. */
  client?: string;
  /** A UUID or a whole number; null and anything else is left out, and a warning is logged. */
  current_organization_id?: SettingsId | null;
  /** A UUID or a whole number; null and anything else is left out, and a warning is logged. */
  current_project_id?: SettingsId | null;
}

/** The pinned projects of one organization, for all clients of the user. */
export interface PinnedProjects {
  organization_id: SettingsId;
  /** In the order of display. Whole numbers, or texts of such. */
  pinned_project_ids: readonly SettingsId[];
}

/** The pinned projects of one organization, as they are sent. */
export interface PinnedProjectsWrite extends PinnedProjects {
  setting_key: 'sidebar';
  pinned_project_ids: number[];
}

/** A step of the introduction that the user is done with. */
export interface OnboardingStep {
  /** Such as `agent_pass_discovered`. */
  stepId: string;
  /** The client whose settings are meant. Default: `web`. */
  client?: string;
  /** Whether the step is done. Default: true. */
  value?: boolean;
}
