import { attributeNames, envelope, noContent, object, operation, optional, string } from '@platform-sdk/core/contract';
import type { ProjectAccessRestoreInput } from '../types.ts';
import { inMembership, place, role } from './schemas.ts';

/** Takes a user's access to a project away; in the organization the user stays. */
export const deny = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/deny_access/{userId}',
  credentials: 'user',
  input: inMembership,
  output: noContent,
  retry: 'non-idempotent',
  invalidates: ['/organizations/{organizationId}'],
});

/** Gives a user's access to a project back: with the role they had before, unless another is given. */
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
