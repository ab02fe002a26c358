import { $ZodArray, $ZodObject, $ZodUnknown, type $ZodCheck, type $ZodType } from 'zod/v4/core';

/** The data of a check, in the words of JSON Schema. */
export interface SchemaData {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any' | 'nothing';
  /** The checks of an object's fields by name. */
  readonly properties?: Readonly<Record<string, SchemaData>>;
  /** The check of every item of a list. */
  readonly items?: SchemaData;
  /** The check of every value of an open record. */
  readonly values?: SchemaData;
  /** The checks of a value of several kinds: the first whose `type` the value has is used. */
  readonly anyOf?: readonly SchemaData[];
  /** The field may be absent. Default: false. */
  readonly optional?: boolean;
  /** The value may be null. Default: false. */
  readonly nullable?: boolean;
  /** The allowed values, or with `open` the known ones. */
  readonly enum?: readonly unknown[];
  /** Other values than those of `enum` pass. Default: false. */
  readonly open?: boolean;
  /** The least number. Default: any. */
  readonly minimum?: number;
  /** The greatest number. Default: any. */
  readonly maximum?: number;
  /** The least length of a text in characters, or of a list in items. Default: 0. */
  readonly minLength?: number;
  /** The greatest length of a text, in characters. Default: any. */
  readonly maxLength?: number;
  /** A text must match it. Default: any text does. */
  readonly pattern?: RegExp;
  /** What a value that fails is told, after the field's name. */
  readonly message?: string;
  /** The resource type, for a resource of an envelope or a link to one. */
  readonly resource?: string;
  /** The check of each resource that a link leads to. */
  readonly link?: SchemaData;
  /** Other types under which the resources of a link may come. */
  readonly linkedTypes?: readonly string[];
  /** The form of the document that carries the value, where it is not the value itself. */
  readonly envelope?: 'document' | 'collection';
  /** From the document on the wire to the value that is checked. Never throws: what it cannot place, the check reports. */
  readonly read?: (document: unknown, status: number, input?: unknown) => unknown;
  /** Reads a body that is not JSON, such as an event stream in place of a document. Returns undefined for a text of any other form. */
  readonly readText?: (text: string, ours: (document: unknown) => unknown) => unknown;
  /** From the value to the document on the wire, where no envelope says so. */
  readonly write?: (value: never) => unknown;
}

/** A two-way check of `T`: plain data, from which the checker is built at its first use. */
export interface Schema<in out T> extends SchemaData {
  /** Only for the compiler. */
  readonly holds?: (value: T) => T;
}

/** Known values, with room for values that come later. */
export type Open<Known extends string> = Known | (string & {});

/** One schema per field of `T`. */
export type Fields<T> = { [Name in keyof T]-?: {} extends Pick<T, Name> ? Schema<T[Name] | undefined> : Schema<T[Name]> };

type Bounds = Pick<SchemaData, 'minimum' | 'maximum'>;
type TextRules = Pick<SchemaData, 'minLength' | 'maxLength' | 'pattern' | 'message'>;

export const string: Schema<string> = { type: 'string' };
export const number: Schema<number> = { type: 'number' };
export const integer: Schema<number> = { type: 'integer' };
export const boolean: Schema<boolean> = { type: 'boolean' };
export const anything: Schema<unknown> = { type: 'any', optional: true };
/** A file of a form; who sends it checks it. */
export const file: Schema<Blob> = { type: 'any' };
/** The answer's body is not read. */
export const nothing: Schema<void> = { type: 'nothing', optional: true };

