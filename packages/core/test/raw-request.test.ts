import {
  createPlatform,
  request,
  type BaseName,
  type Credentials,
  type PlatformError,
  type PlatformOptions,
  type RawRequest,
} from '@platform-sdk/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jwt, passed, sessionDocument, tokens } from './fixtures.ts';
import { headersOf, json, recordingFetch, text, type RecordingFetch } from './recording-fetch.ts';

const bench = async (wire: RecordingFetch = recordingFetch(json({ any: ['thing'] })), options: PlatformOptions = {}) => {
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1', organizations: 'https://api.test/v1', memory: 'https://memory.test' },
    fetch: wire.fetch,
    ...options,
  });
  await platform.session.set(tokens('a'));
  return {
    wire,
    send: (given: RawRequest, callOptions?: Parameters<typeof request>[2]) => request(platform, given, callOptions),
    sendAsUser: (given: RawRequest) => request(platform, { credentials: 'user', ...given }),
  };
};

beforeEach(() => void vi.useFakeTimers());

it('reads an undocumented path as the signed-in user, and returns the body unchanged', async () => {
  const { wire, sendAsUser } = await bench();
  await expect(sendAsUser({ base: 'organizations', path: '/reports', query: { page: 2, all: true, none: undefined } })).resolves.toEqual({
    any: ['thing'],
  });
  expect(wire.only()).toMatchObject({ method: 'GET', url: 'https://api.test/v1/reports?page=2&all=true', body: undefined });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', 'api-key': 'app-1', authorization: `Bearer ${jwt('a')}` });
});

it.each([
  ['methd', { methd: 'POST' }, 'methd is unknown: did you mean method?'],
  ['headers', { headers: {} }, 'headers is an option: pass it after the input'],
  ['method', { method: 'get' }, 'method must be one of GET, POST, PUT, PATCH, DELETE'],
  ['retry', { retry: 'sometimes' }, 'retry must be one of safe, idempotent, non-idempotent, single-attempt'],
  ['base', { base: 'constructor' }, 'base must be one of auth, organizations'],
  ['base', { base: undefined }, 'base is required'],
  ['path', { path: 5 }, 'path must be a string'],
  ['query', { query: null }, 'query must be an object'],
  ['credentials', { credentials: 'bearer' }, 'credentials must be one of none, application'],
])('rejects an invalid field of a raw request before anything is sent: %s %j', async (field, fields, message) => {
  const { wire, send } = await bench();
  const failure = send({ base: 'organizations', path: '/reports', ...fields } as never);
  await expect(failure).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent', operation: 'request' });
  await expect(failure).rejects.toThrow(`request: ${message}`);
  expect(wire.sent).toEqual([]);
});

it.each([null, undefined, 'organizations', 5])('rejects %j instead of a raw request', async (given) => {
  const { send } = await bench();
  await expect(send(given as never)).rejects.toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
});

it('accepts null instead of the options of a raw request', async () => {
  const { wire, send } = await bench();
  await send({ base: 'organizations', path: '/reports' }, null);
  expect(wire.sent).toHaveLength(1);
});

it('sends the body and the query of a raw request', async () => {
  const { wire, send } = await bench();
  await send({ base: 'organizations', path: '/reports', method: 'POST', query: { client: 'web' }, body: { data: { type: 'report' } } });
  expect(wire.only()).toMatchObject({
    method: 'POST',
    url: 'https://api.test/v1/reports?client=web',
    body: { data: { type: 'report' } },
  });
});

it('sends a query field and a body field of the same name separately', async () => {
  const { wire, send } = await bench();
  await send({ base: 'organizations', path: '/reports', method: 'POST', query: { name: 'outer' }, body: { name: 'inner' } });
  expect(wire.only()).toMatchObject({ url: 'https://api.test/v1/reports?name=outer', body: { name: 'inner' } });
});

it('sends the body of a DELETE as a body, not in the query', async () => {
  const { wire, send } = await bench();
  await send({ base: 'organizations', path: '/reports', method: 'DELETE', body: { ids: ['1', '2'] } });
  expect(wire.only()).toMatchObject({ method: 'DELETE', url: 'https://api.test/v1/reports', body: { ids: ['1', '2'] } });
});

it('sends no credentials with a raw request by default', async () => {
  const { wire, send } = await bench();
  await send({ base: 'organizations', path: '/reports' });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json' });
});

