import { isOfType } from './check.ts';
import type { SchemaData } from './schema.ts';

/**
 * Deletes members that are `null` although their field is optional and not nullable, so that a value matches its type.
 * It works in place: the reader of a document owns it.
 */
export const omitNulls = (schema: SchemaData, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  const chosen = schema.anyOf?.find(({ type }) => isOfType(type, value));
  if (chosen) return omitNulls(chosen, value);
  if (Array.isArray(value)) {
    const items = schema.items ?? schema.related;
    if (items) for (const item of value) omitNulls(items, item);
    return;
  }
  const members = value as Record<string, unknown>;
  const { properties = {}, values } = schema;
  for (const name in properties) {
    const member = members[name];
    if (typeof member !== 'object') continue;
    const field = properties[name] as SchemaData;
    if (member === null && field.optional && !field.nullable && (field.type !== 'any' || field.anyOf)) delete members[name];
    else omitNulls(field, member);
  }
  if (values) for (const name of Object.keys(members)) if (!Object.hasOwn(properties, name)) omitNulls(values, members[name]);
};