/** A string under rules. */
export const text = (rules: TextRules): Schema<string> => ({ type: 'string', ...rules });
/** A string with something in it. */
export const filled: Schema<string> = { type: 'string', minLength: 1, message: 'is empty' };
/** A language, perhaps with its region or script, such as `de`, `en-GB` or `zh_Hant`. */
export const languageCode: Schema<string> = {
  type: 'string',
  pattern: /^[a-z]{2,3}([-_][a-z\d]{2,8})*$/i,
  message: 'must be a language code, such as de',
};
/** A day, or a time of a day, in ISO 8601. */
export const timestamp: Schema<string> = {
  type: 'string',
  pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/,
  message: 'must be ISO 8601',
};
/** A number within bounds. */
export const numberIn = (bounds: Bounds): Schema<number> => ({ type: 'number', ...bounds });
/** A whole number within bounds. */
export const integerIn = (bounds: Bounds): Schema<number> => ({ type: 'integer', ...bounds });
/** One of these values and no other. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): Schema<Value> => ({ type: 'string', enum: values });
/** A string with known values; others pass. */
export const open = <const Known extends string>(...values: readonly Known[]): Schema<Open<Known>> => ({
  type: 'string',
  enum: values,
  open: true,
});
/** A field that may be absent. */
export const optional = <T>(schema: Schema<T>): Schema<T | undefined> => ({ ...schema, optional: true }) as Schema<T | undefined>;
/** A value that may be null. */
export const nullable = <T>(schema: Schema<T>): Schema<T | null> => ({ ...schema, nullable: true }) as Schema<T | null>;
export const list = <T, List extends readonly T[] = T[]>(items: Schema<T>): Schema<List> => ({ type: 'array', items });
/** A list with something in it. */
export const filledList = <T, List extends readonly T[] = T[]>(items: Schema<T>): Schema<List> => ({
  type: 'array',
  items,
  minLength: 1,
  message: 'is empty',
});
/** A list of at most so many items. */
export const listUpTo = <T, List extends readonly T[] = T[]>(maxLength: number, items: Schema<T>): Schema<List> => ({
  type: 'array',
  items,
  maxLength,
});
/** A value of one of two kinds, such as a string or a list. */
export const either = <First, Second>(first: Schema<First>, second: Schema<Second>): Schema<First | Second> => ({
  type: 'any',
  anyOf: [first, second],
});
/** An object with any keys. */
export const record = <T>(values: Schema<T>): Schema<Record<string, T>> => ({ type: 'object', values });
/** Checks `T` field by field: a missing, extra or mistyped field does not compile. Unknown keys are kept. */
export const object = <T>(properties: Fields<T>): Schema<T> => ({ type: 'object', properties });

/** An object that may have more fields than the schema names. They are sent as they are. */
export const extensible = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, values: anything });

/** What is wrong with a value, and where. */
export interface Problem {
  /** Dotted path of the field; empty for the value itself. */
  readonly field: string;
  readonly message: string;
}

/** The checkers of one direction. */
interface Direction {
  readonly checkers: WeakMap<SchemaData, $ZodType>;
  /** `null` in an optional field counts as absent. */
  readonly nullIsAbsent: boolean;
}

const INPUT: Direction = { checkers: new WeakMap(), nullIsAbsent: false };
const RESPONSE: Direction = { checkers: new WeakMap(), nullIsAbsent: true };

const checkerOf = (schema: SchemaData, direction: Direction): $ZodType => {
  const { checkers } = direction;
  let checker = checkers.get(schema);
  if (!checker) checkers.set(schema, (checker = build(schema, direction)));
  return checker;
};

const build = (schema: SchemaData, direction: Direction): $ZodType => {
  const { type, properties = {}, items, values, anyOf, minLength, maxLength, optional: mayMiss, nullable: mayBeNull } = schema;
  if (anyOf) return ruled(schema, choosing(schema, anyOf, direction));
  let whole: $ZodType;
  if (type === 'array' && items)
    whole = new $ZodArray({
      type,
      element: checkerOf(items, direction),
      ...((minLength ?? maxLength) && { checks: [ruleOf(reporting(schema, direction))] }),
    });
  else if (type === 'object') {
    const shape = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, checkerOf(field, direction)]));
    whole = new $ZodObject({ type, shape, ...(values && { catchall: checkerOf(values, direction) }) });
  } else return ruled(schema, reporting(schema, direction));
  if (!mayMiss && !mayBeNull) return whole;
  // As zod's optional and nullable are, for a tenth of their bytes.
  return ruled(schema, (payload) => {
    // Nothing here is asynchronous.
    if (!isAbsent(schema, payload.value, direction)) void whole._zod.run(payload, {});
  });
};

type Rule = $ZodCheck<unknown>['_zod']['check'];

/** The form in which zod takes a function as a check. */
const ruleOf = (check: Rule): $ZodCheck<unknown> => ({ _zod: { check, def: { check: 'custom' }, onattach: [] } });

