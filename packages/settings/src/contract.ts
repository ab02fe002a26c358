import {
  anything,
  boolean,
  filled,
  integer,
  languageCode,
  list,
  nothing,
  object,
  oneOf,
  open,
  operation,
  optional,
  record,
  string,
  text,
  type Schema,
} from '@platform-sdk/core/contract';
import type {
  OnboardingStep,
  PinnedItem,
  PinnedProjectsWrite,
  SettingsId,
  SettingsQuery,
  SettingsUpdate,
  Sidebar,
  SidebarOrganization,
  SidebarProject,
  UserSettings,
} from './types.ts';

/** A number or a string: what the client sends of it, `toSettingsId` decides. */
const id = anything as Schema<SettingsId>;
const chosen = anything as Schema<SettingsId | null | undefined>;
const client = optional(filled);

const organization = object<SidebarOrganization>({
  id,
  name: string,
  currentUserRole: open('OWNER', 'ADMIN', 'MEMBER', 'VIEWER'),
  meta: record(anything),
  pinned_items: list(object<PinnedItem>({ type: open('project'), id: integer, name: string, position: integer })),
  projects: list(object<SidebarProject>({ id: integer, name: string, is_default: boolean })),
});

/** Returns the user's settings, with the sidebar ready to be shown; `includes` brings the dashboard's data along. */
export const get = operation({
  method: 'GET',
  path: '/user_settings',
  credentials: 'user',
  input: object<SettingsQuery>({ client, includes: optional(list(oneOf('dashboard'))) }),
  output: object<UserSettings>({
    sidebar: object<Sidebar>({ organizations: list(organization) }),
    current_organization_id: chosen,
    current_project_id: chosen,
    language: string,
    theme: open('light', 'dark'),
    sidebar_open: boolean,
    dashboard: anything,
  }),
  retry: 'safe',
  errors: [401],
});

/** Changes any of the user's settings; the others stay. */
export const update = operation({
  method: 'PATCH',
  path: '/user_settings',
  credentials: 'user',
  input: object<SettingsUpdate>({
    client,
    theme: optional(oneOf('light', 'dark')),
    language: optional(languageCode),
    sidebar_open: optional(boolean),
    current_organization_id: chosen,
    current_project_id: chosen,
  }),
  query: ['client'],
  output: nothing,
  retry: 'idempotent',
  invalidates: ['/user_settings'],
  errors: [401, 422],
});

/** Sets which projects of an organization are pinned, and in which order, for all clients of the user. */
export const pin = operation({
  method: 'PATCH',
  path: '/user_settings',
  credentials: 'user',
  input: object<PinnedProjectsWrite>({ setting_key: oneOf('sidebar'), organization_id: id, pinned_project_ids: list(integer) }),
  output: nothing,
  retry: 'idempotent',
  invalidates: ['/user_settings'],
  errors: [401, 422],
});

/** Marks a step of the introduction as done, or with `value: false` as not done. */
export const completeOnboardingStep = operation({
  method: 'PATCH',
  path: '/user_settings/onboarding/{stepId}',
  credentials: 'user',
  input: object<OnboardingStep>({
    stepId: text({ pattern: /^[\w-]+$/, message: 'must name a step' }),
    client,
    value: optional(boolean),
  }),
  query: ['client'],
  output: nothing,
  retry: 'idempotent',
  invalidates: ['/user_settings'],
  errors: [401],
});
