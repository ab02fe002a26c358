import type { Problem } from './problem.ts';
import type { SchemaData } from './schema.ts';

/** One pass over a value. */
interface Pass {
  readonly problems: Problem[];
  /** The keys that lead to the checked value. They are joined only if there is a problem. */
  readonly path: PropertyKey[];
  /** Collects members of a response that are `null` and optional, which count as absent. Absent for an input, where `null` is a problem. */
  readonly nulls?: NullMember[];
  /** Collects unknown fields of an input, and values that JSON drops or replaces. Absent if both are allowed. */
  readonly unsendable?: Problem[];
  /** Describes an unknown field. Absent together with `unsendable`. */
  readonly describeUnknown?: DescribeUnknown;
  /** The input is sent as JSON. */
  readonly isJson?: boolean;
}

/** Returns the problem of an unknown field, if it is a problem. `isOpen` means that the object may have any fields. */
export type DescribeUnknown = (name: string, known: object, path: readonly PropertyKey[], isOpen: boolean) => Problem | undefined;

/** A member that is `null`, with its object. */
type NullMember = readonly [members: Record<string, unknown>, name: string];

/** Returns every problem of an input, in the order of its fields. The list is empty for a valid input. */
export const problemsOf = (schema: SchemaData, value: unknown): readonly Problem[] => check(schema, value, { problems: [], path: [] });

/** Returns every problem of a received value: like `problemsOf`, but `null` counts as absent. */
export const responseProblemsOf = (schema: SchemaData, value: unknown): readonly Problem[] => checkReceived(schema, value).problems;

/** The problems of a received value. */
interface ReceivedCheck {
  readonly problems: readonly Problem[];
  /** Deletes the members that are `null` instead of absent. It changes the value itself, which belongs to the reader. */
  readonly omitNulls: () => void;
}

/** Checks a received value in one pass, and collects its members that are `null`. */
export const checkReceived = (schema: SchemaData, value: unknown): ReceivedCheck => {
  const nulls: NullMember[] = [];
  return {
    problems: check(schema, value, { problems: [], path: [], nulls }),
    omitNulls() {
      for (const [members, name] of nulls) delete members[name];
    },
  };
};

/**
 * Returns the problems of an input or of options. `unsendable` lists the problems from `describeUnknown`, and values that JSON would
 * drop. For options, and for a body in another form, `isJson` is false.
 */
export const strictProblemsOf = (
  schema: SchemaData,
  value: unknown,
  isJson: boolean,
  describeUnknown: DescribeUnknown,
): { readonly unsendable: readonly Problem[]; readonly problems: readonly Problem[] } => {
  const unsendable: Problem[] = [];
  return { unsendable, problems: check(schema, value, { problems: [], path: [], unsendable, describeUnknown, isJson }) };
};

const check = (schema: SchemaData, value: unknown, pass: Pass): readonly Problem[] => {
  try {
    visit(schema, value, pass);
    return pass.problems;
  } catch {
    // A getter of the value threw.
    return [{ field: '', message: 'cannot be read' }];
  }
};

/** Checks a value and everything in it. Inside an object that may have any fields, `others` checks the fields that its schema does not name. */
const visit = (schema: SchemaData, value: unknown, pass: Pass, others?: SchemaData): void => {
  if (isAbsent(schema, value, pass)) return;
  const { type, anyOf, related, items = related } = schema;
  const chosen = anyOf?.find((each) => isOfType(each.type, value));
  if (chosen) return visit(chosen, value, pass, others);
  const message = broken(schema, value);
  if (message) pass.problems.push({ field: pass.path.join('.'), message });
  else if (type === 'object') visitFields(schema, value as Members, pass, others);
  else if (items) for (const [index, item] of (value as readonly unknown[]).entries()) visitPart(items, item, index, pass, others);
  else if (pass.isJson) {
    const problem = schema.unwritable?.(value, pass.path);
    if (problem) pass.unsendable?.push(problem);
  }
};

type Members = Record<string, unknown>;

