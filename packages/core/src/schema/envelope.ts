import { anything, optional, record, string, type Fields, type Schema, type SchemaData } from './schema.ts';

type Members = Record<string, unknown>;

/** A resource of an envelope, unwrapped: its attributes stand beside its id. */
export interface Resource {
  id: string;
  type?: string;
  /** Extras of the envelope, such as `can`. */
  meta?: Record<string, unknown>;
  /** Related resources by type. Not enumerable, so that a resource prints and serialises without them. */
  readonly included?: Readonly<Record<string, readonly Resource[]>>;
}

type Attributes<T> = Omit<T, keyof Resource>;

/** Checks a resource: the fields of `Resource` come by themselves. */
export const resource = <T extends Resource>(type: string, attributes: Fields<Attributes<T>>): Schema<T> => ({
  type: 'object',
  resource: type,
  properties: { id: string, type: optional(string), meta: optional(record(anything)), ...(attributes as Record<string, SchemaData>) },
});

/** Resources that an envelope relates: read from `included`, reachable by this name, not enumerable. */
export const links = <T extends Resource>(type: string): Schema<T[] | undefined> => ({
  type: 'array',
  resource: type,
  link: true,
  optional: true,
});

/** An envelope with one resource. */
export const document = <T extends Resource>(schema: Schema<T>): Schema<T> => ({
  ...schema,
  envelope: 'document',
  read: (body) => {
    const { data, errors, meta, included } = membersOf(body);
    // It is no resource, whatever its status says.
    if (data === null || errors) return undefined;
    return unwrap(
      isMembers(data) ? { ...data, meta: meta || data['meta'] ? { ...membersOf(meta), ...membersOf(data['meta']) } : undefined } : body,
      read(included),
    );
  },
});

/** An envelope, or a bare array, with any number of resources. */
export const collection = <T extends Resource>(schema: Schema<T>): Schema<T[]> => ({
  type: 'array',
  items: schema,
  envelope: 'collection',
  read: (body) => {
    const { data = body, included } = membersOf(body);
    const related = read(included);
    return Array.isArray(data) ? data.map((item) => unwrap(item, related)) : data;
  },
});

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** Defines what a resource leads to without repeating it in print. */
const lead = (target: Members, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
};

/** The included resources by type, and each by its type and id. */
interface Included {
  readonly groups: Record<string, Members[]>;
  readonly byKey: Map<string, Members>;
}

const keyOf = ({ type, id }: Members): string => `${String(type)} ${String(id)}`;

const unwrap = (item: unknown, included: Included | undefined): unknown => {
  if (!isMembers(item)) return item;
  const flat = flatten(item);
  if (included) {
    lead(flat, 'included', included.groups);
    link(flat, item, included);
  }
  return flat;
};

const flatten = ({ attributes, relationships: _, ...rest }: Members): Members => {
  const flat = { ...membersOf(attributes), ...rest };
  if (typeof flat['id'] === 'number') flat['id'] = String(flat['id']);
  if (flat['meta'] === undefined) delete flat['meta'];
  return flat;
};

const read = (included: unknown): Included | undefined => {
  if (!Array.isArray(included)) return undefined;
  const groups: Record<string, Members[]> = {};
  const byKey = new Map<string, Members>();
  const items = included.filter(isMembers);
  for (const item of items) {
    const flat = flatten(item);
    const type = String(flat['type']);
    if (!Object.hasOwn(groups, type)) Object.defineProperty(groups, type, { value: [], enumerable: true });
    groups[type]?.push(flat);
    byKey.set(keyOf(flat), flat);
  }
  for (const item of items) link(byKey.get(keyOf(item)) ?? {}, item, { groups, byKey });
  return { groups, byKey };
};

const link = (flat: Members, item: Members, { byKey }: Included): void => {
  for (const [name, relationship] of Object.entries(membersOf(item['relationships']))) {
    const { data } = membersOf(relationship);
    const find = (identifier: unknown): unknown => byKey.get(keyOf(membersOf(identifier))) ?? identifier;
    if (data !== undefined && !(name in flat)) lead(flat, name, Array.isArray(data) ? data.map(find) : data && find(data));
  }
};
