import type { Problem } from '@platform-sdk/core/contract';

/** The part of JSON Schema that the control API describes itself with. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Returns how a value differs from a schema, by dotted names. */
export const problemsOf = (schema: JsonSchema, value: unknown, field = ''): Problem[] => {
  const found = typeOf(value);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.includes(found) && !(found === 'integer' && types.includes('number')))
    return [{ field, message: `must be ${types.join(' or ')}, not ${found}` }];
  if (schema.enum && !schema.enum.includes(value)) return [{ field, message: `must be one of ${schema.enum.join(', ')}` }];
  if (typeof value === 'number') return rangeProblems(schema, value, field);
  if (typeof value === 'string' && value.length < (schema.minLength ?? 0)) return [{ field, message: 'must not be empty' }];
  if (Array.isArray(value)) return value.flatMap((item, index) => problemsOf(schema.items ?? {}, item, join(field, String(index))));
  return typeof value === 'object' && value !== null ? memberProblems(schema, value, field) : [];
};

const join = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

const rangeProblems = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema, value: number, field: string): Problem[] => {
  if (value < minimum) return [{ field, message: `must be at least ${minimum}` }];
  return value > maximum ? [{ field, message: `must be at most ${maximum}` }] : [];
};

const memberProblems = (
  { properties = {}, required = [], additionalProperties = true }: JsonSchema,
  value: object,
  field: string,
): Problem[] => {
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ field: join(field, name), message: 'is required' }));
  const wrong = Object.entries(value).flatMap(([name, member]): Problem[] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (schema === false) return [{ field: join(field, name), message: 'is unknown' }];
    return schema === true || schema === undefined ? [] : problemsOf(schema, member, join(field, name));
  });
  return [...missing, ...wrong];
};
