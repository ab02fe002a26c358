import type { Components } from './envelopes.ts';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the part of an example that its schema declares: strict linters reject all other members. */
export const documentedPart = (value: unknown, schema: unknown, components: Components): unknown => {
  const { $ref, properties, items } = resolved(schema, components);
  if ($ref !== undefined) return value;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => documentedPart(item, items, components));
  if (!isMembers(value) || !isMembers(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name in properties ? [[name, documentedPart(member, properties[name], components)]] : [],
    ),
  );
};

const resolved = (schema: unknown, components: Components): Members => {
  const { $ref } = Object(schema) as { readonly $ref?: string };
  return Object($ref === undefined ? schema : (components.get($ref.replace(/^.*\//, '')) ?? schema)) as Members;
};
