import type { SchemaData } from '@platform-sdk/core/contract';

/** A field of an input that a flag sets. Objects with known fields are flattened: `config.model_preference`. */
export interface InputField {
  /** The names that lead to the field, such as `['config', 'model_preference']`. */
  readonly path: readonly string[];
  /** The flag without its dashes, such as `config.model-preference`. */
  readonly flag: string;
  /** The type of each value. Values of all other types are written as `json`. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'json' | 'file';
  /** True if the flag may be repeated, once for each item. */
  readonly isList: boolean;
  /** True if the contract requires the field and all objects around it, and the field's comment names no default. */
  readonly isRequired: boolean;
  /** True if the value is a secret, such as a password. */
  readonly isSecret: boolean;
  /** The schema of the field, with its limits. */
  readonly schema: SchemaData;
  /** Empty if the contract does not describe the field. */
  readonly about: string;
}

/** Returns the fields of an operation's input. Omits fields with only one possible value, such as `stream`, because the clients set them. */
export const fieldsOf = (
  { properties = {} }: SchemaData,
  comments: Readonly<Record<string, string>>,
  path: readonly string[] = [],
  isRequired = true,
): InputField[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const inner = [...path, name];
    const isNeeded = isRequired && !schema.optional;
    if (isConstant(schema)) return [];
    if (schema.properties && !schema.values) return fieldsOf(schema, comments, inner, isNeeded);
    return [fieldOf(inner, schema, isNeeded, comments[inner.join('.')] ?? '')];
  });

const isConstant = ({ enum: values, allowsOthers }: SchemaData): boolean => values?.length === 1 && !allowsOthers;

const fieldOf = (path: readonly string[], schema: SchemaData, isRequired: boolean, about: string): InputField => {
  const { type, items } = schema;
  const isList = type === 'array';
  return {
    path,
    flag: path.map(kebab).join('.'),
    type: kindOf(isList ? (items ?? { type: 'any' }) : schema),
    isList,
    // A field with a documented default is not required, because the client or the service sets the default.
    isRequired: isRequired && !/\bDefault\b/.test(about),
    isSecret: type === 'string' && isSecretName(path.at(-1) ?? ''),
    schema,
    about,
  };
};

const kindOf = (schema: SchemaData): InputField['type'] => {
  const { type, anyOf } = schema;
  if (isFile(schema)) return 'file';
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean') return type;
  return anyOf?.every((each) => each.type === 'string') ? 'string' : 'json';
};

/** Returns whether a field is a file: a required field of type `any` whose value is not sent as JSON. */
const isFile = ({ type, anyOf, optional, unwritable }: SchemaData): boolean => type === 'any' && !anyOf && !optional && !unwritable;

const isSecretName = (name: string): boolean => /token$|secret|passw|api[-_]?key$|^code$|_code$/i.test(name);

/** Converts `addressHash` and `address_hash` to `address-hash`. */
export const kebab = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
