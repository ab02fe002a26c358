import { isMembers, membersOf } from '@platform-sdk/core/internal';
import { isFieldName } from './withhold.ts';

/** Returns the keys of every `meta.can`, such as `project.create`. Omits keys that may be data. */
export const permissionsIn = (documents: readonly unknown[]): string[] => [...new Set(documents.flatMap(permissionsAt))].toSorted();

const permissionsAt = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(permissionsAt);
  const members = membersOf(value);
  const { can } = membersOf(members['meta']);
  return [...namesIn(membersOf(can)), ...Object.values(members).flatMap(permissionsAt)];
};

/** Returns the dotted names of nested permissions (`{ project: { create: true } }`) and dotted permissions (`{ 'project.create': true }`). */
const namesIn = (can: object): string[] =>
  Object.entries(can).flatMap(([name, value]) => {
    if (!name.split('.').every(isFieldName)) return [];
    return isMembers(value) ? namesIn(value).map((inner) => `${name}.${inner}`) : [name];
  });