/** What only a rule looks at; whether its field may be absent is for the object to know. */
const ruled = ({ optional: mayMiss }: SchemaData, check: Rule): $ZodType => {
  const checker = new $ZodUnknown({ type: 'unknown', checks: [ruleOf(check)] });
  if (mayMiss) checker._zod.optin = checker._zod.optout = 'optional';
  return checker;
};

const reporting =
  (schema: SchemaData, direction: Direction): Rule =>
  ({ value, issues }) => {
    const message = isAbsent(schema, value, direction) ? undefined : broken(schema, value);
    if (message) issues.push({ code: 'custom', message, input: value });
  };

/** Checks a value of several kinds by the first check of its kind. */
const choosing =
  (schema: SchemaData, anyOf: readonly SchemaData[], direction: Direction): Rule =>
  (payload) => {
    const { value, issues } = payload;
    if (isAbsent(schema, value, direction)) return;
    const chosen = anyOf.find(({ type }) => isOfType(type, value));
    if (chosen) return void checkerOf(chosen, direction)._zod.run(payload, {});
    const kinds = anyOf.map(({ type }) => KINDS[type as keyof typeof KINDS]);
    issues.push({ code: 'custom', message: value === undefined ? 'is required' : `must be ${kinds.join(' or ')}`, input: value });
  };

const isAbsent = ({ optional: mayMiss, nullable: mayBeNull }: SchemaData, value: unknown, { nullIsAbsent }: Direction): boolean =>
  value === undefined ? mayMiss === true : value === null && (mayBeNull === true || (nullIsAbsent && mayMiss === true));

const KINDS = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Whether a value is of the kind that a check is for. */
export const isOfType = (type: SchemaData['type'], value: unknown): boolean => {
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type && value !== null;
};

/** What is wrong with one value that has no parts. */
const broken = (schema: SchemaData, value: unknown): string | undefined => {
  const { type, enum: known, open: more, minimum, maximum, minLength, maxLength, pattern, message } = schema;
  if (type === 'any' || type === 'nothing') return undefined;
  if (value === undefined) return 'is required';
  if (!isOfType(type, value)) return `must be ${KINDS[type]}`;
  if (known && !more && !known.includes(value)) return `must be one of ${known.join(', ')}`;
  if (typeof value === 'number') return outside(value, minimum, maximum);
  if (Array.isArray(value)) return value.length < (minLength ?? 0) ? message : outside(value.length, 0, maxLength, ' items');
  if (typeof value !== 'string') return undefined;
  const long = outside(value.length, minLength, maxLength, ' characters');
  return long || (pattern && !pattern.test(value)) ? (message ?? long ?? `must match ${String(pattern)}`) : undefined;
};

const outside = (size: number, least = -Infinity, most = Infinity, unit = ''): string | undefined => {
  if (size < least) return `must be at least ${least}${unit}`;
  return size > most ? `must be at most ${most}${unit}` : undefined;
};

/** Every problem of an input, in the order of its fields; none when it is valid. */
export const problemsOf = (schema: SchemaData, value: unknown): readonly Problem[] => problemsIn(schema, value, INPUT);

/** Every problem of a value that was received: like `problemsOf`, but `null` counts as absent. */
export const responseProblemsOf = (schema: SchemaData, value: unknown): readonly Problem[] => problemsIn(schema, value, RESPONSE);

const problemsIn = (schema: SchemaData, value: unknown, direction: Direction): readonly Problem[] => {
  // The Standard Schema face of zod, which every schema has: its parse functions would cost 350 bytes more.
  const checked = checkerOf(schema, direction)['~standard'].validate(value);
  if (checked instanceof Promise) {
    // A getter of the value threw: zod tries again asynchronously.
    checked.catch(() => undefined);
    return [{ field: '', message: 'cannot be read' }];
  }
  const { issues = [] } = checked as { readonly issues?: readonly Issue[] };
  return issues.map(({ path, message, expected }) => {
    const found = path.reduce<unknown>((place, key) => (place as Record<PropertyKey, unknown>)[key], value);
    return { field: path.join('.'), message: !expected ? message : found === undefined ? 'is required' : `must be ${KINDS[expected]}` };
  });
};

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** What zod itself looked for: a list or an object. */
  readonly expected?: 'array' | 'object';
}
