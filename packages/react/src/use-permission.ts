import { can, type Permission } from '@platform-sdk/organizations';
import { useSession } from './use-session.ts';

/**
 * Returns whether the current user has a permission on a resource, such as `project.create` on an organization. Undefined while the resource
 * is loading, and where it does not name the permission; false once the user has signed out.
 */
export const usePermission = (
  resource: { readonly meta?: { readonly can?: unknown } } | null | undefined,
  permission: Permission,
): boolean | undefined => {
  const { status } = useSession();
  if (status === 'signed-out') return false;
  return resource ? can(resource, permission) : undefined;
};
