import { globSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import type { AnyOperation } from '@platform-sdk/core/contract';
import { zodProblemsOf } from '@platform-sdk/core/server';
import { createLocalPlatform, serve, type LocalPlatform, type SeedData } from '@platform-sdk/local-platform';
import { sweep } from '@platform-sdk/local-platform/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Contract from '../src/control/contract/index.ts';
import { startControl, TOKEN } from './control-scene.ts';

const contract = await vi.importActual<typeof Contract>('../src/control/contract/index.ts');

interface OpenApi {
  readonly paths: Record<
    string,
    Record<
      string,
      { operationId: string; requestBody?: object; responses: Record<string, { content?: Record<string, { schema: object }> }> }
    >
  >;
}

/** Runs a sweep of a journey with one call. */
const sweepReset = (local: LocalPlatform) =>
  sweep({
    local,
    journey: async ({ apiKey, account, fetch: send, ...platform }) => {
      const auth = createAuthClient(createPlatform({ apiKey, fetch: send, baseUrls: platform.baseUrls() }));
      await auth.requestPasswordReset({ email: account.email });
    },
  });

it('the control API rejects requests without the right token, and requests from pages of other origins', async () => {
  const { control, server } = await startControl();
  const other = { authorization: 'Bearer wrong' };
  const statuses = await Promise.all([
    control('GET /clock', undefined, { authorization: '' }),
    control('GET /clock', undefined, other),
    control('GET /clock', undefined, { authorization: `Bearer ${TOKEN}x` }),
    control('GET /clock', undefined, { authorization: `Basic ${TOKEN}` }),
    control('GET /clock', undefined, { origin: 'http://localhost:1' }),
    control('GET /clock', undefined, { origin: 'null' }),
    control('GET /clock', undefined, { 'sec-fetch-site': 'same-site' }),
    control('OPTIONS /clock', undefined, { origin: 'http://localhost:1', 'access-control-request-method': 'GET' }),
    control('GET /clock', undefined, { origin: server.origin }),
    control('GET /clock'),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 403, 403, 403, 403, 200, 200]);
  expect(statuses.flatMap(({ headers }) => [...headers.keys()].filter((name) => name.startsWith('access-control')))).toEqual([]);
  expect(statuses[0].headers.get('www-authenticate')).toBe('Bearer');
});

it('every operation of the control API rejects a request without the token, and changes nothing', async () => {
  const { control, server, platform } = await startControl();
  const { body } = await control('GET /openapi.json');
  const lines = Object.entries((body as unknown as OpenApi).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path]),
  );
  const before = platform.snapshot().stores;
  const statuses = await Promise.all(
    lines.map(async ([method = '', path]) => {
      const json = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' };
      return (await fetch(`${server.origin}/_local${path}`, { method, ...json })).status;
    }),
  );

  expect(lines.length).toBeGreaterThan(25);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(platform.snapshot().stores).toEqual(before);
});

it('the control API rejects an unknown host name that resolves to this machine', async () => {
  const { server } = await startControl();
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'rebound.example', authorization: `Bearer ${TOKEN}` };
    httpRequest(`${server.origin}/_local/clock`, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

  expect(status).toBe(403);
});

it('the control API requires a random token by default, and is off without the option', async () => {
  const [one, other] = [await serve(createLocalPlatform(), { control: true }), await serve(createLocalPlatform())];
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));

  expect(one.control?.token).toMatch(/^[\da-f]{32}$/);
  expect(one.control?.inspector).toBe(`${one.origin}/#token=${one.control?.token}`);
  expect(other.control).toBeUndefined();
  expect((await fetch(`${other.origin}/_local/clock`)).status).toBe(404);
  expect((await fetch(other.origin, { headers: { accept: 'text/html' } })).status).toBe(404);
});

it('the sample site does not serve the control API, because its pages are foreign', async () => {
  const { platform } = await startControl();
  expect((await platform.fetch(`${platform.sampleSite}_local/clock`)).headers.get('content-type')).toContain('text/html');
});

