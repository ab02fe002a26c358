import { type Problem, unwritable } from './problem.ts';

/** The data of a schema. Its members are named as in JSON Schema if JSON Schema has them. */
export interface SchemaData {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'any' | 'nothing' | 'function' | 'amount';
  /** The schemas of an object's fields by name. Absent for other types, and for an object with any fields. */
  readonly properties?: Readonly<Record<string, SchemaData>>;
  /** The schema of every item of a list. Absent for other types, and for a list of any values. */
  readonly items?: SchemaData;
  /** The schema of every value of a record with any keys. Absent for any other value. */
  readonly values?: SchemaData;
  /** The schemas of a value that may have several types. The first schema with the value's type is used. Absent for other values. */
  readonly anyOf?: readonly SchemaData[];
  /** The field may be absent. Default: false. */
  readonly optional?: boolean;
  /** The value may be null. Default: false. */
  readonly nullable?: boolean;
  /** The allowed values, or the known values if `allowsOthers` is true. Default: any. */
  readonly enum?: readonly unknown[];
  /** Values outside `enum` are allowed too. Default: false. */
  readonly allowsOthers?: boolean;
  /** The smallest number. Default: any. */
  readonly minimum?: number;
  /** The largest number. Default: any. */
  readonly maximum?: number;
  /** The minimum number of characters of a string, or of items of a list. Default: 0. */
  readonly minLength?: number;
  /** The maximum number of characters of a string, or of items of a list. Default: any. */
  readonly maxLength?: number;
  /** The pattern of a string. Default: any string matches. */
  readonly pattern?: RegExp;
  /** The string in a response is a credential, such as a token or a new key: programs must not print it. Default: false. */
  readonly secret?: true;
  /** The methods that the value must have. Default: none. */
  readonly methods?: readonly string[];
  /** Falsy values are allowed instead of a function. Default: false. */
  readonly falsy?: boolean;
  /** The message for an invalid value, after the field's name. Default: a description of the broken rule. */
  readonly message?: string;
  /** The type of a resource, or of the resources in a relationship. Absent for other values. */
  readonly resource?: string;
  /** The schema of each resource in a relationship. Absent for other values. */
  readonly related?: SchemaData;
  /** Other types that the resources of a relationship may have. Default: none. */
  readonly relatedTypes?: readonly string[];
  /** Finds values in an input that JSON would drop or replace. Default: nothing is searched, as in a response. */
  readonly unwritable?: (value: unknown, path: readonly PropertyKey[]) => Problem | undefined;
  /** The envelope around the value. Default: none. */
  readonly envelope?: 'document' | 'collection';
  /**
   * Extracts the checked value from a wire document. The function may return a wrong value, which the check reports. Default: the whole
   * document.
   */
  readonly read?: (document: unknown, status: number, input?: unknown) => unknown;
  /** Reads a body that is not JSON, such as an event stream instead of a document. Returns undefined for any other text. */
  readonly readText?: (text: string, toLocalNames: (document: unknown) => unknown, input?: unknown) => unknown;
  /** Builds the wire document from the value. Default: the envelope around the value, else the value itself. */
  readonly write?: (value: never) => unknown;
}

/** Describes `T` in requests and responses. A schema is plain data, from which the checker is built at its first use. */
export interface Schema<in out T> extends SchemaData {
  /** For the compiler only: always undefined. */
  readonly holds?: (value: T) => T;
}

/** Known values, or any other string. */
export type LiteralUnion<Known extends string> = Known | (string & {});

/** One schema per field of `T`. */
export type Fields<T> = { [Name in keyof T]-?: {} extends Pick<T, Name> ? Schema<T[Name] | undefined> : Schema<T[Name]> };

type Bounds = Pick<SchemaData, 'minimum' | 'maximum'>;
type TextRules = Pick<SchemaData, 'minLength' | 'maxLength' | 'pattern' | 'message'>;

export const string: Schema<string> = { type: 'string' };
export const boolean: Schema<boolean> = { type: 'boolean' };
/** Any value that JSON can express. */
export const unknown: Schema<unknown> = { type: 'any', optional: true, unwritable };
/** Any value of a response. Programs whose inputs do not use `unknown` do not bundle the code that searches such values. */
export const received: Schema<unknown> = { type: 'any', optional: true };
/** A file in a form. The encoder of the form checks the file. */
export const file: Schema<Blob> = { type: 'any' };
/** A response whose body is not read. */
export const noContent: Schema<void> = { type: 'nothing', optional: true };

