import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApi } from '@platform-sdk/reference/openapi';
import { serviceReferences } from '@platform-sdk/reference/service-reference';

type Members = Record<string, unknown>;

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Members>>;
  readonly components: { readonly schemas: Record<string, Members>; readonly securitySchemes: Record<string, Members> };
}

/** Request bodies that accept unknown fields, as their contracts do. */
const OPEN_BODIES: readonly string[] = [
  'gateway.chat.content.application/json.schema.anyOf.0',
  'gateway.chat.content.application/json.schema.anyOf.1',
  'search.search.content.application/json.schema.properties.params',
  'search.chat.content.application/json.schema.anyOf.0.properties.messages.items',
  'search.chat.content.application/json.schema.anyOf.1.properties.messages.items',
  'wallets.transact.content.application/json.schema.properties.transaction.properties.metadata',
];

const services = await serviceReferences();
const documents = new Map(await Promise.all(services.map(async (each) => [each.service, (await openApi(each)) as Document] as const)));

const operationAt = (service: string, method: string, path: string): Members => documents.get(service)!.paths[path]![method]!;
const componentsOf = (service: string): Document['components'] => documents.get(service)!.components;
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

describe.each([...documents])('the OpenAPI document of %s', (service, document) => {
  it('the OpenAPI document has version 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  it('the OpenAPI document is valid OpenAPI', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: `/${service}.openapi.json`, config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  });

  it('the OpenAPI document contains every operation of the contract by name', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((each) => [each['operationId'], ...sharing(each)]),
    );
    const named = services.find((each) => each.service === service)!.operations.map(({ name }) => name);
    expect(named.filter((name) => !ids.includes(name))).toEqual([]);
  });
});

/** Returns the operations that share their method and path with the documented operation. */
const sharing = (operation: object): unknown[] => (operation as { 'x-operations'?: unknown[] })['x-operations'] ?? [];

it('the request body of an upload is a form with files', () => {
  expect(operationAt('upload', 'post', '/v1/upload')['requestBody']).toEqual({
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: {
            file: { type: 'string', format: 'binary' },
            translate_to: expect.objectContaining({ type: 'string' }) as object,
          },
          additionalProperties: false,
        },
      },
    },
  });
});

