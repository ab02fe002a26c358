import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { idIn, platformAtNewYear, send, signIn, signInReady } from './raw-request.ts';

it('createLocalPlatform serves every service below one origin', () => {
  expect(createLocalPlatform().baseUrls('http://localhost:4010/')).toEqual({
    auth: 'http://localhost:4010/auth/v1',
    organizations: 'http://localhost:4010/control/v1',
    wallets: 'http://localhost:4010/control/v1',
    analytics: 'http://localhost:4010/analytics',
    memory: 'http://localhost:4010/memory',
    gateway: 'http://localhost:4010/gateway/v1',
    upload: 'http://localhost:4010/upload',
    search: 'http://localhost:4010/search',
    converter: 'http://localhost:4010/converter',
  });
});

it('the default account can sign in, and sees its organization', async () => {
  const platform = createLocalPlatform();
  const { email, password } = platform.account;
  const { accessToken: token } = await signIn(platform, email, password);

  await expect(send(platform, 'GET /control/v1/organizations', { token })).resolves.toMatchObject({
    status: 200,
    body: { data: [{ attributes: { name: 'Analytical Engines', currentUserRole: 'OWNER' } }] },
  });
});

it('a platform with selected services omits the operations of other services', async () => {
  const platform = platformAtNewYear({ services: [] });

  await expect(send(platform, 'POST /upload/v1/upload')).resolves.toMatchObject({
    status: 404,
    body: { errors: [{ code: 'UNKNOWN_PATH' }] },
  });
  expect(platform.requestLog.at(-1)?.operation).toBeUndefined();
});

it.each(['GET /control/v1/organisations', 'GET /control/v1/organizations/', 'GET /auth/v1/users/%ff/activate/email', 'GET /'])(
  'the local platform returns 404 for %s, which is not in the API specification',
  async (line) => {
    await expect(send(platformAtNewYear(), line)).resolves.toMatchObject({
      status: 404,
      body: { errors: [{ status: '404', code: 'UNKNOWN_PATH' }] },
    });
  },
);

it.each([
  ['GET /api/v1/organizations', ' No service is at this path. The base addresses end in /auth/v1, /control/v1, /analytics, /memory, '],
  ['GET /control/v10/organizations', ' No service is at this path.'],
])('a request to a path without a service, %s, gets an error with the correct base URLs', async (line, advice) => {
  const { body } = await send(platformAtNewYear(), line);
  expect(JSON.stringify(body)).toContain(`no operation ${line}.${advice}`);
});

it.each(['GET /control/v1/organisations', 'GET /upload'])(
  'the error for %s omits the base URLs, because the base URL is correct',
  async (line) => {
    const { body } = await send(platformAtNewYear(), line);
    expect(JSON.stringify(body)).toContain(`no operation ${line}."`);
  },
);

it.each([
  ['PUT /control/v1/organizations', 'GET, HEAD, POST', { errors: [{ status: '405', code: 'METHOD_NOT_ALLOWED' }] }],
  ['DELETE /auth/v1/oauth/token', 'POST', { errors: [{ status: '405', code: 'METHOD_NOT_ALLOWED' }] }],
  ['GET /memory/v1/chat', 'POST', { error: { code: 'METHOD_NOT_ALLOWED' } }],
  ['PUT /gateway/v1/chat/completions', 'POST', { error: { code: 'METHOD_NOT_ALLOWED' } }],
  ['GET /upload/v1/upload', 'POST', { detail: expect.stringContaining('It allows POST.') as string }],
  ['GET /search/v1/search', 'POST', { detail: expect.stringContaining('It allows POST.') as string }],
  ['GET /converter/api/convert', 'POST', { success: false, code: 'METHOD_NOT_ALLOWED' }],
  ['POST /analytics/api/public/traces/one/two', 'GET, HEAD', { error: 'MethodNotAllowedError' }],
])('the local platform returns 405 for %s, with the allowed methods', async (line, allow, body) => {
  const answer = await send(platformAtNewYear(), line);
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow });
  expect(answer.body).toMatchObject(body);
});

it.each([
  ['POST /auth/v1/oauth/token', 415, { errors: [{ status: '415', code: 'UNSUPPORTED_MEDIA_TYPE', title: 'Unsupported Media Type' }] }],
  ['POST /memory/v1/users', 400, { error: { code: 'VALIDATION_ERROR' } }],
  ['POST /gateway/v1/chat/completions', 400, { error: { code: 'INVALID_INPUT' } }],
  ['POST /search/v1/search', 422, { detail: [{ loc: ['body'] }] }],
  ['POST /converter/api/convert', 400, { success: false, code: 'VALIDATION_ERROR' }],
])('a request with JSON under another media type is rejected: %s', async (line, status, body) => {
  const platform = platformAtNewYear();
  const token = platform.gatewayKey;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '', 'application/jsonp']) {
    const answer = await send(platform, line, { token, body: {}, headers: { 'Content-Type': type } });
    expect({ type, status: answer.status }).toEqual({ type, status });
    expect(answer.body).toMatchObject(body);
  }
  const asJsonApi = { 'Content-Type': 'application/vnd.api+json; charset=utf-8' };
  const text = JSON.stringify(await send(platform, line, { token, body: {}, headers: asJsonApi }).then((answer) => answer.body));
  expect(text).not.toContain('must be sent as');
});

it('an operation returns 401 for a missing or wrong Api-Key', async () => {
  const answer = { status: 401, body: { errors: [{ code: 'INVALID_API_KEY' }] } };
  const platform = platformAtNewYear();

  await expect(send(platform, 'POST /auth/v1/oauth/token', { headers: { 'Api-Key': 'other' }, body: {} })).resolves.toMatchObject(answer);
  await expect(send(platform, 'GET /control/v1/organizations', { headers: { 'Api-Key': '' } })).resolves.toMatchObject(answer);
});