const visitFields = ({ properties, values }: SchemaData, members: Members, pass: Pass, inherited?: SchemaData): void => {
  const { unsendable, describeUnknown, path, nulls } = pass;
  const others = values?.type === 'any' ? values : (inherited ?? (properties ? undefined : ANY));
  for (const name in properties) {
    const field = properties[name] as SchemaData;
    if (nulls && members[name] === null && isOmitted(field)) nulls.push([members, name]);
    else visitPart(field, members[name], name, pass, others);
  }
  // An object with a `toJSON` method is sent in that form.
  if (!values && (!unsendable || typeof members['toJSON'] === 'function')) return;
  for (const name of Object.keys(members)) {
    if ((properties && Object.hasOwn(properties, name)) || (!values && members[name] === undefined)) continue;
    const problem = properties && describeUnknown?.(name, properties, path, others !== undefined);
    if (problem) unsendable?.push(problem);
    else visitPart(values ?? others ?? ANY, members[name], name, pass, others);
  }
};

/** Returns true if `null` means an absent field: the field is optional and not nullable. */
const isOmitted = ({ optional, nullable, type, anyOf }: SchemaData): boolean =>
  optional === true && !nullable && (type !== 'any' || anyOf !== undefined);

const ANY: SchemaData = { type: 'any' };

const visitPart = (schema: SchemaData, value: unknown, key: PropertyKey, pass: Pass, others?: SchemaData): void => {
  pass.path.push(key);
  visit(schema, value, pass, others);
  pass.path.pop();
};

const isAbsent = ({ optional, nullable }: SchemaData, value: unknown, { nulls }: Pass): boolean =>
  value === undefined ? optional === true : value === null && (nullable === true || (nulls !== undefined && optional === true));

const KINDS = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  function: 'a function',
};

/** Returns true if a value has the type of a schema. */
export const isOfType = (type: SchemaData['type'], value: unknown): boolean => {
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isSafeInteger(value);
  // An option may be Infinity.
  if (type === 'amount') return typeof value === 'number' && value >= 0;
  if (type !== 'object') return type === 'number' ? Number.isFinite(value) : typeof value === type;
  // A promise or a Map has no members, so JSON would lose its content.
  return {}.toString.call(value) === '[object Object]' || (typeof value === type && Object.keys(value ?? {}).length > 0);
};

/** The problem of a required field that is absent. */
export const MISSING = 'is required';

/** Returns the problem of a value itself, without its parts. */
export const broken = (schema: SchemaData, value: unknown): string | undefined => {
  const { type, anyOf, enum: known, message, minLength, maxLength, pattern, methods, falsy } = schema;
  if (value === undefined) return MISSING;
  if (methods) return hasMethods(methods, value) ? undefined : (message ?? `must be an object with ${methods.join('() and ')}()`);
  if (!anyOf && (type === 'any' || type === 'nothing')) return undefined;
  // JSON may contain larger integers, such as ids, which parsing has rounded.
  if (type === 'integer' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return outside(value as number, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  if (anyOf) return message ?? `must be ${anyOf.map(kindOf).join(' or ')}`;
  if (!isOfType(type, value)) return falsy && !value ? undefined : `must be ${kindOf(schema)}`;
  if (known && !schema.allowsOthers && !known.includes(value)) return message ?? `must be one of ${known.join(', ')}`;
  if (typeof value === 'number') return outside(value, schema.minimum, schema.maximum);
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  if (Array.isArray(value)) return value.length < (minLength ?? 0) ? message : outside(value.length, 0, maxLength, ' items');
  const long = outside(value.length, minLength, maxLength, ' characters');
  return long || (pattern && !pattern.test(value)) ? (message ?? long ?? `must match ${String(pattern)}`) : undefined;
};

const kindOf = ({ type, minimum = 0 }: SchemaData): string =>
  type === 'amount' ? `a number from ${minimum} on` : KINDS[type as keyof typeof KINDS];

const hasMethods = (names: readonly string[], value: unknown): boolean =>
  names.every((name) => typeof (Object(value) as Members)[name] === 'function');

const outside = (size: number, least = -Infinity, most = Infinity, unit = ''): string | undefined => {
  if (size < least) return `must be at least ${least}${unit}`;
  return size > most ? `must be at most ${most}${unit}` : undefined;
};
