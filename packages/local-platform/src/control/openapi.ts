import type { ControlOperation } from './operation.ts';
import type { JsonSchema } from './schema.ts';
import { errorDocument } from './schemas.ts';

const FAILURES: Readonly<Record<number, string>> = {
  400: 'The input is invalid; `error.field` names the field.',
  401: 'The token is missing or wrong.',
  403: 'The request is from another machine, or from a page of another origin.',
  404: 'There is no such thing.',
  409: 'The state or the body that it needs is no longer kept.',
  413: 'The body is too large.',
  415: 'The body is not sent as application/json.',
};

const contentOf = (schema: JsonSchema) => ({ 'application/json': { schema } });

const failureOf = (status: number) => ({
  description: FAILURES[status],
  content: contentOf({ $ref: '#/components/schemas/Error' } as JsonSchema),
});

const successOf = ({ response, type }: ControlOperation) => {
  if (type !== undefined) return { 200: { description: 'The stream.', content: { [type]: { schema: { type: 'string' } } } } };
  return response ? { 200: { description: 'The response.', content: contentOf(response) } } : { 204: { description: 'It is done.' } };
};

const parametersOf = ({ path, query = {} }: ControlOperation): object[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
];

const entryOf = (operation: ControlOperation): object => {
  const { id, summary, body, failures = [] } = operation;
  const parameters = parametersOf(operation);
  const statuses = [...new Set([400, 401, 403, ...(body ? [413, 415] : []), ...failures])].toSorted((one, other) => one - other);
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: { ...successOf(operation), ...Object.fromEntries(statuses.map((status) => [status, failureOf(status)])) },
  };
};

/** The OpenAPI document of the control API. */
export const openApiOf = (operations: readonly ControlOperation[], origin: string): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = entryOf(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the local platform',
      version: '1.0.0',
      description: 'Reads and changes a local platform that is served: for tests in any language, and for its inspector page.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/_local` }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token that the start of the platform prints.' } },
      schemas: { Error: errorDocument },
    },
  };
};
