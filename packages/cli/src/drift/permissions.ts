import { isMembers } from '@platform-sdk/core/internal';
import { isFieldName } from './withhold.ts';

/** Returns the keys in every `meta.can` of documents, such as `project.create`. Keys that may be data are omitted. */
export const permissionsIn = (documents: readonly unknown[]): string[] => {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (isMembers(value)) {
      const { meta } = value;
      if (isMembers(meta) && isMembers(meta['can'])) for (const name of namesIn(meta['can'])) found.add(name);
      for (const inner of Object.values(value)) walk(inner);
    }
  };
  for (const document of documents) walk(document);
  return [...found].toSorted();
};

/** Permissions are nested, `{ project: { create: true } }`, or dotted, `{ 'project.create': true }`. */
const namesIn = (can: object): string[] =>
  Object.entries(can).flatMap(([name, value]) => {
    if (!name.split('.').every(isFieldName)) return [];
    return isMembers(value) ? namesIn(value).map((inner) => `${name}.${inner}`) : [name];
  });
