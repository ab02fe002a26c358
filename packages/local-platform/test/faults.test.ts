import { serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { expect, it, onTestFinished, vi } from 'vitest';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

const validate = 'GET /auth/v1/users/validate/email?email=a@b.cd';
const url = 'https://platform.test/auth/v1/users/validate/email?email=a@b.cd';
const headers = { 'Api-Key': 'local-api-key' };

const spent = new Response('once');
const thrown = (): never => {
  throw new RangeError('a mistake');
};

it.each([
  [
    'a fault without an effect',
    (local: LocalPlatform) => local.faults.add({ operation: 'organizations.list', times: 2 }),
    'the fault changes nothing',
  ],
  ['a time that is not a number', (local: LocalPlatform) => local.clock.advance('1h' as never), 'milliseconds must be a number, not 1h'],
  ['a time that is not finite', (local: LocalPlatform) => local.clock.advance(Infinity), 'milliseconds must be a number, not Infinity'],
])('the local platform throws a clear error for %s', (_, control: (local: LocalPlatform) => unknown, message) => {
  const local = platformAtNewYear();
  const before = local.clock.now();
  expect(() => control(local)).toThrow(message);
  expect(local.clock.now()).toBe(before);
});

it('a fault replaces only the next response with a status, headers and an error document', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ operation: 'auth.validateEmail', status: 503, headers: { 'Retry-After': '7' } });

  await expect(send(platform, 'GET /auth/v1/users/validate/phone?phoneNumber=1&countryCode=49')).resolves.toMatchObject({ status: 200 });
  const first = await send(platform, validate);
  expect(first).toMatchObject({ status: 503, body: { errors: [{ status: '503', code: 'FAULT', title: 'Service Unavailable' }] } });
  expect(first.headers.get('retry-after')).toBe('7');
  await expect(send(platform, validate)).resolves.toMatchObject({ status: 200 });
});

it('faults happen as often as `times` specifies, in the order in which they were added', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ status: 500, times: 2 });
  platform.faults.add({ status: 502 });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call++) statuses.push((await send(platform, validate)).status);

  expect(statuses).toEqual([500, 500, 502, 200]);
});

it('a fault applies only to requests that its `match` accepts, and can be removed', async () => {
  const platform = platformAtNewYear();
  const takeBack = platform.faults.add({ match: (request) => request.url.includes('other'), status: 500, times: 9 });

  await expect(send(platform, validate)).resolves.toMatchObject({ status: 200 });
  await expect(send(platform, `${validate}&other=1`)).resolves.toMatchObject({ status: 500 });
  takeBack();
  await expect(send(platform, `${validate}&other=1`)).resolves.toMatchObject({ status: 200 });
});

it('the failure `refused` opens no connection; on a port, the connection breaks', async () => {
  const platform = platformAtNewYear();
  const server = await serve(platform);
  onTestFinished(() => server.close());
  platform.faults.add({ failure: 'refused', times: 2 });

  await expect(send(platform, validate)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  await expect(fetch(`${server.baseUrls.auth}/users/validate/email?email=a@b.cd`, { headers })).rejects.toThrow('fetch failed');
  expect(platform.requestLog.map(({ status }) => status)).toEqual([undefined, undefined]);
});

it.each([
  ['a lost response', { failure: 'reset' }],
  ['another status', { status: 503 }],
  ['another body', { body: {} }],
  ['an HTML page', { failure: 'html' }],
  ['the response of a function', { respond: () => new Response() }],
] as const)('an applied fault ends the job whose response it replaces with %s', async (_, fault) => {
  const platform = platformAtNewYear();
  platform.faults.add({ operation: 'converter.crawl', applied: true, ...fault });
  await send(platform, 'POST /converter/api/crawl', { body: { url: platform.sampleSite } }).catch(() => undefined);

  expect(platform.jobs.map(({ state }) => state)).toEqual(['disconnected']);
});

it('a fault responds with its body, or with the Response of its function', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ body: { valid: 'perhaps' } });
  platform.faults.add({ respond: () => new Response('{}', { status: 418 }) });

  await expect(send(platform, validate)).resolves.toMatchObject({ status: 200, body: { valid: 'perhaps' } });
  await expect(send(platform, validate)).resolves.toMatchObject({ status: 418 });
});

it.each([204, 205, 304])('faults respond with status %i and no body', async (status) => {
  const platform = platformAtNewYear();
  platform.faults.add({ status, headers: { ETag: '"1"' } });
  platform.faults.add({ status, body: null, failure: 'reset-body' });
  const first = await send(platform, validate);

  expect(first).toMatchObject({ status, body: undefined });
  expect(first.headers.get('etag')).toBe('"1"');
  await expect(send(platform, validate)).resolves.toMatchObject({ status, body: undefined });
});

it.each([
  ['a string', { status: 503, body: '{}' }, 'Content-Type', 'application/problem+json'],
  ['JSON', { body: {} }, 'CONTENT-TYPE', 'application/problem+json'],
  ['an HTML page', { failure: 'html' }, 'Content-Type', 'text/html; charset=utf-8'],
  ['an error document', { status: 401 }, 'WWW-Authenticate', 'Bearer error="invalid_token"'],
  ["the service's own response", {}, 'Content-Type', 'application/hal+json'],
  ['a delayed response', { delayMs: 1 }, 'Sunset', 'Sat, 01 Jan 2028 00:00:00 GMT'],
  ['a cut response', { failure: 'truncated-body' }, 'Deprecation', '@1767225600'],
] as const)('faults replace headers of %s, whatever the case of their names', async (_, fault, name, value) => {
  const platform = platformAtNewYear();
  platform.faults.add({ ...fault, headers: { [name]: value } });
  const response = await platform.fetch(url, { headers });

  expect(response.headers.get(name)).toBe(value);
});

