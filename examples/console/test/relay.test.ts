import { request as send } from 'node:http';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { json, recordingFetch } from '../../../packages/test-helpers/src/index.ts';
import { openLocalEnvironment, type Environment } from '../server/environment.ts';
import { createRelay } from '../server/relay.ts';
import { serveConsole, type ConsoleServer } from '../server/serve-console.ts';

const PATHS = [
  '/relay/gateway/v1/chat/completions',
  '/relay/memory/v1/sessions',
  '/relay/analytics/1/1/api/public/traces',
  '/relay/search/search',
  '/relay/converter/api/convert',
  '/relay/limiter',
];

let environment: Environment;
let server: ConsoleServer;
let token: string;

beforeAll(async () => {
  environment = await openLocalEnvironment();
  server = await serveConsole(environment, inject('consoleFolder'));
  const { apiKey, baseUrls } = environment.options;
  const platform = createPlatform({ apiKey: apiKey as string, baseUrls: baseUrls ?? {} });
  const { email: username = '', password = '' } = environment.hints.account ?? {};
  ({ accessToken: token } = await createAuthClient(platform).login({ username, password }));
});
afterAll(async () => {
  await server.close();
  await environment.close();
});

const ask = (path: string, { authorization = `Bearer ${token}`, ...init }: RequestInit & { authorization?: string } = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } });

it.each(PATHS)('%s requires the access token of a user', async (path) => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${token}`]) {
    const response = await ask(path, { authorization });
    expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'SIGN_IN' } }]);
  }
});

it('the relay returns 404 for an operation that it does not list', async () => {
  const rejected = await Promise.all([
    ask('/relay/memory/v1/memories', { method: 'DELETE' }),
    ask('/relay/memory/v1/users/register', { method: 'POST', body: '{}' }),
    ask('/relay/memory/../gateway'),
    ask('/relay/constructor/x'),
    ask('/relay/converter/api/batch', { method: 'POST', body: '{}' }),
  ]);
  for (const response of rejected) {
    expect(response.status).toBe(404);
    await response.text();
  }
});

it('the relay returns 400 for an input that violates the contract', async () => {
  const response = await ask('/relay/gateway/v1/chat/completions', {
    method: 'POST',
    body: '{"model":"","messages":"none","stream":true}',
  });
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'INVALID_INPUT' } }]);
});

it("the console's server sends no secret to the page", async () => {
  const pages = await Promise.all(['/', '/chat', '/relay/limiter', '/assets/../../package.json'].map((path) => ask(path)));
  const body = JSON.stringify({ model: 'acme/sage', messages: [{ role: 'user', content: 'Hello' }], stream: true });
  pages.push(await ask('/relay/gateway/v1/chat/completions', { method: 'POST', body }));
  for (const path of ['users/me/sessions', 'memory/me']) pages.push(await ask(`/relay/memory/v1/${path}`));
  const { gateway } = environment.options.tokens ?? {};
  const control = new URLSearchParams(new URL(environment.inspector ?? '').hash.slice(1)).get('token');
  const secrets = [gateway, control, 'mem_'];
  for (const secret of secrets) expect(secret).toMatch(/.{4}/);
  for (const response of pages) {
    const text = `${await response.text()} ${JSON.stringify([...response.headers])}`;
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

it("the console's server sends no file outside the page, and allows the page to connect only to its services", async () => {
  const outside = await ask('/assets/..%2f..%2fpackage.json');
  expect(await outside.text()).not.toContain('platform-sdk');
  const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain(`connect-src 'self' ${new URL(environment.options.baseUrls?.auth ?? '').origin};`);
});

it('createRelay sends the Retry-After of a rejection', async () => {
  const { fetch } = recordingFetch(json({ detail: 'Too many requests' }, 429, { 'retry-after': '7' }));
  const { sessions } = createMemoryClient({ baseUrl: 'https://memory.test', token: 'token', fetch, retry: { limit: 0 } });
  const response = await createRelay([sessions.list])(new Request('https://console.test/v1/users/me/sessions'), '/v1/users/me/sessions');
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
});

/** Sends a path and headers that `fetch` would change or reject. Returns the status. */
const statusOf = (target: string, headers: Readonly<Record<string, string>>, body = ''): Promise<number | undefined> => {
  const { port, host } = new URL(server.url);
  const method = body === '' ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = send({ port, host: '127.0.0.1', path: target, method, headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(body);
  });
};

const attacks: readonly (readonly [string, number, string, Record<string, string>, string?])[] = [
  ['a rebound name', 403, '/', { host: 'evil.example' }],
  ['a rebound name with the port', 403, '/relay/memory/v1/memory', { host: 'evil.example:4010' }],
  ['another port', 403, '/', { host: '127.0.0.1:1' }],
  ['a page of another site', 403, '/relay/memory/v1/memory', { origin: 'https://evil.example' }],
  ['a page without an origin', 403, '/', { origin: 'null' }],
  [
    'a form of another site',
    403,
    '/relay/gateway/v1/chat/completions',
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    '{}',
  ],
  ['an image of another site', 403, '/relay/memory/v1/memory', { 'sec-fetch-site': 'cross-site' }],
  ['a malformed address', 400, '/relay/memory/%zz', {}],
  ['a malformed address of a file', 400, '/assets/%', {}],
  ['a path that leads out of the folder', 404, '/assets/..%2f..%2fpackage.json.js', {}],
  ['a body that is too long', 413, '/relay/gateway/v1/chat/completions', { 'content-type': 'application/json' }, ' '.repeat(1_048_577)],
];
it.each(attacks.map(([title, status, target, headers, body = '']) => [title, status, target, headers, body] as const))(
  "the console's server rejects %s with %i",
  async (_, status, target, headers, body) => {
    await expect(statusOf(target, headers, body)).resolves.toBe(status);
  },
);

it("the console's server serves its page under both names of this machine", async () => {
  const { port } = new URL(server.url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) await expect(statusOf('/', { host })).resolves.toBe(200);
});

const sentence = 'The key sk-prov1d3r of http://10.2.3.4/internal was rejected.';
const failures: Readonly<Record<string, typeof globalThis.fetch>> = {
  'a rejection': async () => Response.json({ detail: sentence, error: { message: sentence, code: 'sk-prov1d3r' } }, { status: 400 }),
  'a rejected key': async () => Response.json({ detail: sentence }, { status: 401 }),
  'a page of a proxy': async () => new Response(`<html>${sentence}</html>`, { status: 502, headers: { 'content-type': 'text/html' } }),
  'a connection that fails': async () => Promise.reject(new TypeError('fetch failed', { cause: new Error(sentence) })),
  'an event that is no JSON': async () => new Response(`data: {${sentence}\n\n`, { headers: { 'content-type': 'text/event-stream' } }),
};
it.each(Object.keys(failures).flatMap((failure) => [true, false].map((stream) => [failure, stream] as const)))(
  'a relayed failure contains no private details of %s, streamed: %s',
  async (failure, stream) => {
    const fetch = failures[failure] as typeof globalThis.fetch;
    const gateway = createGatewayClient({ baseUrl: 'https://gateway.internal/v1', apiKey: 'key', fetch, retry: { limit: 0 } });
    const input = { model: 'auto', messages: [{ role: 'user', content: 'Hello' }], ...(stream && { stream }) };
    const request = new Request('http://localhost/chat/completions', { method: 'POST', body: JSON.stringify(input) });
    const response = await createRelay([stream ? gateway.chatStream : gateway.chat])(request, '/chat/completions');
    const seen = JSON.stringify([...response.headers]) + (await response.text());
    expect(seen).toContain('"kind"');
    expect(seen).not.toMatch(/sk-prov|10\.2\.3\.4|internal/);
  },
);
