import { attributeNames, envelope, noContent, object, operation, optional, string } from '@platform-sdk/core/contract';
import type { ProjectAccessRestoreInput } from '../types.ts';
import { inMembership, place, role } from './schemas.ts';

/** Denies a user access to a project. The user stays in the organization. */
export const deny = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/deny_access/{userId}',
  credentials: 'user',
  input: inMembership,
  output: noContent,
  retry: 'non-idempotent',
  invalidates: ['/organizations/{organizationId}'],
});

/** Restores a user's access to a project, with the previous role by default. */
export const restore = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/restore_access/{userId}',
  credentials: 'user',
  input: object<ProjectAccessRestoreInput>({ ...place, userId: string, role: optional(role) }),
  body: envelope(),
  output: noContent,
  retry: 'non-idempotent',
  invalidates: ['/organizations/{organizationId}'],
  undocumented: attributeNames('role', 'assumed'),
});