it('the control API names the path, the method and the invalid field in errors', async () => {
  const { control } = await startControl();
  const failures = await Promise.all([
    control('GET /other'),
    control('PUT /clock'),
    control('POST /clock/advance', { ms: -1 }),
    control('POST /clock/advance', { ms: 1, s: 1 }),
    control('POST /clock/advance', '{'),
    control('POST /clock/advance', 'ms=1', { 'content-type': 'text/plain' }),
    control('GET /requests?after=x'),
    control('GET /requests?befor=1'),
    control('GET /state/other'),
    control('POST /faults', { operation: 'organizations.lst', status: 500 }),
    control('POST /faults', { status: 204, body: 'x' }),
    control('POST /seed', { accounts: [{ email: 'a@example.com', pasword: 'x' }] }),
    control('GET /requests/1'),
    control('GET /state/%FF'),
  ]);
  const shown = failures.map(({ status, body }) => [status, body.error.code, body.error.field ?? '']);

  expect(shown).toEqual([
    [404, 'UNKNOWN_PATH', ''],
    [405, 'METHOD_NOT_ALLOWED', ''],
    [400, 'INVALID_INPUT', 'ms'],
    [400, 'INVALID_INPUT', 's'],
    [400, 'INVALID_INPUT', ''],
    [415, 'UNSUPPORTED_MEDIA_TYPE', ''],
    [400, 'INVALID_INPUT', 'after'],
    [400, 'INVALID_INPUT', 'befor'],
    [404, 'UNKNOWN_RESOURCE', ''],
    [400, 'INVALID_INPUT', 'operation'],
    [400, 'INVALID_INPUT', ''],
    [400, 'INVALID_INPUT', 'accounts.0.pasword'],
    [404, 'UNKNOWN_REQUEST', ''],
    [404, 'UNKNOWN_PATH', ''],
  ]);
  expect(failures[1].headers.get('allow')).toBe('GET');
});

it('the control API responds as its contract specifies', async () => {
  const scene = await startControl();
  const { control, call, platform } = scene;
  const { accessToken } = await scene.signIn();
  await call('GET /control/v1/organizations', undefined, { authorization: `Bearer ${accessToken}` });
  await call('POST /auth/v1/users', { username: 'new@example.com', password: 'p' });
  const organization = (await control('GET /accounts')).body.organizations[0];
  await sweepReset(platform);
  const bodies: Record<string, unknown> = {
    seed: { accounts: [{ email: 'seeded@example.com', password: 'p' }] },
    addFault: { status: 503, times: null },
    advanceClock: { ms: 1000 },
    issueKey: { kind: 'session' },
    setTier: { tier: 'pro' },
    creditWallet: { amount: 1.5 },
    editRecord: { firstName: 'Augusta' },
    repeatRequest: {},
    replayCell: { cell: 'auth.requestPasswordReset#1/503' },
    restoreSnapshot: platform.snapshot(),
  };
  const values: Record<string, string> = {
    resource: 'accounts',
    resourceName: 'accounts',
    recordId: platform.account.id,
    addressHash: organization?.wallets[0]?.addressHash ?? '',
  };
  const idOf: Record<string, string> = { setTier: organization?.id ?? '' };
  const checked: string[] = [];
  // Operations that remove requests, faults or the state itself come last.
  const rankOf = (id: string): number => (/^(?:clear|reset|replay)/.test(id) ? 2 : Number(/^(?:remove|restore)/.test(id)));
  const all = Object.entries<AnyOperation>(contract).toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  for (const [operationId, { path, method, output, status: expected = 200 }] of all) {
    if (operationId === 'followEvents') continue;
    const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'id' ? (idOf[operationId] ?? '1') : (values[name] ?? '')),
    );
    const { status, body: found } = await control(`${method} ${to}`, bodies[operationId]);
    expect({ operationId, status }).toEqual({ operationId, status: expected });
    expect({ operationId, problems: status === 204 ? [] : zodProblemsOf(output, found) }).toEqual({ operationId, problems: [] });
    // The sweep has already added faults, so the id is not 1.
    if (operationId === 'addFault') idOf['removeFault'] = String(found.id);
    checked.push(operationId);
  }
  expect(checked.length).toBe(all.length - 1);
});

