import { flatten, linkIncluded, type Unwrapped } from './included.ts';
import { isMembers, membersOf } from '../diagnostics/json.ts';
import { received, optional, record, string, type Fields, type LiteralUnion, type Schema, type SchemaData } from './schema.ts';

/** Members that describe a document, and contain no data. */
const ABOUT = ['meta', 'links', 'jsonapi'];

/** Returns true for a document without data: an empty body, `null`, or an object that contains only `null` members and `ABOUT` members. */
export const isEmptyDocument = (document: unknown): boolean => {
  if (typeof document !== 'object' || document === null) return document === undefined || document === null;
  if (Array.isArray(document)) return false;
  for (const name in document) if ((document as Record<string, unknown>)[name] !== null && !ABOUT.includes(name)) return false;
  return true;
};

/** The permissions on a resource that the API specification names. Other strings are possible. */
export type Permission = LiteralUnion<'organization.manageSettings' | 'project.create'>;

/** A result with the related resources that the input's `include` names. If the compiler does not know these names, all related resources are optional. */
export type WithIncluded<Data, Include extends readonly string[]> = number extends Include['length']
  ? Data
  : Data & Required<Pick<Data, Include[number] & keyof Data>>;

/** A resource without its envelope. Its attributes are members beside its id. */
export interface Resource {
  id: string;
  /** The resource type. Absent if the service does not send this value. */
  type?: string;
  /** Additional data of the envelope, such as `can`. Absent if the service does not send this value. */
  meta?: Record<string, unknown>;
  /** Related resources by type. Not enumerable, so that a resource prints and serialises without them. Absent without `included` in the response. */
  readonly included?: Readonly<Record<string, readonly Resource[]>>;
}

type Attributes<T> = Omit<T, keyof Resource>;

/** Declares a resource, including the fields of `Resource`. */
/* @__NO_SIDE_EFFECTS__ */ export const resource = <T extends Resource>(type: string, attributes: Fields<Attributes<T>>): Schema<T> => ({
  type: 'object',
  resource: type,
  properties: { id: string, type: optional(string), meta: optional(record(received)), ...(attributes as Record<string, SchemaData>) },
});

/**
 * Declares a field that contains the included resources of the relationship with the same name. The field is not enumerable. `types` lists
 * other types that these resources may have. All spellings of a type are equal, such as `apiKey` and `api_keys`, or `users` and `user`.
 * All spellings of a relationship's name are equal, too.
 */
/* @__NO_SIDE_EFFECTS__ */ export const relationship = <T extends Resource>(
  related: Schema<T>,
  ...types: readonly string[]
): Schema<T[] | undefined> => ({
  type: 'array',
  resource: related.resource ?? '',
  related,
  relatedTypes: types,
  optional: true,
});

/** Declares an envelope with one resource. */
/* @__NO_SIDE_EFFECTS__ */ export const document = <T extends Resource>(schema: Schema<T>): Schema<T> => ({
  ...schema,
  envelope: 'document',
  read: (body, _, input) => {
    const { data, meta, included } = membersOf(body);
    if (isEmptyDocument(body) || data === null) return undefined;
    // A list with one resource counts as this resource. A list with several resources is ambiguous.
    const one: unknown = Array.isArray(data) && data.length === 1 ? data[0] : data;
    if (Array.isArray(one)) return undefined;
    const found = isMembers(one)
      ? { ...one, meta: meta || one['meta'] ? { ...membersOf(meta), ...membersOf(one['meta']) } : undefined }
      : body;
    return unwrap(schema, [found], included, input)[0];
  },
});

/** Declares an envelope, or a bare array, with any number of resources. */
/* @__NO_SIDE_EFFECTS__ */ export const collection = <T extends Resource>(schema: Schema<T>): Schema<T[]> => ({
  type: 'array',
  items: schema,
  envelope: 'collection',
  read: (body, _, input) => {
    const { data = body, included } = membersOf(body);
    return Array.isArray(data) ? unwrap(schema, data, included, input) : data;
  },
});

/** Flattens resources, and links them to the included resources of the envelope. */
const unwrap = (schema: SchemaData, found: readonly unknown[], included: unknown, input: unknown): unknown[] => {
  const items: Unwrapped[] = [];
  const values = found.map((item) => {
    if (!isMembers(item)) return item;
    const flat = flatten(item);
    items.push({ item, flat });
    return flat;
  });
  const asked = membersOf(input)['include'];
  linkIncluded(schema, items, included, Array.isArray(asked) ? asked : []);
  return values;
};
