import { createLocalPlatform, type LikeOperation, type LikeReport, type LocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';

const reportOf = (
  operation: string,
  seen: Partial<LikeOperation>,
  findings: readonly Omit<LikeReport['findings'][number], 'operation'>[] = [],
): LikeReport => ({
  version: 1,
  operations: { [operation]: { state: 'compared', ...seen } },
  findings: findings.map((each) => ({ operation, ...each })),
  wireNames: {},
});

const signedIn = async (local: LocalPlatform): Promise<Record<string, string>> => {
  const { email: username, password } = local.account;
  const headers = { 'api-key': local.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ username, password });
  const response = await local.fetch(`${local.baseUrls().auth}/oauth/token`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: { attributes: { accessToken: string } } };
  return { ...headers, authorization: `Bearer ${data.attributes.accessToken}` };
};

/** Calls an operation of the organizations service on a platform with the option `like`. */
const get = async (like: LikeReport, path: string, wrong = false): Promise<Response> => {
  const local = createLocalPlatform({ like });
  const headers = await signedIn(local);
  return local.fetch(local.baseUrls().organizations + path, { headers: wrong ? { ...headers, authorization: 'Bearer x' } : headers });
};

const health = (like: LikeReport): Promise<Response> => {
  const local = createLocalPlatform({ like });
  return local.fetch(`${local.baseUrls().memory}/health/live`);
};

const UNKNOWN = '/organizations/00000000-0000-4000-8000-0000000000ff';
const string = { types: ['string'], forms: ['text'] };

it("`like` does not change a response without findings, even if the report's shape contains other fields", async () => {
  const plain: unknown = await (await health(reportOf('memory.users.me', {}))).json();
  const like = reportOf('memory.live', { statuses: [299], shape: { types: ['object'], fields: { other: string } } });
  const response = await health(like);
  expect([response.status, Object.keys((await response.json()) as object)]).toEqual([200, Object.keys(plain as object)]);
});

it.each([
  ['string', { types: ['string'], forms: ['uuid'] }, '00000000-0000-4000-8000-000000000000'],
  ['string without a known format', { types: ['string'], forms: ['other'] }, 'An example.'],
  ['decimal', { types: ['number'] }, 0.5],
  ['whole number', { types: ['integer', 'null'] }, 1],
  ['boolean', { types: ['boolean'] }, false],
  ['null', { types: ['null'] }, null],
  ['list', { types: ['array'], items: { types: ['integer'] } }, [1]],
  ['object', { types: ['object'], fields: { inner: { types: ['object'] } } }, { inner: {} }],
])('`like` adds an example value for an additional field: %s', async (_, shape, value) => {
  const findings = [{ kind: 'extra', where: 'added', found: 'any' }];
  const response = await health(reportOf('memory.live', { shape: { types: ['object'], fields: { added: shape } } }, findings));
  expect(await response.json()).toMatchObject({ status: 'healthy', added: value });
});

it('`like` adds a field to an object with another name', async () => {
  const attrs = { types: ['object'], fields: { added: string } };
  const shape = { types: ['object'], fields: { data: { types: ['array'], items: { types: ['object'], fields: { attrs } } } } };
  const report = reportOf('organizations.list', { shape }, [{ kind: 'extra', where: 'data.attributes.added', found: 'string' }]);
  const response = await get({ ...report, wireNames: { 'organizations.list': { 'data.attributes': 'attrs' } } }, '/organizations');
  expect(await response.json()).toMatchObject({ data: [{ attrs: { name: 'Analytical Engines', added: 'An example.' } }] });
});

it('`like` removes a missing field, and sends another media type', async () => {
  const findings = [
    { kind: 'missing', where: 'status', found: 'missing' },
    { kind: 'header', where: 'content-type', found: 'text/plain' },
  ];
  const shape = { types: ['object'], fields: {} };
  const response = await health(reportOf('memory.live', { shape, contentTypes: ['text/plain'] }, findings));
  expect(response.headers.get('content-type')).toBe('text/plain');
  expect(await response.json()).not.toHaveProperty('status');
});

it('`like` adds links of JSON:API, but no headers or members that a rule sets', async () => {
  const object = { types: ['object'] };
  const shape = { ...object, fields: { links: object, meta: object } };
  const response = await get(reportOf('organizations.list', { shape }), '/organizations');
  expect(Object.keys((await response.json()) as object)).toEqual(['data', 'included', 'links']);
});

it('`like` adds headers that no rule sets', async () => {
  const headers = ['content-type', 'x-served', 'ratelimit-limit', '(withheld)'];
  const response = await health(reportOf('memory.live', { headers }));
  expect([...response.headers.keys()].toSorted()).toEqual(['content-type', 'x-served']);
  expect(response.headers.get('content-type')).toContain('application/json');
});

it.each([204, 205])('`like` sends no body with the status %i', async (status) => {
  const findings = [{ kind: 'status', where: 'the status', found: String(status) }];
  const response = await health(reportOf('memory.live', { statuses: [status] }, findings));
  expect([response.status, await response.text()]).toEqual([status, '']);
});

