import type { SchemaData } from './schema.ts';

type Members = Record<string, unknown>;

/** Related resources, each once, by their type and id. */
type Included = Map<string, Members>;

/** The envelope that carries a resource or several: the reverse of reading one. */
export const wrap = (schema: SchemaData, value: unknown): Members => {
  const included: Included = new Map();
  const related = (): Members => (included.size > 0 ? { included: [...included.values()] } : {});
  if (schema.envelope === 'collection') {
    const data = (value as Members[]).map((item) => wrapOne(schema.items ?? schema, item, included));
    return { data, ...related() };
  }
  const { meta, ...data } = wrapOne(schema, value as Members, included);
  return { data, ...(meta === undefined ? {} : { meta }), ...related() };
};

const wrapOne = (schema: SchemaData, value: Members, included: Included): Members => {
  const { id, type = schema.resource, meta, included: _, ...attributes } = value;
  const relationships: Members = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const related = value[name];
    if (!field.related || !Array.isArray(related)) continue;
    delete attributes[name];
    relationships[name] = { data: related.map((item: Members) => ({ type: item['type'] ?? field.resource, id: item['id'] })) };
    for (const item of related as Members[]) include({ type: field.resource, ...item }, included);
  }
  return {
    id,
    type,
    attributes,
    ...(Object.keys(relationships).length > 0 ? { relationships } : {}),
    ...(meta === undefined ? {} : { meta }),
  };
};

const include = (item: Members, included: Included): void => {
  const key = JSON.stringify([item['type'], item['id']]);
  if (!included.has(key)) included.set(key, wrapOne({ type: 'object' }, item, included));
};
