/** Creates the JSON Schemas of responses, by status. */
import { writeResponse } from '@platform-sdk/core/server';
import type { AnyOperation, SchemaData } from '@platform-sdk/core/contract';
import type { FieldComments, TypeComments } from './comments.ts';
import { envelopeDocument, type Components } from './envelopes.ts';
import { describedField, jsonSchema, type JsonSchema } from './json-schema.ts';

/** One documented successful response. Without a schema, its body is not read. */
export interface DocumentedResponse {
  readonly status: number;
  readonly schema?: JsonSchema;
  /** True if the API specification shows no fields, so that the body may be missing. */
  readonly mayBeEmpty?: true;
}

/** Returns the successful responses of an operation. */
export const documentedResponses = async (
  operation: AnyOperation,
  comments: TypeComments,
  components: Components,
): Promise<DocumentedResponse[]> => {
  const { output, status = 200 } = operation;
  if (output.write) return encodedResponses(operation, comments, components);
  if (typeof status === 'function')
    throw new Error(`${operation.method} ${operation.path} has more than one status, but no response of its own`);
  if (output.type === 'nothing') return [{ status }];
  const schema = output.envelope ? envelopeDocument(output, comments, components) : jsonSchema(output, comments);
  return [{ status, schema, ...(output.optional && output.type !== 'any' && { mayBeEmpty: true as const }) }];
};

/**
 * Returns the schemas of bodies that the contract encodes with a function. The function encodes a sample, in which the value of every field
 * is the field's name. The position of that name in the encoded body then gets the field's schema.
 */
const encodedResponses = async (operation: AnyOperation, comments: TypeComments, components: Components): Promise<DocumentedResponse[]> => {
  const found = new Map<number, JsonSchema>();
  for (const sample of samplesOf(operation)) {
    const response = writeResponse(operation, sample);
    const schema = schemaOf(await response.json(), operation.output, comments, components);
    const other = found.get(response.status);
    found.set(response.status, other ? joined(other, schema) : schema);
  }
  return [...found].map(([status, schema]) => ({ status, schema }));
};

/** Joins two schemas of one status. The result allows the constants of both, and requires only members that both require. */
const joined = (one: JsonSchema, other: JsonSchema): JsonSchema => {
  const own = one['properties'] as Readonly<Record<string, JsonSchema>>;
  const all = { ...own, ...(other['properties'] as Readonly<Record<string, JsonSchema>>) };
  const properties = Object.entries(all).map(([name, schema]): [string, JsonSchema] => {
    const first = own[name]?.['const'];
    const isEither = first !== undefined && schema['const'] !== undefined && first !== schema['const'];
    return [name, isEither ? { enum: [first, schema['const']] } : schema];
  });
  const required = (one['required'] as string[]).filter((name) => (other['required'] as string[]).includes(name));
  return { ...one, required, properties: Object.fromEntries(properties) };
};

const MARK = '=';

/** Returns a sample for each value of the enumeration that determines the status. If the status is fixed, returns one sample. */
const samplesOf = ({ output, status }: AnyOperation): Record<string, unknown>[] => {
  const fields = Object.entries(output.properties ?? {});
  const marked = Object.fromEntries(fields.map(([name, field]) => [name, field.envelope ? { id: MARK + name } : MARK + name]));
  if (typeof status !== 'function') return [marked];
  const [chosen, field] = fields.find(([, { enum: values, allowsOthers }]) => values && !allowsOthers) ?? [];
  return chosen === undefined ? [marked] : (field?.enum ?? []).map((value) => ({ ...marked, [chosen]: value }));
};

const schemaOf = (value: unknown, output: SchemaData, comments: TypeComments, components: Components): JsonSchema => {
  if (typeof value !== 'object' || value === null) return leafOf(value, output, comments);
  const enveloped = fieldOf((value as { data?: { id?: unknown } }).data?.id, output, comments);
  if (enveloped?.schema.envelope) {
    const document = envelopeDocument(enveloped.schema, enveloped.comments, components);
    const { data: _, ...beside } = value as Record<string, unknown>;
    const { properties } = schemaOf(beside, output, comments, components);
    return { ...document, properties: { ...(document['properties'] as JsonSchema), ...(properties as JsonSchema) } };
  }
  const entries = Object.entries(value);
  const required = entries.filter(([, inner]) => !fieldOf(inner, output, comments)?.schema.optional).map(([name]) => name);
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(entries.map(([name, inner]) => [name, schemaOf(inner, output, comments, components)])),
  };
};

const leafOf = (value: unknown, output: SchemaData, comments: TypeComments): JsonSchema => {
  const field = fieldOf(value, output, comments);
  return field ? describedField(field.schema, field.comments) : { const: value };
};

/** Returns the field that a sample value represents. */
const fieldOf = (
  value: unknown,
  { properties = {} }: SchemaData,
  { fields }: TypeComments,
): { readonly schema: SchemaData; readonly comments: FieldComments } | undefined => {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return undefined;
  const name = value.slice(MARK.length);
  const schema = properties[name];
  return schema && { schema, comments: fields[name] ?? { comment: '', fields: {} } };
};