/** A string that must match the rules for its length and its pattern. */
/* @__NO_SIDE_EFFECTS__ */ export const text = (rules: TextRules): Schema<string> => ({ type: 'string', ...rules });
/** A string with at least one character. */
export const nonEmptyString: Schema<string> = { type: 'string', minLength: 1, message: 'is empty' };
/** A language, perhaps with its region or script, such as `de`, `en-GB` or `zh_Hant`. */
export const languageCode: Schema<string> = {
  type: 'string',
  pattern: /^[a-z]{2,3}([-_][a-z\d]{2,8})*$/i,
  message: 'must be a language code, such as de',
};
/** A date, or a date with a time, in ISO 8601. */
export const timestamp: Schema<string> = {
  type: 'string',
  pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/,
  message: 'must be ISO 8601',
};
/** A number, within optional bounds. */
/* @__NO_SIDE_EFFECTS__ */ export const number = (bounds?: Bounds): Schema<number> => ({ type: 'number', ...bounds });
/** An integer, within optional bounds. */
/* @__NO_SIDE_EFFECTS__ */ export const integer = (bounds?: Bounds): Schema<number> => ({ type: 'integer', ...bounds });
/** The field `stream` of a request. The operation allows only `value`. */
/* @__NO_SIDE_EFFECTS__ */ export const streamFlag = <Value extends boolean>(value: Value): Schema<Value> => ({
  type: 'boolean',
  enum: [value],
  message: value ? 'must be true: chat does not stream' : 'must be false: chatStream streams the response',
});
/** A string that must equal one of these values. */
/* @__NO_SIDE_EFFECTS__ */ export const enumOf = <const Value extends string>(...values: readonly Value[]): Schema<Value> => ({
  type: 'string',
  enum: values,
});
/** A string with known values. Other strings are allowed. */
/* @__NO_SIDE_EFFECTS__ */ export const openEnum = <const Known extends string>(
  ...values: readonly Known[]
): Schema<LiteralUnion<Known>> => ({
  type: 'string',
  enum: values,
  allowsOthers: true,
});
/** A field that may be absent. */
/* @__NO_SIDE_EFFECTS__ */ export const optional = <T>(schema: Schema<T>): Schema<T | undefined> =>
  ({ ...schema, optional: true }) as Schema<T | undefined>;
/** A value that may be null. */
/* @__NO_SIDE_EFFECTS__ */ export const nullable = <T>(schema: Schema<T>): Schema<T | null> =>
  ({ ...schema, nullable: true }) as Schema<T | null>;
/** A string in a response that programs must not print, such as a token or a new key. A masked preview of a key is not secret. */
/* @__NO_SIDE_EFFECTS__ */ export const secret = <T extends string | null | undefined>(schema: Schema<T>): Schema<T> => ({
  ...schema,
  secret: true,
});
/* @__NO_SIDE_EFFECTS__ */ export const array = <T, List extends readonly T[] = T[]>(items: Schema<T>): Schema<List> => ({
  type: 'array',
  items,
});
/** A list with at least one item. */
/* @__NO_SIDE_EFFECTS__ */ export const nonEmptyArray = <T, List extends readonly T[] = T[]>(items: Schema<T>): Schema<List> => ({
  type: 'array',
  items,
  minLength: 1,
  message: 'is empty',
});
/** A list of at most `maxLength` items. */
/* @__NO_SIDE_EFFECTS__ */ export const arrayUpTo = <T, List extends readonly T[] = T[]>(
  maxLength: number,
  items: Schema<T>,
): Schema<List> => ({
  type: 'array',
  items,
  maxLength,
});
/** A value of one of two types, such as a string or a list. */
/* @__NO_SIDE_EFFECTS__ */ export const either = <First, Second>(first: Schema<First>, second: Schema<Second>): Schema<First | Second> => ({
  type: 'any',
  anyOf: [first, second],
});
/** An object with any keys. */
/* @__NO_SIDE_EFFECTS__ */ export const record = <T>(values: Schema<T>): Schema<Record<string, T>> => ({ type: 'object', values });
/** Checks `T` field by field: a missing, extra or mistyped field does not compile. Unknown keys are kept. */
/* @__NO_SIDE_EFFECTS__ */ export const object = <T>(properties: Fields<T>): Schema<T> => ({ type: 'object', properties });

/** Adds fields to the schema of an object. */
/* @__NO_SIDE_EFFECTS__ */ export const extended = <Base, T extends Base>(
  base: Schema<Base>,
  more: Fields<Omit<T, keyof Base>>,
): Schema<T> =>
  ({
    ...(base as Schema<unknown>),
    properties: { ...base.properties, ...more },
  }) as Schema<T>;

/** Removes fields from the schema of an object. */
/* @__NO_SIDE_EFFECTS__ */ export const without = <T, Name extends string & keyof T>(
  schema: Schema<T>,
  ...names: readonly Name[]
): Schema<Omit<T, Name>> => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name as Name))),
});

/** An object that may have more fields than its schema names. Additional fields are sent unchanged. */
/* @__NO_SIDE_EFFECTS__ */ export const extensible = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, values: unknown });
