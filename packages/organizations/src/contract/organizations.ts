import {
  boolean,
  collection,
  document,
  envelope,
  nonEmptyString,
  array as listOf,
  object,
  enumOf,
  operation,
  optional,
  string,
} from '@platform-sdk/core/contract';
import { isSameId } from '@platform-sdk/core/internal';
import type { OrganizationCreateInput, OrganizationGetInput, OrganizationUpdateInput } from '../types.ts';
import { ORGANIZATION_INCLUDES } from '../values.ts';
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

/** Creates an organization together with its wallet. */
export const create = operation({
  method: 'POST',
  path: '/organizations',
  credentials: 'user',
  input: object<OrganizationCreateInput>({ name: nonEmptyString }),
  body: envelope('organization'),
  output: document(organization),
  retry: 'non-idempotent',
  // A wallet is created with the organization.
  invalidates: ['/organizations$', '/user_settings', '/wallets$'],
});

/** Returns one organization. A response is cached for five minutes; `forceRefresh` bypasses the cache. */
export const get = operation({
  method: 'GET',
  path: '/organizations/{organizationId}',
  credentials: 'user',
  input: object<OrganizationGetInput>({
    organizationId: string,
    include: optional(listOf(enumOf(...ORGANIZATION_INCLUDES))),
    forceRefresh: optional(boolean),
  }),
  output: document(organization),
  retry: 'safe',
  cacheSeconds: 300,
  cacheBypassField: 'forceRefresh',
  // The schema reports a missing id, so this check ignores it.
  checkAgainstInput: ({ id }, { organizationId }) =>
    isSameId((id as string | null | undefined) ?? organizationId, organizationId)
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
  input: object<OrganizationUpdateInput>({ organizationId: string, name: nonEmptyString }),
  body: envelope(),
  output: document(organization),
  retry: 'idempotent',
  invalidates: ['/organizations$', '/organizations/{organizationId}', '/user_settings', '/me/pending_invitations'],
  errors: [403, 404],
});
