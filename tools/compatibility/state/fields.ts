/** The fields of a schema as a flat list, which can be read and compared. */
import type { SchemaData } from '@platform-sdk/core/contract';

/** A field of an input or an output. */
export interface Field {
  /** The kind of value, such as `string`, `array` or `wallet resources` for a relationship. */
  readonly type: string;
  readonly optional: boolean;
  readonly nullable: boolean;
  /** The allowed values as JSON. Absent if any value is allowed. */
  readonly values?: readonly string[];
  /** True if other values are allowed too. */
  readonly isOpen: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** True if the value of a result is a secret, which programs must not print. Absent for other fields. */
  readonly secret?: true;
}

/** Fields by their dotted path. The path of the value itself is empty, and `[]` and `{}` are the items and values of a list and a record. */
export type Fields = Readonly<Record<string, Field>>;

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns all fields of a schema, including nested fields. */
export const fieldsOf = (schema: SchemaData, path = ''): Fields => {
  const inner: Record<string, Field> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) Object.assign(inner, fieldsOf(field, joined(path, name)));
  // The resources of a relationship are described by their own operations.
  if (schema.items && !schema.related) Object.assign(inner, fieldsOf(schema.items, `${path}[]`));
  if (schema.values && schema.values.type !== 'any') Object.assign(inner, fieldsOf(schema.values, `${path}{}`));
  for (const kind of schema.anyOf ?? []) Object.assign(inner, fieldsOf(kind, joined(path, `(${kind.type})`)));
  return { [path]: fieldOf(schema), ...inner };
};

const fieldOf = (schema: SchemaData): Field => {
  const { optional = false, nullable = false, enum: values, allowsOthers = false, pattern, secret } = schema;
  const bounds = (['minimum', 'maximum', 'minLength', 'maxLength'] as const).flatMap((name) =>
    schema[name] === undefined ? [] : [[name, schema[name]] as const],
  );
  return {
    type: typeOf(schema),
    optional,
    nullable,
    ...(values && { values: values.map((value) => JSON.stringify(value)) }),
    isOpen: allowsOthers,
    ...Object.fromEntries(bounds),
    ...(pattern && { pattern: String(pattern) }),
    ...(secret && { secret }),
  };
};

const typeOf = ({ type, related, resource, relatedTypes = [], anyOf, values }: SchemaData): string => {
  if (related) return `${[resource ?? 'any', ...relatedTypes].join(' or ')} resources`;
  if (anyOf) return anyOf.map((kind) => kind.type).join(' or ');
  if (resource !== undefined && type === 'object') return `${resource} resource`;
  // Unknown names are errors in inputs, unless a schema allows them.
  return type === 'object' && values?.type === 'any' ? 'object with any other fields' : type;
};

/** Returns a field in one line, such as `amount?: number, minimum 0`. */
export const fieldText = (path: string, field: Field): string => {
  const { type, optional, nullable, values, isOpen, pattern, secret } = field;
  const kinds = [...(values ?? [type]), ...(isOpen ? [type] : []), ...(nullable ? ['null'] : [])].join(' | ');
  const rules = (['minimum', 'maximum', 'minLength', 'maxLength'] as const).flatMap((name) =>
    field[name] === undefined ? [] : [`${name} ${field[name]}`],
  );
  return [
    `${path || 'value'}${optional ? '?' : ''}: ${kinds}`,
    ...rules,
    ...(pattern === undefined ? [] : [pattern]),
    ...(secret ? ['secret'] : []),
  ].join(', ');
};
