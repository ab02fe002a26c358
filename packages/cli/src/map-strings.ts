import { isMembers } from '@platform-sdk/core/internal';

/** Copies a JSON value. Replaces each string with the result of `map`, and each field name with the result of `mapName`. */
export const mapStrings = (value: unknown, map: (text: string) => unknown, mapName = (name: string): string => name): unknown => {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map, mapName));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [mapName(name), mapStrings(inner, map, mapName)]));
};
