import type { Problem } from './problem.ts';
import type { SchemaData } from './schema.ts';

/** The state of one check of a value. */
interface Pass {
  readonly problems: Problem[];
  /** The keys that lead to the checked value. The keys are joined only if there is a problem. */
  readonly path: PropertyKey[];
  /** Collects the `null` members of a response whose fields are optional, but not nullable: they count as absent. Undefined for an input. */
  readonly nulls?: NullMember[];
  /** Collects unknown fields of an input, and values that JSON drops or replaces. Absent if both are allowed. */
  readonly unsendable?: Problem[];
  /** Describes an unknown field. Absent together with `unsendable`. */
  readonly describeUnknown?: DescribeUnknown;
  /** True if the input is sent as JSON. */
  readonly isJson?: boolean;
}

/** Returns the problem of an unknown field; undefined if the field is allowed. `isOpen` means that the object may have any fields. */
export type DescribeUnknown = (name: string, known: object, path: readonly PropertyKey[], isOpen: boolean) => Problem | undefined;

/** A member that is `null`, with its object. */
export type NullMember = readonly [members: Record<string, unknown>, name: string];

/** Returns every problem of an input, in the order of the schema's fields. The list is empty for a valid input. */
export const problemsOf = (schema: SchemaData, value: unknown): readonly Problem[] => check(schema, value, { problems: [], path: [] });

/** Returns every problem of a received value: like `problemsOf`, but `null` in an optional field counts as absent. Adds such fields to `nulls`. */
export const responseProblemsOf = (schema: SchemaData, value: unknown, nulls: NullMember[] = []): readonly Problem[] =>
  check(schema, value, { problems: [], path: [], nulls });

/**
 * Returns the problems of an input or of options. `unsendable` lists the problems from `describeUnknown`, and values that JSON would drop.
 * For options, and for a body that is not JSON, `isJson` is false.
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
    visit(ruleOf(schema), value, pass);
    return pass.problems;
  } catch {
    // A getter of the value threw.
    return [{ field: '', message: 'cannot be read' }];
  }
};

/** A schema prepared for checks. Every rule has the same members, because engines read objects of the same shape several times faster. */
interface Rule {
  readonly schema: SchemaData;
  readonly type: SchemaData['type'];
  /** True if every value of the type is valid. Only the parts of the value are checked further. */
  readonly isBare: boolean;
  /** The `typeof` of values that need no further check, such as text of any length. Undefined for all other types. */
  readonly plain: 'string' | 'boolean' | undefined;
  readonly mayMiss: boolean;
  readonly mayBeNull: boolean;
  /** True if `null` in a response means that the field is absent. */
  readonly isOmitted: boolean;
  readonly fields: readonly Field[] | undefined;
  readonly items: Rule | undefined;
  readonly values: Rule | undefined;
  readonly anyOf: readonly Rule[] | undefined;
}

interface Field {
  readonly name: string;
  readonly rule: Rule;
}

const rules = new WeakMap<SchemaData, Rule>();

const ruleOf = (schema: SchemaData): Rule => {
  let rule = rules.get(schema);
  if (!rule) rules.set(schema, (rule = createRule(schema)));
  return rule;
};

const createRule = (schema: SchemaData): Rule => {
  const { type, properties, related, items = related, values, anyOf, optional = false, nullable = false } = schema;
  const { enum: known, allowsOthers, methods, minimum, maximum, minLength, maxLength, pattern } = schema;
  const limits = [anyOf, methods, minimum, maximum, minLength, maxLength, pattern, allowsOthers ? undefined : known];
  const isBare = limits.every((limit) => limit === undefined);
  return {
    schema,
    type,
    isBare,
    plain: isBare && !schema.unwritable && (type === 'string' || type === 'boolean') ? type : undefined,
    mayMiss: optional,
    mayBeNull: nullable,
    isOmitted: optional && !nullable && (type !== 'any' || anyOf !== undefined),
    fields: properties && Object.entries(properties).map(([name, field]) => ({ name, rule: ruleOf(field) })),
    items: items && ruleOf(items),
    values: values && ruleOf(values),
    anyOf: anyOf?.map(ruleOf),
  };
};

