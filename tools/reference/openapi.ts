import { STATUS_CODES } from 'node:http';
import { documentedResponses, type DocumentedResponse } from './responses.ts';
import { documentedPart } from './documented-part.ts';
import { envelopeDocument, requestBody, type Components } from './envelopes.ts';
import { failures } from './failures.ts';
import { describedField, type JsonSchema } from './json-schema.ts';
import { schemesOf, securityOf } from './security.ts';
import type { ReferenceOperation, ServiceReference } from './service-reference.ts';
import { summaryOf } from './summary.ts';

type Members = Record<string, unknown>;

/** A recorded call of an operation, for the examples of a document. */
export interface OperationExample {
  /** The program that made the call. */
  readonly call: string;
  /** The body of the request. Undefined for forms and requests without a body. */
  readonly request?: unknown;
  readonly status: number;
  readonly contentType: string;
  /** The body of the response. Undefined for bytes. */
  readonly response?: unknown;
}

type Examples = ReadonlyMap<string, OperationExample>;

/** Returns a service as an OpenAPI 3.1 document. The result contains the recorded examples of the operations. */
export const openApi = async (
  { title, description, base, operations }: ServiceReference,
  examples: Examples = new Map(),
): Promise<object> => {
  const components: Components = new Map();
  // The outputs of all operations come first, because an included resource may be the output of another operation.
  for (const { operation, output } of operations) if (operation.output.envelope) envelopeDocument(operation.output, output, components);

  const paths: Record<string, Record<string, Members>> = {};
  for (const each of operations) {
    const methods = (paths[each.operation.path] ??= {});
    const method = each.operation.method.toLowerCase();
    const added = {
      ...withExample(await operationObject(each, components), examples.get(each.name), components),
      ...(each.base !== base && { servers: [serverOf(each.base)] }),
    };
    methods[method] = methods[method] ? merged(methods[method], added) : added;
  }
  return {
    openapi: '3.1.0',
    info: { title, version: base === 'memory' ? '2.2.0' : 'v1', description, ...ABOUT_DOCUMENT },
    servers: [serverOf(base)],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({
      name,
      description: `The methods of \`${name}\` in the SDK.`,
    })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: schemesOf(operations.flatMap(securityOf)),
    },
  };
};

/** The licence and the contact of the generated document. The API specification shows neither. */
const ABOUT_DOCUMENT = {
  contact: { name: 'The maintainers of the Platform SDK' },
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The base URLs that end in a version. The paths of other services contain the version, or the service is not versioned. */
const VERSIONED: readonly string[] = ['auth', 'organizations', 'wallets', 'gateway'];

const serverOf = (base: string): object => {
  const versioned = VERSIONED.includes(base);
  const variable = { default: `https://${base}.example${versioned ? '/v1' : ''}` };
  return {
    url: `{${base}_base_url}`,
    // The description is here, because `@apidevtools/swagger-parser` rejects descriptions of variables in OpenAPI 3.1.
    ...(versioned && { description: 'Ends in a version segment.' }),
    variables: { [`${base}_base_url`]: variable },
  };
};

const operationObject = async (each: ReferenceOperation, components: Components): Promise<Members> => {
  const { name, group, comment, operation, input, output } = each;
  const { retry, cacheSeconds, undocumented } = operation;
  const parameters = parametersOf({ operation, input });
  const body = requestBody(operation, input);
  return {
    operationId: name,
    tags: [group],
    summary: summaryOf(comment),
    description: comment,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: 'required' in body, content: operation.encode ? form(body) : json(body) } }),
    responses: {
      ...Object.fromEntries(
        (await documentedResponses(operation, output, components)).map((response) => success(response, operation.accept)),
      ),
      ...failures(each, components),
    },
    security: securityOf(each),
    'x-retry': retry,
    ...(cacheSeconds !== undefined && { 'x-cache-seconds': cacheSeconds }),
    ...(undocumented && { 'x-undocumented': undocumented }),
  };
};

