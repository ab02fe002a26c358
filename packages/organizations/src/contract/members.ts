import {
  collection,
  document,
  envelope,
  nonEmptyString,
  noContent,
  object,
  operation,
  optional,
  string,
} from '@platform-sdk/core/contract';
import type { OrganizationMemberRemoveInput, OrganizationMemberAddInput, OrganizationMemberUpdateRoleInput } from '../types.ts';
import { addedMember, addedNames, inOrganization, member, memberNames, role } from './schemas.ts';

/** Lists an organization's members with their roles. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/users',
  credentials: 'user',
  input: inOrganization,
  output: collection(member),
  retry: 'safe',
  undocumented: memberNames,
});

/** Adds an existing user, or sends an invitation to an unknown address. Returns undefined if the response contains neither a member nor an invitation. */
export const add = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/add_user',
  credentials: 'user',
  input: object<OrganizationMemberAddInput>({ organizationId: string, email: nonEmptyString, role }),
  body: envelope('users'),
  output: optional(document(addedMember)),
  retry: 'non-idempotent',
  // The list of organizations also contains their users.
  invalidates: ['/organizations$', '/organizations/{organizationId}'],
  errors: [403],
  undocumented: addedNames,
});

/** Changes a member's role. Users cannot change their own role, the last owner must remain, and only owners can appoint owners. Returns undefined if the response does not contain the member. */
export const updateRole = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}/members/{userId}/role',
  credentials: 'user',
  input: object<OrganizationMemberUpdateRoleInput>({ organizationId: string, userId: string, role }),
  body: envelope(),
  output: optional(document(member)),
  retry: 'idempotent',
  invalidates: ['/organizations$', '/organizations/{organizationId}'],
  errors: ['CANNOT_CHANGE_OWN_ROLE', 'INVALID_ROLE_TRANSITION', 'INSUFFICIENT_PERMISSIONS'],
  undocumented: memberNames,
});

/** Removes a member from an organization. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/remove_user/{userId}',
  credentials: 'user',
  input: object<OrganizationMemberRemoveInput>({ organizationId: string, userId: string }),
  output: noContent,
  retry: 'idempotent',
  // Users who remove themselves can no longer see the organization.
  invalidates: [
    '/organizations$',
    '/organizations/{organizationId}',
    '/user_settings',
    '/wallets',
    '/wallet_transfers',
    '/oauth/agent/activity',
  ],
  errors: [403, 404],
});
