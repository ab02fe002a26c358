import type { Members } from '@platform-sdk/core/internal';

/** The type of a JSON value. A whole number counts as `integer`. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export const jsonTypeOf = (value: unknown): JsonType => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
};

/** Returns the types of values, without duplicates. */
export const typesOf = (values: readonly unknown[]): JsonType[] => [...new Set(values.map(jsonTypeOf))].toSorted();

/** Returns the values of all objects, grouped by field name. */
export const valuesByName = (objects: readonly Members[]): Map<string, unknown[]> => {
  const found = new Map<string, unknown[]>();
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const values = found.get(name);
      if (values) values.push(value);
      else found.set(name, [value]);
    }
  return found;
};

/** The maximum depth of a response, which no valid response reaches. A deeper document could crash the process. */
const MAX_DEPTH = 100;

export const isTooDeep = (document: unknown): boolean => {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : []));
  }
  return false;
};