/** Adds the program and its messages to an operation. */
const withExample = (operation: Members, example: OperationExample | undefined, components: Components): Members => {
  if (!example) return operation;
  const { call, request, status, contentType, response } = example;
  const { requestBody: body, responses } = operation;
  const media = /^[^;]*/.exec(contentType)?.[0] ?? '';
  return {
    ...operation,
    ...(body !== undefined && { requestBody: withMediaExample(body, 'application/json', request, components) }),
    responses: Object.fromEntries(
      Object.entries(responses as Members).map(([name, value]) => [
        name,
        name === String(status) ? withMediaExample(value, media, response, components) : value,
      ]),
    ),
    'x-codeSamples': [{ lang: 'TypeScript', label: 'SDK', source: call }],
  };
};

/** Adds an example to one media type of a body. */
const withMediaExample = (body: unknown, media: string, found: unknown, components: Components): unknown => {
  const { content, ...rest } = body as { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> };
  if (found === undefined || !content?.[media]) return body;
  const example = documentedPart(found, content[media].schema, components);
  return { ...rest, content: { ...content, [media]: { ...content[media], example } } };
};

const parametersOf = ({ operation, input }: Pick<ReferenceOperation, 'operation' | 'input'>): Members[] => {
  const { path, method, query, undocumented } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const properties = operation.input.properties ?? {};
  const inQuery =
    method === 'GET' || method === 'DELETE' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : (query ?? []);
  return [...inPath, ...inQuery].map((name) => {
    const field = properties[name] ?? { type: 'string' };
    const { description, ...schema } = describedField(field, input.fields[name], 'request');
    return {
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: inPath.includes(name) || !field.optional,
      ...(description !== undefined && { description }),
      // A list is sent as one value, separated by commas.
      ...(field.type === 'array' && { explode: false }),
      schema,
      ...(undocumented?.[name] && { 'x-undocumented': undocumented[name] }),
    };
  });
};

const json = (schema: JsonSchema): object => ({ 'application/json': { schema } });

/** Returns the schema of a form. Fields without a type are files. */
const form = ({ properties, ...schema }: JsonSchema): object => {
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [
    name,
    'type' in field ? field : { ...field, type: 'string', format: 'binary' },
  ]);
  return { 'multipart/form-data': { schema: { ...schema, properties: Object.fromEntries(fields) as JsonSchema } } };
};

/** Returns the schema of a body for each media type. A body that is not JSON is a string or bytes. */
const contents = (schema: JsonSchema, accept = 'application/json'): object => {
  const types = accept.split(/, */).filter((type) => type !== '*/*' && type !== 'application/json');
  const texts = types.map((type) => [type, { schema: { type: 'string', ...(!/^text\/|ndjson/.test(type) && { format: 'binary' }) } }]);
  const isKnown = types.length === 0 || /application\/json/.test(accept) || Object.keys(schema).length > 0;
  return { ...(isKnown && json(schema)), ...(Object.fromEntries(texts) as object) };
};

const success = ({ status, schema, mayBeEmpty }: DocumentedResponse, accept: string | undefined): [string, object] => [
  String(status),
  {
    description: (STATUS_CODES[status] ?? 'Success') + (mayBeEmpty ? '. The body may be empty.' : ''),
    ...(schema && { content: contents(schema, accept) }),
  },
];

/** Merges two operations that share a method and a path, because OpenAPI allows only one operation for both. */
const merged = (one: Members, other: Members): Members => {
  const bodies = [one, other].map(
    ({ requestBody: body }) =>
      (body as { content: { 'application/json': { schema: JsonSchema } } } | undefined)?.content['application/json'].schema,
  );
  const found = [one, other].map(({ responses }) => responses as Record<string, { content?: object }>);
  const content = { ...found[0]?.['200']?.content, ...found[1]?.['200']?.content };
  const whole = { ...found[0]?.['200'], ...(Object.keys(content).length > 0 && { content }) };
  return {
    ...one,
    responses: { ...found[0], ...(found[0]?.['200'] && { 200: whole }) },
    description: [one, other].map(({ summary, description = summary }) => String(description)).join(' '),
    ...(bodies[0] && bodies[1] && { requestBody: { required: true, content: json({ anyOf: bodies }) } }),
    'x-operations': [...((one['x-operations'] as unknown[] | undefined) ?? [one['operationId']]), other['operationId']],
  };
};
