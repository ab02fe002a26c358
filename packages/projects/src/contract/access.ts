import { attributeNames, envelope, nothing, object, operation, optional, string } from '@platform-sdk/core/contract';
import type { Restoration } from '../types.ts';
import { inMembership, place, role } from './schemas.ts';

/** Takes a user's access to a project away; in the organization the user stays. */
export const deny = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/deny_access/{userId}',
  credentials: 'user',
  input: inMembership,
  output: nothing,
  retry: 'never',
  invalidates: ['/organizations/{organizationId}'],
});

/** Gives a user's access to a project back: with the role they had before, unless another is given. */
export const restore = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/projects/{projectId}/restore_access/{userId}',
  credentials: 'user',
  input: object<Restoration>({ ...place, userId: string, role: optional(role) }),
  body: envelope(),
  output: nothing,
  retry: 'never',
  invalidates: ['/organizations/{organizationId}'],
  undocumented: attributeNames('role', 'assumed'),
});
