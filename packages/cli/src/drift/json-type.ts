/** The type of a JSON value. A whole number counts as `integer`. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

export const jsonTypeOf = (value: unknown): JsonType => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
};
