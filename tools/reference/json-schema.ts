import type { SchemaData } from '@platform-sdk/core/contract';
import type { TypeComments } from './comments.ts';
import { patternOf } from './pattern.ts';

/** A JSON Schema of OpenAPI 3.1. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

const NONE: TypeComments = { fields: {} };

/** Types whose values are checked by code, not by their contract. */
const CHECKED_BY_CODE: Readonly<Record<string, readonly JsonSchema[]>> = {
  SettingsId: [{ type: 'string', format: 'uuid' }, { type: 'integer' }],
};

/** The direction of a body: only a response may contain unknown fields. */
export type Direction = 'request' | 'response';

/** Converts a schema into JSON Schema, for a request or for the value of a response without an envelope. */
export const jsonSchema = (schema: SchemaData, comments: TypeComments = NONE, direction: Direction = 'response'): JsonSchema => {
  const { type, minimum, maximum, minLength, maxLength, pattern, items, values, anyOf, nullable } = schema;
  const lengths = type === 'array' ? { minItems: minLength, maxItems: maxLength } : { minLength, maxLength };
  const rules = { minimum, maximum, ...lengths, pattern: pattern && patternOf(pattern) };
  if (anyOf) return { anyOf: [...anyOf.map((kind) => jsonSchema(kind, comments, direction)), ...(nullable ? [{ type: 'null' }] : [])] };
  const known = type === 'any' ? CHECKED_BY_CODE[comments.alias ?? ''] : undefined;
  // Null is added, because the service sends null for such a field without a value.
  if (known) return { anyOf: [...known, ...(direction === 'response' ? [{ type: 'null' }] : [])] };
  const found: JsonSchema = {
    ...typeOf(schema),
    ...knownValues(schema),
    ...(schema.secret && { format: 'password' }),
    ...definedOnly(rules),
  };
  if (items) found['items'] = jsonSchema(items, comments, direction);
  if (schema.properties) Object.assign(found, fieldsOf(schema.properties, comments, direction));
  if (values && Object.keys(typeOf(values)).length > 0) found['additionalProperties'] = jsonSchema(values, NONE, direction);
  else if (schema.properties && !values && direction === 'request') found['additionalProperties'] = false;
  return found;
};

/** Returns the keywords `required` and `properties` for these fields. */
export const fieldsOf = (
  properties: Readonly<Record<string, SchemaData>>,
  comments: TypeComments,
  direction: Direction = 'response',
): JsonSchema => {
  const described = Object.entries(properties).map(
    ([name, field]) => [name, describedField(field, comments.fields[name], direction)] as const,
  );
  return { ...requiredOf(properties), properties: Object.fromEntries(described) };
};

/** Returns the keyword `required`, or nothing if all fields are optional. */
const requiredOf = (properties: Readonly<Record<string, SchemaData>>): JsonSchema => {
  const required = Object.keys(properties).filter((name) => !properties[name]?.optional);
  return required.length > 0 ? { required } : {};
};

/** Returns a field's schema with its comment. */
export const describedField = (
  field: SchemaData,
  comments: TypeComments & { readonly comment?: string } = NONE,
  direction: Direction = 'response',
): JsonSchema => ({
  ...(comments.comment && { description: comments.comment }),
  ...jsonSchema(field, comments, direction),
});

const typeOf = ({ type, nullable }: SchemaData): JsonSchema => {
  if (type === 'any' || type === 'nothing') return {};
  return { type: nullable ? [type, 'null'] : type };
};

/** Lists the known values of an open enumeration in `x-extensible-enum`, because `enum` would reject later values. */
const knownValues = ({ enum: values, allowsOthers, nullable }: SchemaData): JsonSchema => {
  if (!values) return {};
  return allowsOthers ? { 'x-extensible-enum': values } : { enum: nullable ? [...values, null] : values };
};

const definedOnly = (rules: JsonSchema): JsonSchema => Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined));