/** Checks a value and everything in it. Inside an object that may have any fields, `others` checks the fields that its schema does not name. */
const visit = (rule: Rule, value: unknown, pass: Pass, others?: Rule): void => {
  if (isAbsent(rule, value, pass)) return;
  const { schema, type, anyOf, items, isBare } = rule;
  const chosen = anyOf?.find((each) => isOfType(each.type, value));
  if (chosen) return visit(chosen, value, pass, others);
  const message = isBare && isOfType(type, value) ? undefined : broken(schema, value);
  if (message) pass.problems.push({ field: pass.path.join('.'), message });
  else if (type === 'object') visitFields(rule, value as Members, pass, others);
  else if (items) visitItems(items, value as readonly unknown[], pass, others);
  else if (pass.isJson) {
    const problem = schema.unwritable?.(value, pass.path);
    if (problem) pass.unsendable?.push(problem);
  }
};

const visitItems = (rule: Rule, items: readonly unknown[], pass: Pass, others?: Rule): void => {
  for (let index = 0; index < items.length; index++) visitPart(rule, items[index], index, pass, others);
};

type Members = Record<string, unknown>;

const visitFields = ({ schema: { properties }, fields, values }: Rule, members: Members, pass: Pass, inherited?: Rule): void => {
  const { unsendable, describeUnknown, path, nulls } = pass;
  const others = values?.type === 'any' ? values : (inherited ?? (fields ? undefined : ruleOf(ANY)));
  for (const { name, rule } of fields ?? []) {
    const member = members[name];
    if (typeof member === rule.plain) continue;
    if (nulls && member === null && rule.isOmitted) nulls.push([members, name]);
    else visitPart(rule, member, name, pass, others);
  }
  // Without `unsendable`, as in a response, unknown fields and the values of a record without rules are not checked.
  if (!unsendable && (!values || (values.type === 'any' && values.isBare && values.mayMiss))) return;
  // JSON contains the result of the method `toJSON` instead of the object.
  if (!values && typeof members['toJSON'] === 'function') return;
  for (const name of Object.keys(members)) {
    if ((properties && Object.hasOwn(properties, name)) || (!values && members[name] === undefined)) continue;
    const problem = properties && describeUnknown?.(name, properties, path, others !== undefined);
    if (problem) unsendable?.push(problem);
    else visitPart(values ?? others ?? ruleOf(ANY), members[name], name, pass, others);
  }
};

const ANY: SchemaData = { type: 'any' };

const visitPart = (rule: Rule, value: unknown, key: PropertyKey, pass: Pass, others?: Rule): void => {
  pass.path.push(key);
  visit(rule, value, pass, others);
  pass.path.pop();
};

const isAbsent = ({ mayMiss, mayBeNull }: Rule, value: unknown, { nulls }: Pass): boolean =>
  value === undefined ? mayMiss : value === null && (mayBeNull || (nulls !== undefined && mayMiss));

const KINDS = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  function: 'a function',
};

export const isOfType = (type: SchemaData['type'], value: unknown): boolean => {
  if (type === 'string' || type === 'boolean') return typeof value === type;
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isSafeInteger(value);
  // An option may be Infinity.
  if (type === 'amount') return typeof value === 'number' && value >= 0;
  if (type !== 'object') return type === 'number' ? Number.isFinite(value) : typeof value === type;
  // JSON writes a promise or a `Map` as `{}`, so its content would be lost.
  return {}.toString.call(value) === '[object Object]' || (typeof value === type && Object.keys(value ?? {}).length > 0);
};

/** The problem of a required field that is absent. */
export const MISSING = 'is required';

/** Returns the problem of the value itself. Does not check its parts. */
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

const problemsKey = Symbol.for('@platform-sdk/response-problems');

/** Attaches the problems to a response. The property is not enumerable, so that JSON and copies do not contain it. */
export const attachProblems = (response: unknown, problems: readonly Problem[]): void => {
  Object.defineProperty(response, problemsKey, { value: problems, configurable: true });
};

/**
 * Returns how a billed response differs from the API specification, such as `[{ field: 'usage.total_tokens', message: 'is required' }]`.
 * The list is empty for a valid response, for a response that is not billed, and with `validation: 'off'`.
 */
export const getResponseProblems = (response: object): readonly Problem[] =>
  (response as { readonly [problemsKey]?: readonly Problem[] })[problemsKey] ?? [];