it('the OpenAPI request wraps the fields of a new organization in an envelope', () => {
  expect(operationAt('organizations', 'post', '/organizations')['requestBody']).toEqual({
    required: true,
    ...json({
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'object',
          required: ['type', 'attributes'],
          properties: {
            type: { type: 'string', const: 'organization' },
            attributes: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string', minLength: 1 } },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    }),
  });
});

it('the OpenAPI request has path parameters outside its body', () => {
  const { parameters, requestBody } = operationAt('organizations', 'patch', '/organizations/{organizationId}/members/{userId}/role');
  expect(parameters).toEqual([
    { name: 'organizationId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'userId', in: 'path', required: true, schema: { type: 'string' } },
  ]);
  expect(requestBody).toEqual({
    required: true,
    ...json({
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'object',
          required: ['attributes'],
          properties: {
            attributes: {
              type: 'object',
              required: ['role'],
              properties: { role: { type: 'string', enum: ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] } },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    }),
  });
});

it('the OpenAPI request has a flat body if the service expects it, and describes the fields', () => {
  const { requestBody } = operationAt('auth', 'post', '/users');
  expect(requestBody).toMatchObject(
    json({
      required: ['username', 'password'],
      properties: { username: { description: 'An e-mail address or a phone number.' }, method: { enum: ['email', 'phone'] } },
    }),
  );
});

it('the OpenAPI request has no body if none is sent', () => {
  const { requestBody } = operationAt('auth', 'post', '/users/{userId}/resend_activation');
  expect(requestBody).toBeUndefined();
});

it('the OpenAPI request of a read has query parameters, with comma-separated lists and `x-undocumented` at undocumented names', () => {
  expect(operationAt('organizations', 'get', '/organizations/{organizationId}')['parameters']).toMatchObject([
    { name: 'organizationId', in: 'path' },
    {
      name: 'include',
      in: 'query',
      required: false,
      explode: false,
      schema: { type: 'array', items: { enum: ['users', 'projects', 'organization_memberships'] } },
    },
    { name: 'forceRefresh', in: 'query', required: false, schema: { type: 'boolean' }, 'x-undocumented': 'published' },
  ]);
});

it('the OpenAPI request lists its required headers', () => {
  expect(operationAt('auth', 'post', '/oauth/token')['security']).toEqual([{ apiKey: [] }]);
  expect(operationAt('organizations', 'get', '/organizations')['security']).toEqual([{ apiKey: [], session: [] }]);
  expect(componentsOf('organizations').securitySchemes).toMatchObject({
    apiKey: { type: 'apiKey', in: 'header', name: 'Api-Key' },
    session: { type: 'http', scheme: 'bearer' },
  });
});

it('the OpenAPI document shows whether an operation is retried, and how long its response is cached', () => {
  const get = operationAt('organizations', 'get', '/organizations/{organizationId}');
  expect(get).toMatchObject({ 'x-retry': 'safe', 'x-cache-seconds': 300, 'x-undocumented': { forceRefresh: 'published' } });
  expect(operationAt('auth', 'post', '/oauth/token')).toMatchObject({ 'x-retry': 'single-attempt' });
});

it('the OpenAPI response wraps several resources in an envelope', () => {
  expect(operationAt('organizations', 'get', '/organizations')['responses']).toMatchObject({
    200: json({
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Organization' } }, included: { type: 'array' } },
    }),
  });
});

it('the OpenAPI response wraps one resource in an envelope with other fields', () => {
  expect(operationAt('organizations', 'get', '/organizations/{organizationId}')['responses']).toMatchObject({
    200: json({ required: ['data'], properties: { data: { $ref: '#/components/schemas/Organization' }, meta: { type: 'object' } } }),
  });
});

it('the OpenAPI response has the fields of a resource in `attributes`, and allows unknown roles', () => {
  expect(componentsOf('organizations').schemas['Organization']).toMatchObject({
    type: 'object',
    required: ['id', 'type', 'attributes'],
    properties: {
      id: { type: 'string' },
      type: { 'x-extensible-enum': ['organization'] },
      attributes: {
        required: ['name'],
        properties: {
          name: { type: 'string' },
          currentUserRole: { type: 'string', 'x-extensible-enum': ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] },
        },
      },
      relationships: { properties: { users: { properties: { data: { type: 'array' } } } } },
    },
  });
});

it('the OpenAPI response has no content if two operations share a path and neither documents content', () => {
  const { responses } = operationAt('settings', 'patch', '/user_settings') as { responses: Record<string, object> };
  expect(responses['200']).toEqual({ description: 'OK' });
});

it('the OpenAPI response distinguishes a registration with a session from a registration that needs a code', () => {
  expect(operationAt('auth', 'post', '/users')['responses']).toMatchObject({
    200: json({ required: ['data'], properties: { data: { $ref: '#/components/schemas/UserSession' } } }),
    201: json({ properties: { id: { type: 'string' }, activationRequired: { enum: [true, false] } } }),
  });
});

it('the OpenAPI response shows the fields of a response whose envelope the contract declares', () => {
  expect(operationAt('auth', 'get', '/oauth/token/info')['responses']).toMatchObject({
    200: json({
      properties: {
        data: {
          properties: {
            attributes: {
              properties: {
                expiresIn: {
                  description: 'The remaining lifetime of the token, in seconds.',
                  type: 'number',
                },
              },
            },
          },
        },
      },
    }),
  });
});

it('the OpenAPI document lists the documented statuses and codes of failures', () => {
  const { responses } = operationAt('organizations', 'patch', '/organizations/{organizationId}/members/{userId}/role');
  expect(responses).toMatchObject({
    default: { 'x-error-codes': ['CANNOT_CHANGE_OWN_ROLE', 'INVALID_ROLE_TRANSITION', 'INSUFFICIENT_PERMISSIONS'] },
  });
  expect(operationAt('auth', 'post', '/oauth/token')['responses']).toMatchObject({ 429: { description: 'Too Many Requests' } });
});

const responsesOf = (service: string, method: string, path: string): object => operationAt(service, method, path)['responses'] as object;

it('the OpenAPI document shows the documented error body and statuses of the memory service', () => {
  const body = json({ $ref: '#/components/schemas/MemoryError' });
  expect(responsesOf('memory', 'post', '/v1/chat')).toMatchObject({
    400: { ...body, 'x-error-codes': ['VALIDATION_ERROR', 'TOKEN_BUDGET_EXCEEDED'] },
    401: body,
    404: { ...body, 'x-error-codes': ['SESSION_NOT_FOUND'] },
    502: body,
  });
  expect(componentsOf('memory').schemas['MemoryError']).toMatchObject({
    properties: { error: { required: ['code', 'message'], properties: { trace_id: { type: 'string' }, details: { type: 'object' } } } },
  });
});

it('the OpenAPI document shows a different error body for an unknown memory token', () => {
  expect(responsesOf('memory', 'delete', '/v1/users/me/tokens/{token_id}')).toMatchObject({
    404: json({ $ref: '#/components/schemas/TokenError' }),
  });
});

it('the OpenAPI document shows the error body of the gateway', () => {
  const body = json({ $ref: '#/components/schemas/GatewayError' });
  expect(responsesOf('gateway', 'post', '/chat/completions')).toMatchObject({
    400: body,
    401: body,
    402: body,
    403: body,
    429: body,
    500: body,
  });
  expect(componentsOf('gateway').schemas['GatewayError']).toMatchObject({
    properties: {
      detail: { type: 'string' },
      error: { properties: { required_amount: { type: 'number' }, checked_wallets: { type: 'array' } } },
    },
  });
});

it('every operation of an OpenAPI document has a response for other failures, with the error body of its service', () => {
  const closed = [...documents].flatMap(([service, { paths }]) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => responses !== undefined && !['4XX', 'default'].some((status) => status in (responses as object)))
        .map(([method]) => `${service} ${method} ${path}`),
    ),
  );
  expect(closed).toEqual([]);
  expect(responsesOf('memory', 'get', '/v1/users/me/sessions')).toMatchObject({
    '4XX': json({ $ref: '#/components/schemas/MemoryError' }),
  });
});

it('the OpenAPI document contains a 401 for every operation that requires credentials, and none for a health check', () => {
  const wrong = [...documents].flatMap(([, { paths }]) =>
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).filter(({ security, responses }) => {
        const ways = security as readonly object[];
        const isSecured = ways.length > 0 && ways.every((way) => Object.keys(way).length > 0);
        return isSecured && !('401' in (responses as object));
      }),
    ),
  );
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
  expect(responsesOf('memory', 'get', '/health')).not.toHaveProperty('401');
});

