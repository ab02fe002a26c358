import type { SchemaData } from '@platform-sdk/core/contract';

/** The sample for every unrestricted string. It is a UUID, so that it is a valid id, and fields that must be equal are equal. */
export const TEXT = '3f0c1d52-8a47-4c8e-9f25-1b6d7e0a9c34';

const TEXTS = [TEXT, '2026-01-31T00:00:00Z', '123456', '49', 'de', 'timestamp.desc', 'https://site.test/'];

/** Returns a valid value of a schema: only its required fields, or all fields if `isWhole`. */
export const sampleOf = (schema: SchemaData, isWhole = false): unknown => {
  const { type, enum: known, pattern, minimum, properties = {}, items, values, related, anyOf } = schema;
  if (anyOf) return sampleOf(anyOf.at(isWhole ? -1 : 0) ?? schema, isWhole);
  if (known) return known[0];
  if (type === 'string') return TEXTS.find((text) => !pattern || pattern.test(text));
  if (type === 'number' || type === 'integer') return minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return items || related ? [sampleOf(items ?? related ?? schema, isWhole)] : [];
  if (type === 'object') {
    const fields = Object.entries(properties).filter(([, field]) => isWhole || !field.optional);
    return {
      ...(values && isWhole && { key: sampleOf(values, isWhole) }),
      ...Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, isWhole)])),
      ...(schema.resource && { type: schema.resource }),
    };
  }
  return schema.optional ? TEXT : new File(['text'], 'notes.txt', { type: 'text/plain' });
};
