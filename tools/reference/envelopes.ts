/** Creates the schemas of bodies that contain resources, for requests and responses. */
import type { AnyOperation, SchemaData } from '@platform-sdk/core/contract';
import type { TypeComments } from './comments.ts';
import { describedField, fieldsOf, type JsonSchema } from './json-schema.ts';

/** The named schemas of one OpenAPI document. */
export type Components = Map<string, JsonSchema>;

/** Returns the body of a request, or undefined for an operation without a body. */
export const requestBody = (
  { method, path, input, query = [], body: form }: AnyOperation,
  comments: TypeComments,
): JsonSchema | undefined => {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const names = Object.keys(input.properties ?? {}).filter((name) => !path.includes(`{${name}}`) && !query.includes(name));
  if (names.length === 0 && !form) return undefined;
  const fields = fieldsOf(
    Object.fromEntries(names.map((name) => [name, input.properties?.[name] ?? { type: 'any' }])),
    comments,
    'request',
  );
  const closed = input.values ? {} : { additionalProperties: false };
  const inner: JsonSchema = { type: 'object', ...fields, ...closed };
  const beside: JsonSchema = {
    ...(form?.id !== undefined && { id: { type: 'string', description: `The path's \`${form.id}\` again.` } }),
    ...(form?.type !== undefined && { type: { type: 'string', const: form.type } }),
  };
  return (form?.at ?? []).reduceRight<JsonSchema>((value, name, depth) => {
    const properties: JsonSchema = { ...(depth === 1 && beside), [name]: value };
    return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
  }, inner);
};

/** Returns the schema around one resource or several. The resource itself is a component. */
export const envelopeDocument = (schema: SchemaData, comments: TypeComments, components: Components): JsonSchema => {
  const several = schema.envelope === 'collection';
  const resource = (several ? schema.items : undefined) ?? schema;
  const data = component(resource, comments, components);
  const meta = resource.properties?.['meta'];
  const properties: JsonSchema = { data: several ? { type: 'array', items: data } : data };
  if (meta && !several) properties['meta'] = describedField(meta, comments.fields['meta']);
  if (linksOf(resource).length > 0)
    properties['included'] = { type: 'array', items: { anyOf: includedResources(resource, comments, components) } };
  return { type: 'object', required: ['data'], properties };
};

/** Returns references to the included resources: known resources by name, and all others as a resource of any shape. */
const includedResources = (resource: SchemaData, comments: TypeComments, components: Components): JsonSchema[] => {
  const names = linksOf(resource).map(([name]) => comments.fields[name]?.name ?? ANY);
  components.set(ANY, anyResource);
  return [...new Set(names.map((name) => (components.has(name) ? name : ANY)))].map(reference);
};

const component = (resource: SchemaData, comments: TypeComments, components: Components): JsonSchema => {
  const name = comments.name ?? resource.resource ?? 'Resource';
  const schema = resourceSchema(resource, comments);
  const known = components.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}`);
  components.set(name, schema);
  return reference(name);
};

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const resourceSchema = (resource: SchemaData, comments: TypeComments): JsonSchema => {
  const { id, type: _, meta, ...rest } = resource.properties ?? {};
  const attributes = Object.fromEntries(Object.entries(rest).filter(([, field]) => !field.related));
  const links = linksOf(resource);
  return {
    ...(comments.about && { description: comments.about }),
    type: 'object',
    required: ['id', 'type', 'attributes'],
    properties: {
      id: id ? describedField(id, comments.fields['id']) : {},
      type: { type: 'string', 'x-extensible-enum': [resource.resource] },
      attributes: { type: 'object', ...fieldsOf(attributes, comments) },
      ...(links.length > 0 && {
        relationships: {
          type: 'object',
          properties: Object.fromEntries(links.map(([name, link]) => [name, relationship(link.resource ?? name)])),
        },
      }),
      ...(meta && { meta: describedField(meta, comments.fields['meta']) }),
    },
  };
};

const linksOf = ({ properties = {} }: SchemaData): [string, SchemaData][] =>
  Object.entries(properties).filter(([, { related }]) => related);

const relationship = (type: string): JsonSchema => ({
  type: 'object',
  properties: { data: { description: `Of type \`${type}\`.`, type: 'array', items: identifier } },
});

const ANY = 'Resource';
const identity: JsonSchema = { id: { type: 'string' }, type: { type: 'string' } };
const identifier: JsonSchema = { type: 'object', required: ['id', 'type'], properties: identity };
const anyResource: JsonSchema = {
  description: 'A resource of any type.',
  type: 'object',
  required: ['id', 'type'],
  properties: { ...identity, attributes: { type: 'object' } },
};