it('faults respond with UTF-8 text', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ status: 503, body: 'Überlastet' });
  const response = await platform.fetch(url, { headers });

  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  await expect(response.text()).resolves.toBe('Überlastet');
});

it('a fault with the body `null` responds with JSON null', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ body: null });

  await expect(send(platform, validate)).resolves.toMatchObject({ status: 200, body: null });
});

it.each([
  ['an invalid status', { status: 99 }],
  ['a body and a status that forbids a body', { status: 204, body: {} }],
  ['a page and a status that forbids a body', { status: 304, failure: 'html' }],
  ['an invalid header', { status: 500, headers: { 'a b': 'c' } }],
] as const)('faults.add throws for %s', (_, fault) => {
  expect(() => platformAtNewYear().faults.add(fault)).toThrow(/Response|status|header/i);
});

it.each([
  ['the function match', { match: thrown, status: 503 }, 'The match of a fault failed: RangeError: a mistake'],
  ['the function respond', { respond: thrown }, 'The respond of a fault failed: RangeError: a mistake'],
  [
    'a function respond that returns one response twice',
    { respond: () => spent },
    'The respond of a fault failed: TypeError: the body of its',
  ],
])('the response is an error if %s of a fault failed', async (_, fault, detail) => {
  await spent.text().catch(() => undefined);
  const platform = platformAtNewYear();
  platform.faults.add(fault);

  await expect(send(platform, validate)).resolves.toMatchObject({
    status: 500,
    body: { errors: [{ code: 'FAULT_FAILED', detail: expect.stringContaining(detail) as string }] },
  });
  expect(platform.requestLog).toMatchObject([{ operation: 'auth.validateEmail', status: 500 }]);
});

it('faults break the connection if a respond function throws as fetch does', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ respond: () => Response.error() });

  await expect(platform.fetch(url, { headers })).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
});

it('faults respond with an HTML page', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ failure: 'html', status: 502 });
  const response = await platform.fetch(url, { headers });

  expect(response.status).toBe(502);
  expect(response.headers.get('content-type')).toBe('text/html');
  await expect(response.text()).resolves.toContain('<title>502 from a proxy</title>');
});

it('faults break the connection before the headers, with the error of fetch', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ failure: 'reset' });

  await expect(platform.fetch(url, { headers })).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
  expect(platform.requestLog).toMatchObject([{ operation: 'auth.validateEmail', status: undefined }]);
});

it('faults break the connection in the middle of the body', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ failure: 'reset-body' });
  const response = await platform.fetch(url, { headers });

  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
});

it('faults truncate a body', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ failure: 'truncated-body', body: 'twelve bytes' });
  const response = await platform.fetch(url, { headers });

  await expect(response.text()).resolves.toBe('twelve');
});

it('the failure `stall` sends no headers until the call is aborted', async () => {
  const platform = platformAtNewYear();
  const controller = new AbortController();
  platform.faults.add({ failure: 'stall' });
  const answer = platform.fetch(url, { headers, signal: controller.signal });
  controller.abort();

  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

it('the failure `stall-body` stops in the middle of an error body until the call is aborted', async () => {
  const platform = platformAtNewYear();
  const controller = new AbortController();
  platform.faults.add({ failure: 'stall-body', status: 500 });
  const response = await platform.fetch(url, { headers, signal: controller.signal });
  const reader = response.body!.getReader();

  expect(response.status).toBe(500);
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^\{"errors":/);
  const next = reader.read();
  controller.abort();
  await expect(next).rejects.toMatchObject({ name: 'AbortError' });
});

it('a fault that replaces the response runs the call only with `applied`', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const create = (name: string) =>
    send(platform, 'POST /control/v1/organizations', { token, body: { data: { type: 'organization', attributes: { name } } } });
  platform.faults.add({ operation: 'organizations.create', failure: 'reset' });
  platform.faults.add({ operation: 'organizations.create', failure: 'reset', applied: true });
  platform.faults.add({ operation: 'organizations.create', status: 504, applied: true });

  await expect(create('undone')).rejects.toThrow('fetch failed');
  await expect(create('done, answer lost')).rejects.toThrow('fetch failed');
  await expect(create('done, proxy timed out')).resolves.toMatchObject({ status: 504 });
  const { body } = await send(platform, 'GET /control/v1/organizations', { token });
  expect((body as { data: { attributes: { name: string } }[] }).data.map(({ attributes }) => attributes.name)).toEqual([
    'Analytical Engines',
    'done, answer lost',
    'done, proxy timed out',
  ]);
});

it('faults.clear removes all faults', async () => {
  const platform = platformAtNewYear();
  platform.faults.add({ status: 500 });
  platform.faults.clear();

  await expect(send(platform, validate)).resolves.toMatchObject({ status: 200 });
});

it('delayMs delays the response', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const platform = platformAtNewYear();
  platform.faults.add({ delayMs: 1000 });
  let status: number | undefined;
  const answer = send(platform, validate).then((given) => (status = given.status));

  await vi.advanceTimersByTimeAsync(999);
  expect(status).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await answer;
  expect(status).toBe(200);
});
