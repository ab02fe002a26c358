import { isMembers, membersOf, type Members } from '../diagnostics/json.ts';
import type { SchemaData } from './schema.ts';

/** A resource as it was received, and unwrapped. */
export interface Unwrapped {
  readonly item: Members;
  readonly flat: Members;
}

/** Returns a resource whose attributes are members beside its id. */
export const flatten = ({ attributes, relationships: _, ...rest }: Members): Members => {
  const flat = { ...membersOf(attributes), ...rest };
  // A larger number was rounded when it was parsed, and may equal the id of another resource.
  if (Number.isSafeInteger(flat['id'])) flat['id'] = String(flat['id']);
  if (flat['meta'] === undefined) delete flat['meta'];
  return flat;
};

/**
 * Links resources to the included ones: by relationships if there are any, else by type if this is unambiguous.
 * A requested relationship without resources is an empty list.
 */
export const linkIncluded = (schema: SchemaData, items: readonly Unwrapped[], included: unknown, asked: readonly unknown[]): void => {
  const hasIncluded = Array.isArray(included);
  // Most responses have nothing to link.
  if (!hasIncluded && asked.length === 0 && !items.some(({ item }) => 'relationships' in item)) return;
  const resources = (hasIncluded ? included : []).filter(isMembers).map((item) => ({ item, flat: flatten(item) }));
  const byKey = new Map(resources.map(({ flat }) => [keyOf(flat), flat]));
  /** The types that relationships name. */
  const related = new Set<string>();
  const linked = Object.entries(schema.properties ?? {}).filter(([, field]) => field.related);
  const fields = new Map(linked.map(([name]) => [typeKey(name), name]));
  const find = (identifier: unknown): unknown => {
    if (!isMembers(identifier)) return identifier;
    const own = flatten(identifier);
    related.add(typeKey(own['type']));
    // A rounded id may equal the id of another resource.
    return (typeof own['id'] === 'number' ? undefined : byKey.get(keyOf(own))) ?? own;
  };
  for (const { item, flat } of [...items, ...resources]) {
    for (const [sent, relationship] of Object.entries(membersOf(item['relationships']))) {
      const { data } = membersOf(relationship);
      const isList = Array.isArray(data);
      // A list under another spelling of a field belongs to that field.
      const name = (isList ? fields.get(typeKey(sent)) : undefined) ?? sent;
      if (data !== undefined && !Object.hasOwn(flat, name)) lead(flat, name, isList ? data.map(find) : data && find(data));
    }
  }
  if (hasIncluded) {
    const groups = groupByType(resources);
    for (const { flat } of items) lead(flat, 'included', groups);
  }
  for (const [name, field] of linked) {
    const types = [field.resource ?? name, ...(field.relatedTypes ?? [])].map(typeKey);
    const isOwn = asked.includes(name) && items.length === 1;
    // If relationships use a type, its unlinked resources have an unknown owner, unless the request included them for a single item.
    if ((!isOwn && types.some((type) => related.has(type))) || items.some(({ flat }) => (flat[name] ?? null) !== null)) continue;
    const found = resources.filter(({ flat }) => types.includes(typeKey(flat['type'])));
    const owned = found.length > 0 || asked.includes(name) ? ownedBy(items, schema.resource ?? '', found) : undefined;
    for (const [index, { flat }] of items.entries()) if (owned) lead(flat, name, owned[index]);
  }
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

/** Returns the id of the owner of an included resource; undefined if it names none. */
const ownerOf = ({ relationships }: Members, flat: Members, type: string): string | undefined => {
  const { data } = membersOf(membersOf(relationships)[type]);
  const id = membersOf(data)['id'] ?? flat[`${type}_id`] ?? flat[`${type}Id`];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** Defines a member that is not enumerable, so that linked resources are not printed again. */
const lead = (target: Members, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
};

/** Returns one key for all spellings of a type, such as `api_keys` and `apiKey`. */
const typeKey = (type: unknown): string =>
  String(type)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/(ss)es$|([^s])s$/, '$1$2');

const keyOf = ({ type, id }: Members): string => `${typeKey(type)} ${String(id)}`;
