import {
  boolean,
  collection,
  document,
  envelope,
  filled,
  list as listOf,
  object,
  oneOf,
  operation,
  optional,
  string,
} from '@platform-sdk/core/contract';
import type { NewOrganization, OrganizationQuery, OrganizationUpdate } from '../types.ts';
import { organization } from './schemas.ts';

/** Lists the caller's organizations, with their projects, users and permissions. */
export const list = operation({
  method: 'GET',
  path: '/organizations',
  credentials: 'user',
  input: object<{}>({}),
  output: collection(organization),
  retry: 'safe',
});

/** Creates an organization; its wallet comes with it. */
export const create = operation({
  method: 'POST',
  path: '/organizations',
  credentials: 'user',
  input: object<NewOrganization>({ name: filled }),
  body: envelope('organization'),
  output: document(organization),
  retry: 'never',
  // Its wallet comes with it.
  invalidates: ['/organizations', '/user_settings', '/wallets'],
});

/** Returns one organization. An answer is fresh for five minutes; `forceRefresh` asks the server all the same. */
export const get = operation({
  method: 'GET',
  path: '/organizations/{organizationId}',
  credentials: 'user',
  input: object<OrganizationQuery>({
    organizationId: string,
    include: optional(listOf(oneOf('users', 'projects', 'organization_memberships'))),
    forceRefresh: optional(boolean),
  }),
  output: document(organization),
  retry: 'safe',
  freshSeconds: 300,
  bypass: 'forceRefresh',
  // A missing id is reported as such.
  verify: ({ id }, { organizationId }) =>
    ((id as string | null | undefined) ?? organizationId) === organizationId
      ? undefined
      : `it is organization ${id}, not ${organizationId}`,
  errors: [404],
  undocumented: { forceRefresh: 'published' },
});

/** Renames an organization. */
export const update = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}',
  credentials: 'user',
  input: object<OrganizationUpdate>({ organizationId: string, name: filled }),
  body: envelope(),
  output: document(organization),
  retry: 'idempotent',
  invalidates: ['/organizations', '/user_settings', '/me/pending_invitations'],
  errors: [403, 404],
});
