/** A problem of an input, of options or of a response, with the affected field. */
export interface Problem {
  /** Dotted path of the field; empty for the value itself. */
  readonly field: string;
  readonly message: string;
}

/** The maximum number of nested levels that are sent. The limit also ends the search in a circular value. */
const MAX_DEPTH = 500;

/** Returns the problem of the first value that JSON would drop or replace, such as a `Map`, or that is nested too deeply. */
export const unwritable = (value: unknown, path: readonly PropertyKey[]): Problem | undefined => problemIn(value, [...path]);

/** Searches a value. `path` lists the keys that lead to it. All values share this list, because copying it would cost more than the check. */
const problemIn = (value: unknown, path: PropertyKey[]): Problem | undefined => {
  // The problem names only the first key, because the whole path would be too long for a message.
  if (path.length > MAX_DEPTH) return { field: String(path[0]), message: 'is circular, or nested too deeply' };
  if (!isWritable(value)) return { field: path.join('.'), message: `cannot be sent as JSON: it is ${nameOf(value)}` };
  if (typeof value !== 'object' || value === null || hasJson(value)) return undefined;
  const isList = Array.isArray(value);
  const keys = isList ? (value as readonly unknown[]).keys() : Object.keys(value);
  for (const key of keys) {
    const item = (value as Readonly<Record<PropertyKey, unknown>>)[key];
    if (item === undefined && !isList) continue;
    path.push(key);
    const problem = problemIn(item, path);
    if (problem) return problem;
    path.pop();
  }
  return undefined;
};

const hasJson = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';

/** Returns true if JSON can express a value. JSON writes a `Map` as `{}`, and drops other values or replaces them with null. */
const isWritable = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null || Array.isArray(value)) return true;
  if (ArrayBuffer.isView(value) || (value instanceof Date && Number.isNaN(value.getTime()))) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // Recognizes plain objects of every realm.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain || hasJson(value) || Object.keys(value).length > 0;
};

const nameOf = (value: unknown): string => {
  if (typeof value === 'object') return value instanceof Date ? 'an invalid date' : 'no plain object';
  return typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;
};
