import type { Permission } from '@platform-sdk/core';
import { useSession } from './use-session.ts';

type Members = Readonly<Record<string, unknown>>;

const memberOf = (place: unknown, name: string): unknown =>
  Object.hasOwn(Object(place) as Members, name) ? (place as Members)[name] : undefined;

/** Returns what `can` of `@platform-sdk/organizations` returns. A copy, because a bundle that imports it contains that whole client. */
const permissionIn = (map: unknown, permission: string): boolean | undefined => {
  const stated = memberOf(map, permission) ?? permission.split('.').reduce(memberOf, map);
  return typeof stated === 'boolean' ? stated : undefined;
};

/**
 * Returns whether the current user has a permission on a resource, such as `project.create` on an organization. Undefined while the resource
 * is loading, and where it does not name the permission; false once the user has signed out.
 */
export const usePermission = (
  resource: { readonly meta?: { readonly can?: unknown } } | null | undefined,
  permission: Permission,
): boolean | undefined => {
  const { status } = useSession();
  return status === 'signed-out' ? false : permissionIn(resource?.meta?.can, permission);
};
