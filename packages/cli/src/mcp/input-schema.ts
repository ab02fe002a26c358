import type { SchemaData } from '@platform-sdk/core/contract';
import type { InputField } from '../operations/fields.ts';
import type { OperationEntry } from '../operations/operations.ts';

/** A JSON Schema, as the protocol sends it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

interface Branch {
  readonly properties: Record<string, Branch | InputField>;
}

const isField = (value: Branch | InputField): value is InputField => 'flag' in value;

/** Returns the JSON Schema of an operation's input, from the same fields as the flags of `platform-sdk call`. */
export const inputSchemaOf = ({ fields }: OperationEntry): JsonSchema => {
  const root: Branch = { properties: {} };
  for (const field of fields) {
    let branch = root;
    for (const name of field.path.slice(0, -1)) branch = (branch.properties[name] ??= { properties: {} }) as Branch;
    branch.properties[field.path.at(-1) as string] = field;
  }
  return branchSchema(root);
};

const branchSchema = ({ properties }: Branch): JsonSchema => {
  const entries = Object.entries(properties);
  const required = entries.filter(([, each]) => isNeeded(each)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, each]) => [name, isField(each) ? fieldSchema(each) : branchSchema(each)])),
    ...(required.length > 0 && { required }),
  };
};

const isNeeded = (each: Branch | InputField): boolean => (isField(each) ? each.isRequired : Object.values(each.properties).some(isNeeded));

const FILE: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, text: { type: 'string' }, base64: { type: 'string' } },
  required: ['name'],
};

const fieldSchema = ({ type, schema, about }: InputField): JsonSchema => ({
  ...(type === 'file' ? FILE : jsonSchema(schema)),
  ...(about !== '' && { description: about }),
});

/** Converts the check of a value. Limits stay with the client, whose error names them. */
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
