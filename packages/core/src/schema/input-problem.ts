import { nearest } from './nearest.ts';
import type { Problem, SchemaData } from './schema.ts';

const FREE: SchemaData = { type: 'any' };
const OPTION = /^(?:signal|headers|retry|traceId|keepalive|forceRefresh|on[A-Z]\w*|\w+Ms)$/;
/** A circle has no end. */
const MAX_DEPTH = 500;

/** Half of a surrogate pair, which UTF-8 cannot hold: U+FFFD would be sent in its place. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Cs}/u.test(text);

/**
 * The first field of an input that the schema does not name, or whose value JSON would drop or replace. The checker of the schema finds
 * neither: it keeps unknown fields, and looks into no value that may be anything. `isJson` is false for a body in another form.
 */
export const inputProblem = (schema: SchemaData, value: unknown, isJson = true): Problem | undefined =>
  problemAt(schema, value, { field: '', depth: 0, isJson, isOpen: false });

/** A place in an input. */
interface Place {
  readonly field: string;
  readonly depth: number;
  readonly isJson: boolean;
  /** It is in an object that may have any fields. */
  readonly isOpen: boolean;
}

const problemAt = (schema: SchemaData, value: unknown, place: Place): Problem | undefined => {
  const { type, properties, items = FREE, values, anyOf } = schema;
  const { field, depth, isJson } = place;
  const isList = Array.isArray(value);
  if (anyOf) {
    const chosen = anyOf.find((each) => each.type === (isList ? 'array' : typeof value));
    return chosen && problemAt(chosen, value, place);
  }
  const isFree = type === 'any' && isJson;
  // The whole path of what is too deep would fill the screen.
  if (isFree && depth > MAX_DEPTH) return { field: field.split('.', 1).join(), message: 'is circular, or nested too deeply' };
  if (isFree && !isWritable(value)) return { field, message: `cannot be sent as JSON: it is ${nameOf(value)}` };
  // Another kind of value than the schema's is found by the checker.
  if (typeof value !== 'object' || value === null || hasJson(value) || !(isFree || type === (isList ? 'array' : 'object')))
    return undefined;
  const isOpen = place.isOpen || isFree || values !== undefined || !properties;
  for (const [name, item] of Object.entries(isList ? [...(value as unknown[])] : value)) {
    const inner = field === '' ? name : `${field}.${name}`;
    if (item === undefined && !isList) continue;
    const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    // An option is nobody's field, also where any field may be sent.
    if (!known && properties && !isList && (!isOpen || (field === '' && OPTION.test(name)))) {
      return { field: inner, message: unknownName(name, Object.keys(properties)) };
    }
    const problem = problemAt(isList ? items : (known ?? values ?? FREE), item, { ...place, field: inner, depth: depth + 1, isOpen });
    if (problem) return problem;
  }
  return undefined;
};

const unknownName = (name: string, known: readonly string[]): string => {
  if (OPTION.test(name)) return 'is an option: options are the argument after the input';
  const similar = nearest(name, known);
  const expected = known.length > 0 ? `the fields are ${known.join(', ')}` : 'there are no fields here';
  return `is unknown: ${similar === undefined ? expected : `did you mean ${similar}?`}`;
};

const hasJson = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';

/** Whether JSON has a value. It writes `{}` for a `Map` and everything else without own fields, and null for what it does not have. */
const isWritable = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null || Array.isArray(value)) return true;
  if (ArrayBuffer.isView(value) || (value instanceof Date && Number.isNaN(value.getTime()))) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // The plain objects of every realm.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain || hasJson(value) || Object.keys(value).length > 0;
};

const nameOf = (value: unknown): string => {
  if (typeof value === 'object') return value instanceof Date ? 'an invalid date' : 'no plain object';
  return typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`;
};