it('`like` gives meta.can the keys of the environment, and keeps the values of the rules', async () => {
  const permissions = ['organization.manageSettings', 'project.archive', 'billing', '(withheld)', '__proto__.polluted'];
  const { data } = (await (await get(reportOf('organizations.list', {}), '/organizations')).json()) as { data: { id: string }[] };
  const response = await get(reportOf('organizations.get', { permissions }), `/organizations/${data[0]?.id}`);
  const { meta } = (await response.json()) as { meta: { can: object } };
  expect(JSON.stringify(meta.can)).toBe(
    '{"organization":{"manageSettings":true},"project":{"archive":true},"billing":true,"__proto__":{"polluted":true}}',
  );
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

const failure = { provokedBy: 'unknown id', status: 410, form: 'message', contentType: 'application/json' } as const;
const other = [{ kind: 'error-form', where: 'the response to an unknown id', found: 'message' }];
const bodyShape = {
  types: ['object'],
  fields: { message: string, code: string, status: { types: ['string'] }, at: { types: ['string'], forms: ['time'] } },
};

it('`like` converts a failure to the format of the environment, and keeps the message', async () => {
  const response = await get(reportOf('organizations.get', { failures: [{ ...failure, shape: bodyShape }] }, other), UNKNOWN);
  expect([response.status, await response.json()]).toEqual([
    410,
    {
      message: 'There is no such organization.',
      code: 'NOT_FOUND',
      status: '410',
      at: '2026-01-01T00:00:00.000Z',
    },
  ]);
});

it.each([
  ['HTML', '<!doctype html><title>410</title>'],
  ['empty', ''],
  ['text', expect.stringContaining('organization')],
])('`like` writes a failure as %s', async (form, text) => {
  const failures = [{ ...failure, form, contentType: 'text/html', shape: string }];
  const response = await get(reportOf('organizations.get', { failures }, other), UNKNOWN);
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([410, 'text/html', text]);
});

it('`like` adds only undocumented fields to a failure in the format of the contract', async () => {
  const item = { types: ['object'], fields: { trace: string, source: { types: ['object'] }, code: string } };
  const shape = { types: ['object'], fields: { errors: { types: ['array'], items: item }, took: { types: ['integer'] } } };
  const response = await get(reportOf('organizations.get', { failures: [{ ...failure, status: 404, shape }] }), UNKNOWN);
  const { errors, took } = (await response.json()) as { errors: object[]; took: number };
  expect([response.status, took, Object.keys(errors[0] ?? {}).toSorted()]).toEqual([
    404,
    1,
    ['code', 'detail', 'status', 'title', 'trace'],
  ]);
});

it('`like` uses the common failure of a service for operations without a failure in the report', async () => {
  const failures = [{ ...failure, provokedBy: 'wrong credentials', status: 403, shape: bodyShape } as const];
  const findings = [{ kind: 'status', where: 'the response to wrong credentials', found: '403' }];
  const response = await get(reportOf('projects.list', { failures }, findings), '/organizations', true);
  expect(response.status).toBe(403);
});

it('with `like`, an operation fails if it always failed in the environment, unless the account was the reason', async () => {
  const broken = { provokedBy: 'nothing', form: 'errors[]', contentType: 'application/json', shape: bodyShape } as const;
  const statusOf = async (status: number): Promise<number> =>
    (await health(reportOf('memory.live', { state: 'failed', failures: [{ ...broken, status }] }))).status;
  expect([await statusOf(501), await statusOf(403), await statusOf(429)]).toEqual([501, 200, 200]);
});

it('`like` prefers the names of the option wireNames', async () => {
  const like = { ...reportOf('memory.live', {}), wireNames: { 'memory.live': { status: 'theirs', version: '(withheld)' } } };
  const local = createLocalPlatform({ like, wireNames: { 'memory.live': { status: 'mine' } } });
  const response = await local.fetch(`${local.baseUrls().memory}/health/live`);
  expect(await response.json()).toHaveProperty('mine');
  expect(await (await health(like)).json()).toHaveProperty('theirs');
});

const shapes = (depth: number): object => (depth === 0 ? { types: [] } : { types: ['array'], items: shapes(depth - 1) });

it.each([
  ['a list', [], 'the option like'],
  ['another version', { version: 2 }, 'the option like.version'],
  ['a missing field', { findings: undefined }, 'the option like.findings is required'],
  ['a wrong status', { operations: { a: { state: 'compared', statuses: [9] } } }, 'the option like.operations.a.statuses.0'],
  [
    'a header of the connection',
    { operations: { a: { state: 'compared', headers: ['transfer-encoding'] } } },
    'like.operations.a.headers.0',
  ],
  ['a shape without types', { operations: { a: { state: 'compared', shape: {} } } }, 'like.operations.a.shape.types is required'],
  ['a shape in a list', { operations: { a: { state: 'compared', shape: { types: [], items: 7 } } } }, 'like.operations.a.shape.items'],
  [
    'a deep shape',
    { operations: { a: { state: 'compared', shape: shapes(5000) } } },
    'like.operations.a.shape must have at most 50 levels',
  ],
])('`like` rejects %s, and names the field', (_, given, message) => {
  const like = (Array.isArray(given) ? given : { ...reportOf('memory.live', {}), ...given }) as unknown as LikeReport;
  expect(() => createLocalPlatform({ like })).toThrow(message);
});
