import type { Permission } from '@platform-sdk/core';
import { useSession } from './use-session.ts';

type Members = Readonly<Record<string, unknown>>;

const memberOf = (place: unknown, name: string): unknown =>
  Object.hasOwn(Object(place) as Members, name) ? (place as Members)[name] : undefined;

/** Works like `can` of `@platform-sdk/organizations`. An import of `can` would add that whole client to the bundle. */
const permissionIn = (map: unknown, permission: string): boolean | undefined => {
  const stated = memberOf(map, permission) ?? permission.split('.').reduce(memberOf, map);
  return typeof stated === 'boolean' ? stated : undefined;
};

/**
 * Returns true if a resource grants the current user a permission, such as `project.create` on an organization. Returns undefined while
 * the resource is loading, or if it does not list the permission. Returns false after the user signs out.
 */
export const usePermission = (
  resource: { readonly meta?: { readonly can?: unknown } } | null | undefined,
  permission: Permission,
): boolean | undefined => {
  const { status } = useSession();
  return status === 'signed-out' ? false : permissionIn(resource?.meta?.can, permission);
};
