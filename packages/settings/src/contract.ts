import {
  unknown,
  boolean,
  nonEmptyString,
  integer,
  languageCode,
  array,
  noContent,
  object,
  enumOf,
  openEnum,
  operation,
  optional,
  record,
  string,
  text,
  type Schema,
} from '@platform-sdk/core/contract';
import type {
  SettingsCompleteOnboardingStepInput,
  PinnedItem,
  PinnedProjectsBody,
  SettingsId,
  SettingsGetInput,
  SettingsUpdateInput,
  Sidebar,
  SidebarOrganization,
  SidebarProject,
  UserSettings,
} from './types.ts';
import { THEMES } from './values.ts';

/** The schema of an id. `toSettingsId` converts the id before it is sent. */
const id = unknown as Schema<SettingsId>;
const chosen = unknown as Schema<SettingsId | null | undefined>;
const client = optional(nonEmptyString);

const organization = object<SidebarOrganization>({
  id,
  name: string,
  currentUserRole: openEnum('OWNER', 'ADMIN', 'MEMBER', 'VIEWER'),
  meta: record(unknown),
  pinned_items: array(object<PinnedItem>({ type: openEnum('project'), id: integer(), name: string, position: integer() })),
  projects: array(object<SidebarProject>({ id: integer(), name: string, is_default: boolean })),
});

/** Returns the user's settings, including the complete sidebar. `includes: ['dashboard']` adds the dashboard's data. */
export const get = operation({
  method: 'GET',
  path: '/user_settings',
  credentials: 'user',
  input: object<SettingsGetInput>({ client, includes: optional(array(enumOf('dashboard'))) }),
  output: object<UserSettings>({
    sidebar: object<Sidebar>({ organizations: array(organization) }),
    current_organization_id: chosen,
    current_project_id: chosen,
    language: string,
    theme: openEnum(...THEMES),
    sidebar_open: boolean,
    dashboard: unknown,
  }),
  retry: 'safe',
  errors: [401],
});

/** Changes the settings in the input. All other settings stay unchanged. */
export const update = operation({
  method: 'PATCH',
  path: '/user_settings',
  credentials: 'user',
  input: object<SettingsUpdateInput>({
    client,
    theme: optional(enumOf(...THEMES)),
    language: optional(languageCode),
    sidebar_open: optional(boolean),
    current_organization_id: chosen,
    current_project_id: chosen,
  }),
  query: ['client'],
  output: noContent,
  retry: 'idempotent',
  invalidates: ['/user_settings'],
  errors: [401, 422],
});

/** Sets the pinned projects of an organization, in this order, for all clients of the user. */
export const pin = operation({
  method: 'PATCH',
  path: '/user_settings',
  credentials: 'user',
  input: object<PinnedProjectsBody>({ setting_key: enumOf('sidebar'), organization_id: id, pinned_project_ids: array(integer()) }),
  output: noContent,
  retry: 'idempotent',
  invalidates: ['/user_settings'],
  errors: [401, 422],
});

/** Marks an onboarding step as done; `value: false` marks it as not done. */
export const completeOnboardingStep = operation({
  method: 'PATCH',
  path: '/user_settings/onboarding/{stepId}',
  credentials: 'user',
  input: object<SettingsCompleteOnboardingStepInput>({
    stepId: text({ pattern: /^[\w-]+$/, message: 'must name a step' }),
    client,
    value: optional(boolean),
  }),
  query: ['client'],
  output: noContent,
  retry: 'idempotent',
  invalidates: ['/user_settings'],
  errors: [401],
});