it('an id in the settings is a UUID or an integer in the OpenAPI document, and in a response also null', () => {
  const id = [{ type: 'string', format: 'uuid' }, { type: 'integer' }];
  const { requestBody } = operationAt('settings', 'patch', '/user_settings') as { requestBody: { content: object } };
  const [update] = (requestBody.content as Record<string, { schema: { anyOf: Members[] } }>)['application/json']!.schema.anyOf;
  expect(update).toMatchObject({ properties: { current_project_id: { anyOf: id } }, additionalProperties: false });
  const { responses } = operationAt('settings', 'get', '/user_settings');
  expect(responses).toMatchObject({ 200: json({ properties: { current_project_id: { anyOf: [...id, { type: 'null' }] } } }) });
});

/** Returns the objects with named fields that also accept unknown fields. */
const openIn = (schema: unknown, place: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([name, value]) => openIn(value, `${place}.${name}`));
  return 'properties' in schema && !('additionalProperties' in schema) && 'type' in schema ? [place, ...inner] : inner;
};

it('request bodies allow unknown fields only if the contract does', () => {
  const open = [...documents].flatMap(([, { paths }]) =>
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, requestBody }) => openIn(requestBody, String(operationId))),
    ),
  );
  expect(open).toEqual(OPEN_BODIES);
});

const typesOf = (service: string, method: string, path: string): string[] => {
  const { responses } = operationAt(service, method, path) as { responses: Record<string, { content: object }> };
  return Object.keys(responses['200']?.content ?? {});
};

it.each([
  ['agent-passes', 'get', '/oauth/agent/activity/export', ['application/json', 'text/csv', 'application/x-ndjson']],
  ['converter', 'get', '/api/download/{site}', ['application/zip']],
  ['converter', 'post', '/api/convert', ['application/json', 'text/plain']],
  ['gateway', 'post', '/chat/completions', ['application/json', 'text/event-stream']],
  ['search', 'post', '/v1/search', ['application/json']],
])('the OpenAPI document lists the media types of %s: %s %s', (service, method, path, types) => {
  expect(typesOf(service, method, path)).toEqual(types);
});

it('the OpenAPI document lists every kind of credentials that an operation accepts', () => {
  expect(operationAt('upload', 'post', '/v1/upload')['security']).toEqual([
    { serviceToken: [] },
    { agentSecret: [], agentUser: [] },
    { session: [] },
  ]);
  expect(operationAt('converter', 'get', '/api/health')['security']).toEqual([{ serviceToken: [] }, {}]);
});
