import type { Members } from './members.ts';
import type { SchemaData } from './schema.ts';

/** Related resources, each once, by their type and id. */
type Included = Map<string, Members>;

/** Makes a list of another. The list may be filled later, in the order of all calls, but before anything reads it. */
export type Fill = <In, Out>(from: readonly In[], make: (item: In) => Out) => Out[];

const fillNow: Fill = (from, make) => from.map((item) => make(item));

/** The envelope that carries a resource or several: the reverse of reading one. */
export const wrap = (schema: SchemaData, value: unknown, fill: Fill = fillNow): Members => {
  const included: Included = new Map();
  const document: Members =
    schema.envelope === 'collection'
      ? { data: fill(value as Members[], (item) => wrapOne(schema.items ?? schema, item, included, fill)) }
      : wrapResource(schema, value as Members, included, fill);
  // A list that is filled later shows only then what is related.
  if (fill !== fillNow) fill([document], () => addIncluded(document, included));
  else addIncluded(document, included);
  return document;
};

/** A document with links has the list of related resources, even if it is empty: its readers loop over the list without a check. */
const addIncluded = (document: Members, included: Included): void => {
  const data = document['data'] as Members | readonly Members[];
  const hasLinks = included.size > 0 || (Array.isArray(data) ? data : [data]).some((item: Members) => 'relationships' in item);
  if (hasLinks) document['included'] = [...included.values()];
};

const wrapResource = (schema: SchemaData, value: Members, included: Included, fill: Fill): Members => {
  const { meta, ...data } = wrapOne(schema, value, included, fill);
  return meta === undefined ? { data } : { data, meta };
};

const wrapOne = (schema: SchemaData, value: Members, included: Included, fill: Fill): Members => {
  const { id, type = schema.resource, meta, included: _, ...attributes } = value;
  const relationships: Members = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const related = value[name];
    if (!field.related || !Array.isArray(related)) continue;
    delete attributes[name];
    relationships[name] = { data: fill(related as Members[], (item) => ({ type: item['type'] ?? field.resource, id: item['id'] })) };
    fill(related as Members[], (item) => include({ type: field.resource, ...item }, included));
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
  if (!included.has(key)) included.set(key, wrapOne({ type: 'object' }, item, included, fillNow));
};
