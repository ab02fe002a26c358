import { isMembers, membersOf, type Members } from '../diagnostics/json.ts';
import type { SchemaData } from './schema.ts';

/** A resource in its received form and in its flat form. */
export interface Unwrapped {
  readonly item: Members;
  readonly flat: Members;
}

/** Members of a resource that are not copied. An assignment to `__proto__` would replace the prototype. */
const ENVELOPE = ['attributes', 'relationships', '__proto__'];

/** Returns a resource whose attributes are members beside its id. */
export const flatten = (item: Members): Members => {
  const flat = { ...membersOf(item['attributes']) };
  for (const name of Object.keys(item)) if (!ENVELOPE.includes(name)) flat[name] = item[name];
  // An id beyond the safe integers stays a number: it was rounded when it was parsed, and may equal the id of another resource.
  if (Number.isSafeInteger(flat['id'])) flat['id'] = String(flat['id']);
  if (flat['meta'] === undefined) delete flat['meta'];
  return flat;
};

interface Included extends Unwrapped {
  readonly type: string;
}

/** A relationship of a schema, with the keys of the types that its resources may have. */
interface Relationship {
  readonly name: string;
  readonly types: readonly string[];
}

/** The relationships of a schema. `names` maps the key of a relationship to its name. */
interface Relationships {
  readonly list: readonly Relationship[];
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Links resources to the included resources: first by their relationships, then by type if this is unambiguous. A requested
 * relationship without resources is an empty list.
 */
export const linkIncluded = (schema: SchemaData, items: readonly Unwrapped[], included: unknown, asked: readonly unknown[]): void => {
  const hasIncluded = Array.isArray(included);
  // Most responses contain nothing to link.
  if (!hasIncluded && asked.length === 0 && !items.some(({ item }) => 'relationships' in item)) return;
  const resources: Included[] = (hasIncluded ? included : []).filter(isMembers).map((item) => {
    const flat = flatten(item);
    return { item, flat, type: typeKey(flat['type']) };
  });
  const relationships = relationshipsOf(schema);
  const related = linkByRelationships([...items, ...resources], resources, relationships);
  if (hasIncluded) {
    const groups = groupByType(resources);
    for (const { flat } of items) lead(flat, 'included', groups);
  }
  for (const { name, types } of relationships.list) {
    const isOwn = asked.includes(name) && items.length === 1;
    // If relationships use a type, its unlinked resources may belong to another relationship, unless `include` names this relationship for
    // a single item.
    if ((!isOwn && types.some((type) => related.has(type))) || items.some(({ flat }) => (flat[name] ?? null) !== null)) continue;
    const found = resources.filter(({ type }) => types.includes(type));
    const owned = found.length > 0 || asked.includes(name) ? ownedBy(items, schema.resource ?? '', found) : undefined;
    for (const [index, { flat }] of items.entries()) if (owned) lead(flat, name, owned[index]);
  }
};

const knownSchemas = new WeakMap<SchemaData, Relationships>();

const relationshipsOf = (schema: SchemaData): Relationships => {
  let found = knownSchemas.get(schema);
  if (!found) {
    const list = Object.entries(schema.properties ?? {}).flatMap(([name, { related, resource, relatedTypes = [] }]) =>
      related ? [{ name, types: [resource ?? name, ...relatedTypes].map(typeKey) }] : [],
    );
    found = { list, names: new Map(list.map(({ name }) => [typeKey(name), name])) };
    knownSchemas.set(schema, found);
  }
  return found;
};

/** Links the resources that relationships name. Returns the keys of their types. */
const linkByRelationships = (
  items: readonly Unwrapped[],
  resources: readonly Included[],
  { names }: Relationships,
): ReadonlySet<string> => {
  const byType = new Map<string, Map<string, Members>>();
  for (const { flat, type } of resources) {
    const byId = byType.get(type) ?? new Map<string, Members>();
    byType.set(type, byId);
    // An id that is still a number was rounded, so it may equal the id of another resource.
    if (typeof flat['id'] !== 'number') byId.set(String(flat['id']), flat);
  }
  const related = new Set<string>();
  const find = (identifier: unknown): unknown => {
    if (!isMembers(identifier)) return identifier;
    const { type: sent, id } = identifier;
    const type = typeKey(sent);
    related.add(type);
    const isRounded = typeof id === 'number' && !Number.isSafeInteger(id);
    return (isRounded ? undefined : byType.get(type)?.get(String(id))) ?? flatten(identifier);
  };
  for (const { item, flat } of items) {
    const { relationships: sent } = item;
    if (!isMembers(sent)) continue;
    for (const spelling of Object.keys(sent)) {
      const { data } = membersOf(sent[spelling]);
      const isList = Array.isArray(data);
      // A list under another spelling of a field belongs to that field.
      const name = (isList ? names.get(typeKey(spelling)) : undefined) ?? spelling;
      if (data !== undefined && !Object.hasOwn(flat, name)) lead(flat, name, isList ? data.map(find) : data && find(data));
    }
  }
  return related;
};

/** Groups the resources by type, in the spelling of the service. */
const groupByType = (resources: readonly Unwrapped[]): Record<string, Members[]> => {
  const groups = new Map<string, Members[]>();
  for (const { flat } of resources) {
    const type = String(flat['type']);
    const group = groups.get(type);
    if (group) group.push(flat);
    else groups.set(type, [flat]);
  }
  return Object.fromEntries(groups);
};

/** Returns the resources of each item. A single item owns all resources; otherwise each resource must name its owner. Undefined if an owner is missing. */
const ownedBy = (items: readonly Unwrapped[], type: string, resources: readonly Unwrapped[]): Members[][] | undefined => {
  if (items.length === 1) return [resources.map(({ flat }) => flat)];
  const owners = resources.map(({ item, flat }) => ownerOf(item, flat, type));
  if (owners.includes(undefined)) return undefined;
  return items.map(({ flat: { id } }) => resources.filter((_, index) => owners[index] === id).map(({ flat }) => flat));
};

/** Returns the id of the owner of an included resource; undefined if the resource names no owner. */
const ownerOf = ({ relationships }: Members, flat: Members, type: string): string | undefined => {
  const { data } = membersOf(membersOf(relationships)[type]);
  const id = membersOf(data)['id'] ?? flat[`${type}_id`] ?? flat[`${type}Id`];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** Defines a member that is not enumerable, so that printing a resource does not print its linked resources. */
const lead = (target: Members, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
};

/** Caches the key of each spelling of a type. */
const typeKeys = new Map<string, string>();
const MAX_TYPES = 200;

/** Returns one key for all spellings of a type, such as `api_keys` and `apiKey`. */
const typeKey = (type: unknown): string => {
  const spelling = String(type);
  const known = typeKeys.get(spelling);
  if (known !== undefined) return known;
  const key = spelling
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/(ss)es$|([^s])s$/, '$1$2');
  if (typeKeys.size >= MAX_TYPES) typeKeys.clear();
  typeKeys.set(spelling, key);
  return key;
};
