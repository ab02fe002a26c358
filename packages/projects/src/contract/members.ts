import {
  boolean,
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
import type { ProjectMemberAddInput, ProjectMemberUpdateRoleInput } from '../types.ts';
import { addedNames, inMembership, inProject, member, memberNames, place, role } from './schemas.ts';

/** Lists a project's members with their roles in it. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/projects/{projectId}/users',
  credentials: 'user',
  input: inProject,
  output: collection(member),
  retry: 'safe',
  undocumented: memberNames,
});

/** Adds an existing user, or sends an invitation to an unknown address. Returns undefined if the response contains neither a member nor an invitation. `projects.addUser` also returns which of the two happened. */
export const add = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/add_user',
  credentials: 'user',
  input: object<ProjectMemberAddInput>({ ...place, email: nonEmptyString, role, orgRole: optional(role), project_only: optional(boolean) }),
  body: envelope('users'),
  output: optional(document(member)),
  retry: 'non-idempotent',
  // The call may also add the user to the organization.
  invalidates: ['/organizations$', '/organizations/{organizationId}'],
  undocumented: addedNames,
});

/** Changes a member's role in a project. Users cannot change their own role, the last owner must remain, and only owners can appoint owners. Returns undefined if the response does not contain the member. */
export const updateRole = operation({
  method: 'PATCH',
  path: '/organizations/{organizationId}/projects/{projectId}/members/{userId}/role',
  credentials: 'user',
  input: object<ProjectMemberUpdateRoleInput>({ ...place, userId: string, role }),
  body: envelope(),
  output: optional(document(member)),
  retry: 'idempotent',
  invalidates: ['/organizations/{organizationId}'],
  errors: ['CANNOT_CHANGE_OWN_ROLE', 'INVALID_ROLE_TRANSITION', 'INSUFFICIENT_PERMISSIONS'],
  undocumented: memberNames,
});

/** Removes a member from a project. */
export const remove = operation({
  method: 'DELETE',
  path: '/organizations/{organizationId}/projects/{projectId}/remove_user/{userId}',
  credentials: 'user',
  input: inMembership,
  output: noContent,
  retry: 'idempotent',
  // Users who remove themselves can no longer see the project.
  invalidates: [
    '/organizations$',
    '/organizations/{organizationId}',
    '/user_settings',
    '/wallets',
    '/wallet_transfers',
    '/oauth/agent/activity',
  ],
});