it('the OpenAPI document lists the statuses of rejected requests', async () => {
  const { control } = await startControl();
  const { body } = await control('GET /openapi.json');
  const undocumented: string[] = [];
  for (const [path, methods] of Object.entries((body as unknown as OpenApi).paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      const line = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '1')}`;
      const rejected = [
        await control(`${line}?unknown=1`, requestBody && {}),
        await control(line, requestBody && {}, { authorization: '' }),
        await control(line, requestBody && {}, { origin: 'http://localhost:1' }),
        ...(requestBody ? [await control(line, 'x', { 'content-type': 'text/plain' })] : []),
      ];
      for (const { status } of rejected)
        if (status < 400 || !(responses[String(status)] ?? responses['4XX'])) undocumented.push(`${line}: ${status}`);
    }

  expect(undocumented).toEqual([]);
});

it('the control API streams events about requests, messages, faults, the clock and the state', async () => {
  const { control, call, server } = await startControl();
  const response = await fetch(`${server.origin}/_local/events`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(text)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended before ${String(pattern)}: ${text}`);
      text += value;
    }
  };
  await until(/event: clock/);
  await call('POST /auth/v1/users', { username: 'new@example.com', password: 'p' });
  await until(/event: message\ndata: \{"count":1/);
  await until(/event: request\ndata: \{.*"operation":"auth.register".*"status":201/);
  await control('POST /clock/advance', { ms: 60_000 });
  await control('POST /faults', { status: 500 });
  await until(/event: faults\ndata: \{"faults":\[\{"id":1/);
  await call('GET /control/v1/organizations');
  await control('POST /reset');
  await until(/event: state\ndata: \{"reason":"reset"\}/);
  await reader.cancel();

  expect(text.match(/event: faults\ndata: \{"faults":\[\]\}/g)?.length).toBeGreaterThanOrEqual(2);
});

it('the control API adds faults for one operation, and lists the remaining faults', async () => {
  const { control, call } = await startControl();
  await control('POST /faults', { operation: 'auth.login', status: 503, times: 2 });
  const { body } = await control('POST /faults', { operation: 'auth.login', failure: 'html', times: null });
  const signIn = async () => (await call('POST /auth/v1/oauth/token', { username: 'ada@example.com', password: 'wrong' })).status;

  expect([
    await signIn(),
    (await control('GET /faults')).body.faults[0]?.remaining,
    await signIn(),
    await signIn(),
    await signIn(),
  ]).toEqual([503, 1, 503, 200, 200]);
  await control(`DELETE /faults/${body.id}`);
  expect((await control('GET /faults')).body).toEqual({ faults: [] });
  expect((await control(`DELETE /faults/${body.id}`)).status).toBe(404);
});

it('the control API adds no data if a part of the seed is invalid', async () => {
  const { control, platform } = await startControl();
  const before = platform.snapshot().stores;
  const { status } = await control('POST /seed', {
    accounts: [{ email: 'new@example.com', password: 'p' }],
    wallets: [{ of: 'Nobody', credits: 1 }],
  });

  expect(status).toBe(400);
  expect(platform.snapshot().stores).toEqual(before);
});

it('the control API rejects changes of other fields than editable fields, and changes of types', async () => {
  const { control, platform } = await startControl();
  const path = `/state/accounts/${platform.account.id}`;
  const edit = async (fields: object) => (await control(`PATCH ${path}`, fields)).status;

  expect([
    await edit({ password: 'x' }),
    await edit({ id: 'x' }),
    await edit({ password: 1 }),
    await edit({ activationCode: '123456' }),
  ]).toEqual([200, 400, 400, 200]);
  expect((await control('PATCH /state/traces/1%20x', { name: 'x' })).status).toBe(404);
  expect((await control('GET /state/accounts')).body.records[0]?.record).toMatchObject({ password: 'x', activationCode: '123456' });
});

it('the control API accepts only known values for enumerations', async () => {
  const { control, platform, signIn } = await startControl();
  const { refreshToken } = await signIn();
  platform.seed({ subscriptions: [{ of: 'Analytical Engines', tier: 'pro' }] });
  const [organization] = (await control('GET /accounts')).body.organizations;
  const edit = async (path: string, fields: object) => (await control(`PATCH /state/${path}`, fields)).status;

  expect(await edit(`subscriptions/${organization?.id}`, { tier: 'gold' })).toBe(400);
  expect(await edit(`subscriptions/${organization?.id}`, { tier: 'enterprise' })).toBe(200);
  expect(await edit(`refresh-tokens/${refreshToken}`, { isUsed: 'yes' })).toBe(400);
  expect(await edit(`refresh-tokens/${refreshToken}`, { isUsed: true })).toBe(200);
});

it('the control API lists grouped records, newest first, page by page', async () => {
  const { control } = await startControl();
  const { total, records } = (await control('GET /state/traces?limit=1000')).body as unknown as {
    total: number;
    records: { id: string }[];
  };
  const second = (await control('GET /state/traces?offset=1&limit=2')).body as unknown as { records: { id: string }[] };
  expect(total).toBe(records.length);
  expect(second.records).toEqual(records.slice(1, 3));
  const [last] = (await control(`GET /state/traces?offset=${total - 1}`)).body.records;
  expect(last).toEqual(records.at(-1));
  expect((await control(`GET /state/traces?offset=${total}`)).body.records).toEqual([]);
});

it('the control API names the package of the client in SDK code', async () => {
  const { control, call, signIn } = await startControl();
  const { accessToken } = await signIn();
  const [organization] = (await control('GET /accounts')).body.organizations;
  const path = `/control/v1/organizations/${organization?.id}/projects/1/agent_passes`;
  await call(`GET ${path}`, undefined, { authorization: `Bearer ${accessToken}` });
  const { texts } = (await control('GET /requests/2')).body as unknown as { texts: { sdk: string } };
  expect(texts.sdk).toContain("import { createAgentPassesClient } from '@platform-sdk/agent-passes';");
});

it.each<[string, string, RequestInit, string]>([
  ['a HEAD, after which -X would wait for a body', '/memory/health', { method: 'HEAD' }, "curl --head 'ADDRESS'"],
  ['brackets and braces, which curl would treat as patterns', '/memory/health?a[]={1,2}', {}, "curl -X GET --globoff 'ADDRESS'"],
  [
    'an empty header, which a colon would remove',
    '/memory/health',
    { headers: { 'X-Empty': '', 'X-Full': "it's" } },
    "curl -X GET 'ADDRESS' \\\n  -H 'x-empty;' \\\n  -H 'x-full: it'\\''s'",
  ],
  [
    'a body without a media type, which curl would send as a form',
    '/memory/v1/users',
    { method: 'POST', body: new TextEncoder().encode('{}') },
    "curl -X POST 'ADDRESS' \\\n  -H 'content-type:' \\\n  --data-raw '{}'",
  ],
  [
    'a body that contains the escape sequence for the end of a paste',
    '/memory/v1/users',
    { method: 'POST', body: "'\\\x1b[201~\nrm" },
    "curl -X POST 'ADDRESS' \\\n  -H 'content-type: text/plain;charset=UTF-8' \\\n  --data-raw $'\\u0027\\u005c\\u001b[201~\\u000arm'",
  ],
  [
    'a body with a NUL character, which shells drop',
    '/memory/v1/users',
    { method: 'POST', body: 'a\0b' },
    "curl -X POST 'ADDRESS' \\\n  -H 'content-type: text/plain;charset=UTF-8' \\\n  --data-binary @body",
  ],
])('the control API returns a curl command for %s', async (_, path, init, command) => {
  const { control, server } = await startControl();
  await fetch(server.origin + path, init);
  const { texts } = (await control('GET /requests/1')).body as unknown as { texts: { curl: string } };
  expect(texts.curl).toBe(command.replace('ADDRESS', server.origin + path));
});

it('the control API issues credentials that the services accept', async () => {
  const { control, call } = await startControl();
  const session = (await control('POST /keys', { kind: 'session' })).body;
  const memory = (await control('POST /keys', { kind: 'memory-token' })).body;
  const agent = (await control('POST /keys', { kind: 'agent-pass' })).body;
  const list = 'GET /control/v1/organizations';

  expect((await call(list, undefined, { authorization: `Bearer ${session.accessToken}` })).status).toBe(200);
  expect((await call('GET /memory/v1/users/me', undefined, { authorization: `Bearer ${memory.token}` })).status).toBe(200);
  const headers = {
    authorization: `Bearer ${session.accessToken}`,
    'x-agent-secret-token': agent.secretToken,
    'x-agent-user-id': agent.agentUserId,
  };
  expect((await call(list, undefined, headers)).status).toBe(200);
  expect((await control('GET /requests')).body.requests.at(-1)?.who).toBe('ada@example.com');
  expect((await control('POST /keys', { kind: 'session', accountId: 'x' })).status).toBe(404);
});

it('the control API returns the state as a seed that another platform accepts', async () => {
  const { control } = await startControl();
  await control('POST /seed', {
    accounts: [{ email: 'grace@example.com', password: 'compiler', firstName: 'Grace' }],
    organizations: [
      { name: 'Compilers', owner: 'grace@example.com', members: [{ email: 'ada@example.com', role: 'ADMIN' }], projects: ['Flow-Matic'] },
    ],
    wallets: [{ of: 'Compilers', credits: 12.5 }],
    subscriptions: [{ of: 'Compilers', tier: 'pro' }],
  });
  const { body: data } = await control('GET /seed');
  const other = createLocalPlatform();
  other.seed(data as unknown as SeedData);

  expect(data.organizations).toEqual([
    {
      name: 'Compilers',
      owner: 'grace@example.com',
      members: [{ email: 'ada@example.com', role: 'ADMIN' }],
      projects: [{ name: 'Flow-Matic', tools: 0, notebooks: 0 }],
    },
  ]);
  expect(data).toMatchObject({
    wallets: [{ of: 'Compilers', credits: 12.5 }],
    subscriptions: [{ of: 'Compilers', tier: 'pro', active: true }],
  });
});

const folder = fileURLToPath(new URL('../inspector/', import.meta.url));
const files = globSync('**/*.{js,html}', { cwd: folder }).map((file) => [file, readFileSync(folder + file, 'utf8')] as const);

it('the files of the inspector never insert data as markup or code, and load nothing from elsewhere', () => {
  const markup =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\b|new Function|srcdoc|javascript:|https?:/;

  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(([file, text]) => (markup.test(text) ? [`${file}: ${markup.exec(text)?.[0]}`] : []))).toEqual([]);
});

it('the files of the inspector are served without a token, with a strict content security policy', async () => {
  const { server } = await startControl();
  const get = (path: string, headers = {}) => fetch(server.origin + path, { headers });
  const responses = await Promise.all(files.map(([file]) => get(`/_local/inspector/${file}`)));
  const page = await get('/', { accept: 'text/html' });
  const outside = [
    'tsconfig.json',
    '../package.json',
    '..%2Fpackage.json',
    '%2e%2e/package.json',
    'views/../../package.json',
    'views%2F..%2F..%2Fpackage.json',
    '/etc/passwd',
    'views/',
    '',
  ];
  const rejected = await Promise.all(outside.map(async (name) => (await get(`/_local/inspector/${name}`)).status));

  expect(responses.map(({ status }) => status)).toEqual(files.map(() => 200));
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(await page.text()).toContain('<title>Local platform</title>');
  expect(rejected.filter((status) => status === 200)).toEqual([]);
  expect((await get('/', { accept: 'application/json' })).status).toBe(404);
});
