import type { Permission } from '@platform-sdk/core';

type Members = Record<string, unknown>;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

/** Returns whether `meta.can` grants a permission. Reads nested objects and dotted names. Returns undefined for an unlisted permission. */
export const can = (resource: { meta?: { can?: unknown } }, permission: Permission): boolean | undefined => {
  const map = membersOf(resource.meta?.can);
  const nested = permission
    .split('.')
    .reduce<unknown>((place, name) => (Object.hasOwn(membersOf(place), name) ? membersOf(place)[name] : undefined), map);
  const stated = Object.hasOwn(map, permission) ? map[permission] : nested;
  return typeof stated === 'boolean' ? stated : undefined;
};
