import type { SchemaData } from '@platform-sdk/core/contract';
import type { InputField } from '../operations/fields.ts';
import type { OperationEntry } from '../operations/operations.ts';

/** A JSON Schema, as the protocol sends it. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the JSON Schema of an operation's input, from the same fields as the flags of `platform-sdk call`. */
export const inputSchemaOf = ({ fields }: OperationEntry): JsonSchema => objectOf(fields, 0);

/** Returns the schema of an object with these fields. The first `depth` names of their paths are equal. */
const objectOf = (fields: readonly InputField[], depth: number): JsonSchema => {
  const names = [...new Set(fields.map(({ path }) => path[depth] as string))];
  const groups = names.map((name) => [name, fields.filter(({ path }) => path[depth] === name) as [InputField]] as const);
  const required = groups.filter(([, group]) => group.some(({ isRequired }) => isRequired)).map(([name]) => name);
  const properties = groups.map(([name, group]) => {
    const [first] = group;
    return [name, first.path.length > depth + 1 ? objectOf(group, depth + 1) : fieldSchema(first)] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
};

const TEXT = { type: 'string' };
const FILE: JsonSchema = { type: 'object', properties: { name: TEXT, text: TEXT, base64: TEXT }, required: ['name'] };

const fieldSchema = ({ type, schema, about }: InputField): JsonSchema => ({
  ...(type === 'file' ? FILE : jsonSchema(schema)),
  ...(about !== '' && { description: about }),
});

/** Converts the schema of a value. Limits are omitted, because the client checks them and its errors name them. */
const jsonSchema = (schema: SchemaData): JsonSchema => {
  const { type, anyOf, items, properties, enum: values, allowsOthers, nullable } = schema;
  if (anyOf) return { anyOf: anyOf.map(jsonSchema) };
  if (type === 'any' || type === 'nothing' || type === 'function') return {};
  const plain = type === 'amount' ? 'number' : type;
  const required = Object.keys(properties ?? {}).filter((name) => !properties?.[name]?.optional);
  return {
    type: nullable ? [plain, 'null'] : plain,
    ...(values && (allowsOthers ? { examples: values } : { enum: values })),
    ...(items && { items: jsonSchema(items) }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, jsonSchema(field)])) }),
    ...(required.length > 0 && { required }),
  };
};