describe('the credentials of a raw request', () => {
  const session = `Bearer ${jwt('a')}`;
  const user = { 'api-key': 'app-1', authorization: session };
  const application = { 'api-key': 'app-1' };
  const agent = { 'x-agent-secret-token': 'agent-1', 'x-agent-user-id': 'agent-user-1' };
  const project = { 'api-key': 'app-1', authorization: 'Basic cGstMTpzay0x' };
  const token = (service: string) => ({ authorization: `Bearer ${service}-1` });
  const accepted: Readonly<Record<BaseName, Partial<Record<Credentials, object>>>> = {
    auth: { application, user },
    organizations: { application, user },
    wallets: { application, user, admin: { ...user, 'admin-access': 'admin-1' } },
    analytics: { project },
    memory: { token: token('memory') },
    gateway: { token: token('gateway') },
    upload: { token: token('upload'), agent, user: { authorization: session } },
    search: { agent },
    converter: { token: token('converter') },
  };
  const kinds: readonly Credentials[] = ['none', 'application', 'user', 'admin', 'project', 'token', 'agent'];
  const services = Object.keys(accepted) as BaseName[];
  const options: PlatformOptions = {
    baseUrls: Object.fromEntries(services.map((base) => [base, `https://${base}.test${/^(auth|org|wal|gat)/.test(base) ? '/v1' : ''}`])),
    adminAccess: 'admin-1',
    tokens: { memory: 'memory-1', gateway: 'gateway-1', upload: 'upload-1', converter: 'converter-1' },
    projectKeys: { publicKey: 'pk-1', secretKey: 'sk-1' },
    agent: { secretToken: 'agent-1', userId: 'agent-user-1' },
  };

  it.each(services)('sends to %s the kinds of credentials that it accepts, and rejects all others', async (base) => {
    const own: Readonly<Record<string, object>> = { none: {}, ...accepted[base] };
    for (const credentials of kinds) {
      const { wire, send } = await bench(undefined, options);
      const field = await send({ base, path: '/reports', credentials }).then(
        () => 'none',
        (error: unknown) => (error as PlatformError).field,
      );
      const headers = own[credentials];
      const wanted = headers ? { field: 'none', sent: [{ accept: 'application/json', ...headers }] } : { field: 'credentials', sent: [] };
      expect({ credentials, field, sent: wire.sent.map(headersOf) }).toEqual({ credentials, ...wanted });
    }
  });
});

it('refreshes the session after a 401 of a raw request', async () => {
  const { wire, sendAsUser } = await bench(recordingFetch(json({}, 401), json(sessionDocument('b')), json({ ok: true })));
  await expect(sendAsUser({ base: 'organizations', path: '/reports' })).resolves.toEqual({ ok: true });
  expect(wire.sent.map(({ url }) => url)).toEqual([
    'https://api.test/v1/reports',
    'https://auth.test/v1/oauth/token/refresh',
    'https://api.test/v1/reports',
  ]);
});

it.each([
  [{ method: 'GET' }, 3],
  [{ method: 'POST' }, 1],
  [{ method: 'DELETE' }, 1],
  [{ method: 'PUT', retry: 'idempotent' }, 3],
  [{ method: 'GET', retry: 'non-idempotent' }, 1],
] as const)('sends a raw request %j %d times to a failing server', async (given, times) => {
  const { wire, send } = await bench(recordingFetch(json({ message: 'Down.' }, 503)));
  const failure = await passed(send({ base: 'organizations', path: '/reports', ...given }).catch((error: unknown) => error));
  expect(wire.sent).toHaveLength(times);
  expect(failure).toMatchObject({ kind: 'http', status: 503, operation: `${given.method} /reports` });
});

it('returns undefined if the response to a raw request is empty', async () => {
  const { send } = await bench(recordingFetch(new Response(null, { status: 204 })));
  await expect(send({ base: 'organizations', path: '/reports/1', method: 'DELETE' })).resolves.toBeUndefined();
});

it('rejects a raw request whose response is an HTML page', async () => {
  const { send } = await bench(recordingFetch(text('<html></html>', 200, 'text/html')));
  await expect(send({ base: 'organizations', path: '/reports' })).rejects.toMatchObject({ kind: 'invalid-response' });
});

it.each([
  '@evil.example/',
  '.evil.example/',
  ':8080/',
  'reports',
  '',
  '/../admin',
  '/reports/../../admin',
  '/reports/%2e%2e/admin',
  '/./admin',
])('rejects a raw request whose path could change the host, or leave the base URL: %j', async (path) => {
  const { wire, send } = await bench();
  await expect(send({ base: 'memory', path })).rejects.toMatchObject({ kind: 'invalid-input', field: 'path', outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it.each([{ big: 1n }, { itself: [] as unknown[] }])('rejects a raw request whose body JSON cannot represent: %#', async (body) => {
  if ('itself' in body) body.itself.push(body);
  const { wire, send } = await bench();
  await expect(send({ base: 'organizations', path: '/reports', method: 'POST', body })).rejects.toMatchObject({
    kind: 'invalid-input',
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it.each([{}, null, 'planted-body', 0])('rejects a raw GET with a body: %j', async (body) => {
  const { wire, send } = await bench();
  await expect(send({ base: 'organizations', path: '/reports', body })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'body',
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it('sends a raw request with the options of a call', async () => {
  const { wire, send } = await bench();
  const traceId = '7f6c0f5e-3f5c-4e6a-9d6e-0d3c8a1b2c3d';
  await send({ base: 'organizations', path: '/reports' }, { traceId, headers: { 'X-Client': 'a' } });
  expect(headersOf(wire.only())).toMatchObject({ 'x-trace-id': traceId, 'x-client': 'a' });
});
