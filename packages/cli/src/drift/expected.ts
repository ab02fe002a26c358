import type { AnyOperation, SchemaData } from '@platform-sdk/core/contract';
import { isMembers } from '@platform-sdk/core/internal';
import type { JsonType } from './json-type.ts';

/** The shape of a response body, as a contract describes it. */
export interface Expected {
  /** The allowed types. Empty for any value. */
  readonly types: readonly JsonType[];
  readonly optional: boolean;
  readonly fields?: Readonly<Record<string, Expected>>;
  readonly items?: Expected;
  /** The shape of every value of a record, whose keys are data. */
  readonly values?: Expected;
  /** The known values of an enumeration. */
  readonly known?: readonly unknown[];
  /** The shapes of the resources in an envelope's `included`, by resource type. */
  readonly included?: Readonly<Record<string, Expected>>;
  /** Standard members of JSON:API, which are allowed but not expected. */
  readonly allowed?: readonly string[];
}

const ANY: Expected = { types: [], optional: true };

/** Returns the shape of an operation's successful response. */
export const expectedResponse = ({ output }: AnyOperation): Expected => {
  const schema: SchemaData = output;
  if (schema.type === 'nothing' || schema.type === 'any') return ANY;
  if (schema.write) return written(schema);
  if (!schema.envelope) return fromSchema(schema);
  return envelope(resourceIn(schema), schema.envelope === 'collection' ? schema.items : schema);
};

const ANY_SCHEMA: SchemaData = { type: 'any' };
const ABOUT_DOCUMENT = ['links', 'jsonapi', 'included', 'meta'];
const ABOUT_RESOURCE = ['links', 'relationships', 'meta'];

const envelope = (data: Expected, one: SchemaData = ANY_SCHEMA): Expected => {
  const meta = one.properties?.['meta'];
  return {
    types: ['object'],
    optional: false,
    fields: { data, ...(meta?.properties && { meta: { ...fromSchema(meta), optional: true } }) },
    included: Object.fromEntries(
      Object.values(one.properties ?? {}).flatMap(({ related, resource: type, relatedTypes = [] }) =>
        related ? [type ?? '', ...relatedTypes].map((each) => [typeKey(each), resource(related)]) : [],
      ),
    ),
    allowed: ABOUT_DOCUMENT,
  };
};

/** Normalizes the spelling of a type: `api_keys` and `apiKey` are the same. */
export const typeKey = (type: string): string =>
  type
    .replaceAll(/[^a-z\d]/gi, '')
    .toLowerCase()
    .replace(/(ss)es$|([^s])s$/, '$1$2');

const resource = ({ properties = {}, resource: name }: SchemaData): Expected => {
  const { id, type, meta, ...rest } = properties;
  const attributes = Object.entries(rest).filter(([, field]) => !field.related);
  return {
    types: ['object'],
    optional: false,
    fields: {
      id: id ? fromSchema(id) : ANY,
      type: { types: ['string'], optional: type?.optional ?? true, known: [name] },
      // Servers may omit an empty object.
      ...(attributes.length > 0 && {
        attributes: {
          types: ['object'],
          optional: attributes.every(([, field]) => field.optional),
          fields: Object.fromEntries(attributes.map(([key, field]) => [key, fromSchema(field)])),
        },
      }),
      // `meta` may belong to the envelope instead of the resource.
      ...(meta?.properties && { meta: { ...fromSchema(meta), optional: true } }),
    },
    allowed: attributes.length > 0 ? ABOUT_RESOURCE : [...ABOUT_RESOURCE, 'attributes'],
  };
};

const fromSchema = (schema: SchemaData): Expected => {
  const { anyOf, properties, items, values, nullable, enum: known, type, envelope: form } = schema;
  const optional = schema.optional === true;
  if (form) return { ...resourceIn(schema), optional };
  if (anyOf) return { ...joined(anyOf.map(fromSchema)), optional };
  if (type === 'any' || type === 'nothing') return { ...ANY, optional };
  return {
    types: [...(type === 'number' ? (['number', 'integer'] as const) : [type as JsonType]), ...(nullable ? (['null'] as const) : [])],
    optional,
    ...(properties && { fields: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, fromSchema(field)])) }),
    ...(items && { items: fromSchema(items) }),
    ...((values ?? (type === 'object' && !properties)) && { values: values ? fromSchema(values) : ANY }),
    ...(known && typeof known[0] === 'string' && { known }),
  };
};

/** Returns the shape of a resource or a list of resources, whose attributes are in a separate object. */
const resourceIn = (schema: SchemaData): Expected =>
  schema.envelope === 'collection' ? { types: ['array'], optional: false, items: resource(schema.items ?? ANY_SCHEMA) } : resource(schema);

const joined = (kinds: readonly Expected[]): Expected =>
  Object.assign({}, ...kinds, { types: kinds.flatMap(({ types }) => types) }) as Expected;

const MARK = '=';

/**
 * Returns the shape of a body that the contract writes with a function. Calls the function with a sample in which each field contains its
 * own name. The position of this name in the body shows the position of the field.
 */
const written = (schema: SchemaData): Expected => {
  const marked = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, MARK + name]));
  return fromSample(schema.write?.(marked as never), schema);
};

const fromSample = (value: unknown, schema: SchemaData): Expected => {
  if (typeof value === 'string' && value.startsWith(MARK)) {
    const field = schema.properties?.[value.slice(MARK.length)];
    return field ? fromSchema(field) : ANY;
  }
  if (!isMembers(value)) return ANY;
  const fields = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fromSample(inner, schema)]));
  return { types: ['object'], optional: Object.values(fields).every(({ optional }) => optional), fields, allowed: ABOUT_RESOURCE };
};
