import { envelope, noContent, nullable, object, enumOf, operation, optional, string, type AnyOperation } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { indexPage, servicePage } from '@platform-sdk/reference/markdown';
import { openApi } from '@platform-sdk/reference/openapi';
import { serviceReferences, type ServiceReference } from '@platform-sdk/reference/service-reference';

const services = await serviceReferences();
const rowOf = (service: string, name: string): string | undefined =>
  servicePage(services.find((each) => each.service === service)!)
    .split('\n')
    .find((line) => line.includes(`\`${name}\``));

interface Input {
  id: string;
  note?: string | null;
  dry?: 'yes';
}
const fields = object<Input>({ id: string, note: optional(nullable(string)), dry: optional(enumOf('yes')) });
const replace = operation({
  method: 'PUT',
  path: '/things/{id}',
  credentials: 'admin',
  input: fields,
  query: ['dry'],
  body: envelope('thing', 'id'),
  output: noContent,
  retry: 'idempotent',
});
const pin = operation({
  method: 'PUT',
  path: '/things/{id}',
  credentials: 'agent',
  base: 'auth',
  input: object<{ id: string; pin: string }>({ id: string, pin: string }),
  output: noContent,
  retry: 'non-idempotent',
});

type Named = readonly [name: string, operation: AnyOperation];

/** Returns a service with only these operations. */
const serviceWith = (...operations: readonly Named[]): ServiceReference => ({
  service: 'things',
  prefix: 'things',
  base: 'organizations',
  title: 'Things',
  description: 'Things.',
  contractFile: '',
  contract: {},
  operations: operations.map(([name, each]) => ({
    path: [name],
    name: `things.${name}`,
    group: 'things',
    base: each.base ?? 'organizations',
    operation: each,
    comment: `Does ${name} | all of it. And more.`,
    input: { fields: {} },
    output: { fields: {} },
  })),
});

it('a page of the reference contains one complete row for each operation', () => {
  expect(rowOf('organizations', 'organizations.members.updateRole')).toBe(
    '| <a id="members-update-role"></a>`organizations.members.updateRole` | `PATCH /organizations/{organizationId}/members/{userId}/role` | user | idempotent | Changes a member\'s role. Users cannot change their own role, the last owner must remain, and only owners can appoint owners. Returns undefined if the response does not contain the member. |  | `CANNOT_CHANGE_OWN_ROLE`, `INVALID_ROLE_TRANSITION`, `INSUFFICIENT_PERMISSIONS` | `data.attributes.email` convention, `data.attributes.firstName` convention, `data.attributes.lastName` convention, `data.attributes.role` convention, `data.attributes.createdAt` convention |',
  );
});

it('a page of the reference shows how long a response is cached', () => {
  expect(rowOf('organizations', 'organizations.get')).toContain(' | 300 s | ');
});

it('a page of the reference shows an operation that another package declares', () => {
  expect(rowOf('auth', 'auth.refresh')).toContain('Exchanges a refresh token for a new access token and a new refresh token.');
});

it("a page of the reference shows the base URL of an operation if it differs from its service's", () => {
  expect(servicePage(serviceWith(['pin', pin]))).toContain('`PUT {auth_base_url}/things/{id}`');
});

it('a page of the reference escapes a vertical bar in a comment, which would end the table cell', () => {
  expect(servicePage(serviceWith(['pin', pin]))).toContain('Does pin \\| all of it. And more.');
});

it('the index of the reference counts the operations of every service', () => {
  const auth = services.find(({ service }) => service === 'auth');
  expect(auth?.operations.length).toBeGreaterThan(10);
  expect(indexPage(services)).toContain(`| [Auth](auth.md) | ${auth?.operations.length} | \`@platform-sdk/auth\` |`);
});

interface Head {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly variables: Record<string, { readonly default: string }> }[];
}

const paths = async (...operations: readonly Named[]): Promise<unknown> =>
  ((await openApi(serviceWith(...operations))) as { paths: unknown }).paths;

it('an OpenAPI document contains the fields of an input in the path, the query and the envelope, and the id in both path and envelope', async () => {
  expect(await paths(['replace', replace])).toMatchObject({
    '/things/{id}': {
      put: {
        parameters: [
          { name: 'id', in: 'path' },
          { name: 'dry', in: 'query', required: false },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                properties: {
                  data: {
                    required: ['id', 'type', 'attributes'],
                    properties: {
                      type: { const: 'thing' },
                      attributes: { type: 'object', properties: { note: { type: ['string', 'null'] } } },
                    },
                  },
                },
              },
            },
          },
        },
        security: [{ apiKey: [], session: [], adminAccess: [] }],
      },
    },
  });
});

it('an OpenAPI document merges two operations with the same method and path', async () => {
  expect(await paths(['replace', replace], ['pin', pin])).toMatchObject({
    '/things/{id}': {
      put: {
        operationId: 'things.replace',
        'x-operations': ['things.replace', 'things.pin'],
        description: 'Does replace | all of it. And more. Does pin | all of it. And more.',
        requestBody: { content: { 'application/json': { schema: { anyOf: [{ required: ['data'] }, { required: ['pin'] }] } } } },
      },
    },
  });
});

it('the server URL of an OpenAPI document ends in a version if the API specification shows a version', async () => {
  const heads = (await Promise.all(services.map((each) => openApi(each)))) as Head[];
  const description = 'Ends in a version segment.';
  const server = (base: string, version = ''): object => ({
    url: `{${base}_base_url}`,
    ...(version && { description }),
    // swagger-parser rejects a variable that has a description.
    variables: { [`${base}_base_url`]: { default: `https://${base}.example${version}` } },
  });
  expect(Object.fromEntries(services.map(({ base }, index) => [base, heads[index]!.servers[0]]))).toEqual({
    analytics: server('analytics'),
    auth: server('auth', '/v1'),
    converter: server('converter'),
    gateway: server('gateway', '/v1'),
    memory: server('memory'),
    organizations: server('organizations', '/v1'),
    search: server('search'),
    upload: server('upload'),
    wallets: server('wallets', '/v1'),
  });
  const versions = services.map(({ service }, index) => [service, heads[index]!.info.version]);
  expect(versions.filter(([, version]) => version !== 'v1')).toEqual([['memory', '2.2.0']]);
});

it('an OpenAPI document shows the base URL of an operation that has its own base URL', async () => {
  expect(await paths(['pin', pin])).toMatchObject({ '/things/{id}': { put: { servers: [{ url: '{auth_base_url}' }] } } });
});

it("an OpenAPI document shows the agent's credentials as optional", async () => {
  expect(await paths(['pin', pin])).toMatchObject({ '/things/{id}': { put: { security: [{ agentSecret: [], agentUser: [] }, {}] } } });
});
