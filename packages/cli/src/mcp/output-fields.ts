import type { SchemaData } from '@platform-sdk/core/contract';

const MAX_DEPTH = 3;

/** Returns the names of a result's fields, as `fields` takes them: `data.id`. A secret is marked. */
export const outputFields = (schema: SchemaData): readonly string[] => namesIn(schema, '', 0);

const namesIn = (schema: SchemaData, prefix: string, depth: number): string[] => {
  const { items, related, properties, anyOf } = schema;
  const inner = items ?? related ?? anyOf?.find((kind) => kind.properties);
  if (inner) return namesIn(inner, prefix, depth);
  if (!properties || depth >= MAX_DEPTH) return prefix === '' ? [] : [`${prefix}${schema.secret ? ' (secret)' : ''}`];
  return Object.entries(properties).flatMap(([name, field]) => namesIn(field, prefix === '' ? name : `${prefix}.${name}`, depth + 1));
};
