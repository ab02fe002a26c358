import {
  boolean,
  collection,
  document,
  envelope,
  nonEmptyString,
  integer,
  array as listOf,
  noContent,
  object,
  enumOf,
  operation,
  optional,
  string,
  timestamp,
} from '@platform-sdk/core/contract';
import type { ProjectCreateInput, ProjectGetInput, ProjectListInput, ProjectUpdateInput } from '../types.ts';
import { PROJECT_INCLUDES, PROJECT_SORTS } from '../values.ts';
import { inProject, place, project, role } from './schemas.ts';

const count = optional(integer({ minimum: 0 }));

/**
 * Lists the projects of an organization that the caller can see. The input can filter and sort the list. A response is cached for five
 * minutes; `forceRefresh` bypasses the cache.
 */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/projects',
  credentials: 'user',
  input: object<ProjectListInput>({
    organizationId: string,
    user_role: optional(listOf(role)),
    sort: optional(enumOf(...PROJECT_SORTS)),
    has_wallet: optional(boolean),
    has_tools: optional(boolean),
    has_notebooks: optional(boolean),
    min_members: count,
    max_members: count,
    search: optional(string),
    created_after: optional(timestamp),
    created_before: optional(timestamp),
    forceRefresh: optional(boolean),
  }),
  output: collection(project),
  retry: 'safe',
  cacheSeconds: 300,
  cacheBypassField: 'forceRefresh',
  undocumented: {
    has_wallet: 'published',
    has_tools: 'published',
    has_notebooks: 'published',
    min_members: 'published',
    max_members: 'published',
    search: 'convention',
    created_after: 'published',
    created_before: 'published',
  },
});

/** Creates a project. */
export const create = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects',
  credentials: 'user',
  input: object<ProjectCreateInput>({ organizationId: string, name: nonEmptyString }),
  body: envelope(),
  output: document(project),
  retry: 'non-idempotent',
  invalidates: ['/organizations$', '/organizations/{organizationId}', '/user_settings'],
});

/** Returns one project, with the resources that `include` names. With `secret: true`, `meta.secrets` contains the project's key pair. */
export const get = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/projects/{projectId}',
  credentials: 'user',
  input: object<ProjectGetInput>({
    ...place,
    include: optional(listOf(enumOf(...PROJECT_INCLUDES))),
    secret: optional(boolean),
  }),
  output: document(project),
  retry: 'safe',
  undocumented: { 'meta.secrets.publicKey': 'published', 'meta.secrets.secretKey': 'published' },
});

/** Renames a project. */
export const update = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}/projects/{projectId}',
  credentials: 'user',
  input: object<ProjectUpdateInput>({ ...place, name: nonEmptyString }),
  body: envelope('project', 'projectId'),
  output: document(project),
  retry: 'idempotent',
  invalidates: ['/organizations$', '/organizations/{organizationId}', '/user_settings'],
});

/** Deletes a project permanently, and removes its key pair from the cache. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/projects/{projectId}',
  credentials: 'user',
  input: inProject,
  output: noContent,
  retry: 'idempotent',
  // The project's wallets, agents and key pair are deleted too.
  invalidates: [
    '/organizations$',
    '/organizations/{organizationId}',
    '/user_settings',
    '/wallets',
    '/wallet_transfers',
    '/oauth/agent/activity',
    '/me/pending_invitations',
    '/api/public',
  ],
});
