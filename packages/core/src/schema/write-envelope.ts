import type { Members } from '../diagnostics/json.ts';
import type { SchemaData } from './schema.ts';

/** Related resources without duplicates, by their type and id. */
type Included = Map<string, Members>;

/** Wraps one or several resources in an envelope. */
export const wrap = (schema: SchemaData, value: unknown): Members => {
  const included: Included = new Map();
  const document: Members =
    schema.envelope === 'collection'
      ? { data: (value as Members[]).map((item) => wrapOne(schema.items ?? schema, item, included)) }
      : wrapResource(schema, value as Members, included);
  addIncluded(document, included);
  return document;
};

/** Adds `included` to a document with relationships, even if the list is empty: readers loop over it without a check. */
const addIncluded = (document: Members, included: Included): void => {
  const data = document['data'] as Members | readonly Members[];
  const hasLinks = included.size > 0 || (Array.isArray(data) ? data : [data]).some((item: Members) => 'relationships' in item);
  if (hasLinks) document['included'] = [...included.values()];
};

const wrapResource = (schema: SchemaData, value: Members, included: Included): Members => {
  const { meta, ...data } = wrapOne(schema, value, included);
  return meta === undefined ? { data } : { data, meta };
};

const wrapOne = (schema: SchemaData, value: Members, included: Included): Members => {
  const { id, type = schema.resource, meta } = value;
  let relationships: Members | undefined;
  for (const [name, { resource }] of relatedFieldsOf(schema)) {
    const related = value[name];
    if (!Array.isArray(related)) continue;
    relationships ??= {};
    relationships[name] = { data: (related as Members[]).map((item) => ({ type: item['type'] ?? resource, id: item['id'] })) };
    for (const item of related as Members[]) include({ type: resource, ...item }, included);
  }
  // Rest syntax and `delete` would take twice the time, because V8 creates slow objects for them.
  const attributes: Members = {};
  for (const name of Object.keys(value))
    if (!isOutside(name) && !(relationships && Object.hasOwn(relationships, name))) attributes[name] = value[name];
  const resource: Members = { id, type, attributes };
  if (relationships) resource['relationships'] = relationships;
  if (meta !== undefined) resource['meta'] = meta;
  return resource;
};

/** Returns true if a member of a value is not an attribute of its resource. */
const isOutside = (name: string): boolean =>
  name === 'id' || name === 'type' || name === 'meta' || name === 'included' || name === '__proto__';

type Field = readonly [name: string, schema: SchemaData];

const relatedFields = new WeakMap<SchemaData, readonly Field[]>();

const relatedFieldsOf = (schema: SchemaData): readonly Field[] => {
  const found = relatedFields.get(schema) ?? Object.entries(schema.properties ?? {}).filter(([, { related }]) => related);
  relatedFields.set(schema, found);
  return found;
};

/** The schema of an included resource, whose own relationships are not written. */
const INCLUDED: SchemaData = { type: 'object' };

const include = (item: Members, included: Included): void => {
  const key = `${String(item['type'])} ${String(item['id'])}`;
  if (!included.has(key)) included.set(key, wrapOne(INCLUDED, item, included));
};
