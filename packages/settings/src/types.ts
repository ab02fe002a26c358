import type { LiteralUnion } from '@platform-sdk/core';
import type { THEMES } from './values.ts';

/** An id of an organization or a project: an integer for older records, and a UUID for newer records. */
export type SettingsId = number | string;

/** A project that the user pinned. */
export interface PinnedItem {
  type: LiteralUnion<'project'>;
  id: number;
  name: string;
  /** The position in the list, from 0. */
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
  currentUserRole: LiteralUnion<'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'>;
  meta: {
    /** The user's permissions by name, as nested objects or with dotted names. */
    can?: unknown;
    [extra: string]: unknown;
  };
  pinned_items: PinnedItem[];
  /** All projects that the user can access. */
  projects: SidebarProject[];
}

/** The sidebar's organizations and projects. */
export interface Sidebar {
  organizations: SidebarOrganization[];
}

/** A user's settings. */
export interface UserSettings {
  /** The user's organizations and projects. Undefined in `LocalSettings` until they are loaded. */
  sidebar: Sidebar;
  /** The id of the organization that was selected last. Null if none is selected. */
  current_organization_id?: SettingsId | null;
  /** The id of the project that was selected last. Null if none is selected. */
  current_project_id?: SettingsId | null;
  /** A language code, such as `en`. Undefined in `LocalSettings` until it is loaded or set. */
  language: string;
  /** The colour scheme. Undefined in `LocalSettings` until it is loaded or set. */
  theme: LiteralUnion<(typeof THEMES)[number]>;
  /** True when the sidebar is open. Undefined in `LocalSettings` until it is loaded or set. */
  sidebar_open: boolean;
  /** The cached data of the dashboard. Undefined unless `includes` contains `dashboard`. */
  dashboard?: unknown;
}

/** The client whose settings are read, and the additional data to return. */
export interface SettingsGetInput {
  /** The name of the client application whose settings are read. Default: `web`. */
  client?: string;
  /** `dashboard` adds the cached data of the dashboard. Default: none. */
  includes?: 'dashboard'[];
}

/** New values of settings. */
export interface SettingsChange {
  /** The colour scheme. Default: unchanged. */
  theme?: (typeof THEMES)[number];
  /** A language code, such as `en` or `pt-BR`. Default: unchanged. */
  language?: string;
  /** True opens the sidebar, and false closes it. Default: unchanged. */
  sidebar_open?: boolean;
  /** The id of the selected organization: a UUID or a whole number. Null and any other value are not sent, and a warning is logged. Default: unchanged. */
  current_organization_id?: SettingsId | null;
  /** The id of the selected project: a UUID or a whole number. Null and any other value are not sent, and a warning is logged. Default: unchanged. */
  current_project_id?: SettingsId | null;
}

/** New values of settings. An id that is neither a UUID nor a whole number is omitted, as the API specification requires. */
export interface SettingsUpdateInput extends SettingsChange {
  /** The name of the client application whose settings change. Default: `web`. */
  client?: string;
}

/** The pinned projects of one organization, for all clients of the user. */
export interface SettingsPinInput {
  organization_id: SettingsId;
  /** The ids in the order of display: whole numbers, or strings of whole numbers. */
  pinned_project_ids: readonly SettingsId[];
}

/** The pinned projects of one organization, as they are sent. */
export interface PinnedProjectsBody extends SettingsPinInput {
  setting_key: 'sidebar';
  pinned_project_ids: number[];
}

/** An onboarding step. */
export interface SettingsCompleteOnboardingStepInput {
  /** The step's id, such as `agent_pass_discovered`. */
  stepId: string;
  /** The name of the client application whose settings change. Default: `web`. */
  client?: string;
  /** True when the step is done. Default: true. */
  value?: boolean;
}