it('the local platform uses the Api-Key of its options', async () => {
  const answer = await send(createLocalPlatform({ apiKey: 'mine' }), 'GET /auth/v1/users/validate/email?email=a@b.cd', {
    headers: { 'Api-Key': 'mine' },
  });

  expect(answer.status).toBe(200);
});

it('an operation returns 422 with the position of each invalid field', async () => {
  await expect(send(platformAtNewYear(), 'POST /auth/v1/oauth/token', { body: { username: 7 } })).resolves.toMatchObject({
    status: 422,
    body: {
      errors: [
        {
          status: '422',
          code: 'INVALID_INPUT',
          title: 'Unprocessable Content',
          detail: 'username must be a string',
          source: { pointer: '/username' },
        },
        { status: '422', code: 'INVALID_INPUT', detail: 'password is required', source: { pointer: '' } },
      ],
    },
  });
});

it('the errors of a 422 contain positions within the envelope, or the names of query parameters', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const inBody = await send(platform, 'POST /control/v1/organizations', {
    token,
    body: { data: { type: 'organization', attributes: {} } },
  });
  const inQuery = await send(platform, `GET /control/v1/organizations/${platform.account.id}?include=wallets`, { token });

  expect(inBody).toMatchObject({ status: 422, body: { errors: [{ source: { pointer: '/data/attributes' } }] } });
  expect(inQuery).toMatchObject({ status: 422, body: { errors: [{ source: { parameter: 'include' } }] } });
});

it('an operation returns 400 for a body that is not JSON', async () => {
  await expect(send(platformAtNewYear(), 'POST /auth/v1/oauth/token', { body: '{"username":' })).resolves.toMatchObject({
    status: 400,
    body: { errors: [{ status: '400', code: 'INVALID_INPUT', title: 'Bad Request', detail: 'The body is not JSON' }] },
  });
});

it('two platforms create the same ids, and the same codes from the same random values', async () => {
  const register = async () => {
    const platform = platformAtNewYear({ random: (bytes) => bytes.fill(7) });
    const { body } = await send(platform, 'POST /auth/v1/users', { body: { username: 'new@example.com', password: 'p' } });
    return [body, platform.inbox.latest('new@example.com')?.code];
  };

  await expect(register()).resolves.toEqual(await register());
});

it('the local platform creates ids with the function in its options', async () => {
  let last = 0;
  const platform = platformAtNewYear({ ids: () => `own-${++last}` });
  const token = await signInReady(platform);
  const body = { data: { type: 'organization', attributes: { name: 'X' } } };

  expect(platform.account.id).toBe('own-1');
  expect(idIn(await send(platform, 'POST /control/v1/organizations', { token, body }))).toMatch(/^own-\d+$/);
});

it('the local platform lists its assumptions', () => {
  const topics = createLocalPlatform()
    .assumptions()
    .map(({ topic }) => topic);

  expect(topics).toEqual(expect.arrayContaining(['Errors', 'Refresh', 'Order of role errors']));
  expect(new Set(topics).size).toBe(topics.length);
});

it('reset restores the initial state, with the default account and its organization', async () => {
  const platform = platformAtNewYear();
  const { id } = platform.account;
  const token = await signInReady(platform);
  await send(platform, 'POST /control/v1/organizations', {
    token,
    body: { data: { type: 'organization', attributes: { name: 'Gone' } } },
  });
  await send(platform, 'POST /auth/v1/users', { body: { username: 'gone@example.com', password: 'p' } });
  platform.faults.add({ status: 503 });
  platform.clock.advance(5000);

  platform.reset();

  expect(platform).toMatchObject({ account: { id }, requestLog: [], inbox: { all: [] } });
  expect(platform.clock.now()).toBe(Date.UTC(2026, 0, 1));
  await expect(send(platform, 'GET /auth/v1/users/validate/email?email=gone@example.com')).resolves.toMatchObject({
    body: { exists: false },
  });
  await expect(send(platform, 'GET /control/v1/organizations', { token })).resolves.toMatchObject({ status: 401 });
  const { body } = await send(platform, 'GET /control/v1/organizations', { token: await signInReady(platform) });
  expect(body).toMatchObject({ data: [{ attributes: { name: 'Analytical Engines' } }] });
});

it('the request log contains one entry per request, without query, headers and body', async () => {
  const platform = platformAtNewYear();
  await send(platform, 'POST /auth/v1/oauth/token?trace=1', {
    body: { username: 'ada@example.com', password: 'hunter2', otp: '1', remember: true },
  });
  await send(platform, 'GET /converter/api/health');
  await send(platform, 'GET /nowhere');

  const at = Date.UTC(2026, 0, 1);
  expect(platform.requestLog).toEqual([
    {
      operation: 'auth.login',
      method: 'POST',
      path: '/auth/v1/oauth/token',
      status: 401,
      unknownFields: ['trace', 'otp', 'remember'],
      at,
    },
    {
      operation: 'converter.health',
      method: 'GET',
      path: '/converter/api/health',
      status: 200,
      unknownFields: [],
      at,
    },
    { operation: undefined, method: 'GET', path: '/nowhere', status: 404, unknownFields: [], at },
  ]);
});

it('the request log lists unknown fields of an envelope with their path', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const body = { data: { type: 'organization', attributes: { name: 'X', color: 'red' }, links: {} }, extra: 1 };
  await send(platform, 'POST /control/v1/organizations', { token, body });

  expect(platform.requestLog.at(-1)).toMatchObject({
    operation: 'organizations.create',
    status: 200,
    unknownFields: ['extra', 'data.links', 'data.attributes.color'],
  });
});
