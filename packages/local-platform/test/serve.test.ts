import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { heldPort } from '@platform-sdk/test-helpers/held-port';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { serveSite } from './converter-scene.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));
const wildcards = [
  ['0.0.0.0', '127.0.0.1'],
  ['0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::0', '[::1]'],
] as const;

let platform: LocalPlatform;
let server: LocalServer;

beforeEach(async () => {
  platform = createLocalPlatform();
  server = await serve(platform);
});

afterEach(() => server.close());

const validate = (origin = 'http://localhost:5173'): Promise<Response> =>
  fetch(`${server.origin}/auth/v1/users/validate/email?email=ada@example.com`, { headers: { 'Api-Key': 'local-api-key', Origin: origin } });

it('serve listens on a free port of this machine by default', async () => {
  expect(server.origin).toBe(`http://127.0.0.1:${server.port}`);
  expect(server.baseUrls.auth).toBe(`${server.origin}/auth/v1`);

  const response = await validate();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  await expect(response.json()).resolves.toEqual({ valid: true, exists: true });
});

it.each(wildcards.filter(([, named]) => hasIpv6 || !named.includes(':')))(
  'serve returns URLs that clients accept if it listens on %s',
  async (hostname, named) => {
    const open = await serve(platform, { hostname });
    onTestFinished(() => open.close());
    expect(open.origin).toBe(`http://${named}:${open.port}`);
    const { email, password } = platform.account;
    const clients = createPlatform({ apiKey: platform.apiKey, baseUrls: open.baseUrls });

    await expect(createAuthClient(clients).login({ username: email, password })).resolves.toMatchObject({ id: platform.account.id });
  },
);

it('the server parses bodies and returns errors', async () => {
  const response = await fetch(`${server.baseUrls.auth}/oauth/token`, {
    method: 'POST',
    headers: { 'Api-Key': 'local-api-key', 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ada@example.com', password: 'wrong' }),
  });

  expect(response.status).toBe(401);
  await expect(response.json()).resolves.toMatchObject({ errors: [{ code: 'INVALID_CREDENTIALS' }] });
  expect(platform.requestLog).toMatchObject([{ operation: 'auth.login', status: 401 }]);
});

it("serve allows any headers in a preflight of this machine's origins", async () => {
  const response = await fetch(`${server.baseUrls.organizations}/organizations`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://localhost:5173',
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'api-key,authorization,x-trace-id',
    },
  });

  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(response.headers.get('access-control-allow-credentials')).toBe('true');
  expect(response.headers.get('access-control-allow-headers')).toBe('api-key,authorization,x-trace-id');
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
  expect(platform.requestLog).toEqual([]);
});

it.each([
  ['a successful response', {}],
  ['a rejection', { 'Api-Key': 'wrong' }],
])('serve allows scripts of a local origin to read %s and its headers', async (_, headers) => {
  const response = await fetch(`${server.origin}/auth/v1/users/validate/email?email=a@b.cd`, {
    headers: { 'Api-Key': 'local-api-key', Origin: 'http://localhost:5173', ...headers },
  });

  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(response.headers.get('access-control-expose-headers')).toContain('content-type');
});

it('serve allows scripts of a local origin to read a fault', async () => {
  platform.faults.add({ failure: 'html' });
  const response = await validate();

  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  await expect(response.text()).resolves.toMatch(/^<!doctype html>/);
});

it.each([204, 205, 304])('serve responds with the status %i of a fault', async (status) => {
  platform.faults.add({ status });
  const response = await validate();

  expect(response.status).toBe(status);
  await expect(response.text()).resolves.toBe('');
});

it('serve responds with the redirect of a fault', async () => {
  platform.faults.add({ respond: () => Response.redirect('https://elsewhere.example/', 307) });
  const response = await fetch(`${server.baseUrls.converter}/api/health`, {
    redirect: 'manual',
    headers: { Origin: 'http://localhost:5173' },
  });

  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe('https://elsewhere.example/');
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
});

it('serve decompresses a fetched response that a fault returns', async () => {
  const origin = await serveSite((_, response) => {
    response.writeHead(203, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'X-Other': 'kept' });
    response.end(gzipSync('{"valid":"elsewhere"}'));
  });
  platform.faults.add({ respond: () => fetch(origin) });
  const response = await validate();

  expect(response.status).toBe(203);
  expect(response.headers.get('x-other')).toBe('kept');
  await expect(response.json()).resolves.toEqual({ valid: 'elsewhere' });
});

it('serve returns 500 if the `respond` function of a fault throws', async () => {
  platform.faults.add({
    respond() {
      throw new RangeError('a mistake');
    },
  });
  const response = await validate();

  expect(response.status).toBe(500);
  await expect(response.json()).resolves.toMatchObject({ errors: [{ code: 'FAULT_FAILED' }] });
});

it('serve returns 500 for an unexpected error, without breaking the connection', async () => {
  const onRequest = (): never => {
    throw new RangeError('a mistake');
  };
  const broken = await serve(
    createLocalPlatform({ services: [{ name: 'test', base: 'upload', contract: {}, rules: {}, assumptions: [], onRequest }] }),
  );
  onTestFinished(() => broken.close());
  const response = await fetch(broken.origin);

  expect(response.status).toBe(500);
  await expect(response.json()).resolves.toMatchObject({ errors: [{ code: 'INTERNAL', detail: 'RangeError: a mistake' }] });
});

it('serve breaks a connection before the headers for the fault `reset`', async () => {
  platform.faults.add({ failure: 'reset' });

  await expect(validate()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  await expect(validate()).resolves.toMatchObject({ status: 200 });
});

it('serve breaks a connection in the middle of the body for the fault `reset-body`', async () => {
  platform.faults.add({ failure: 'reset-body' });
  const response = await validate();

  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toMatchObject({ name: 'TypeError' });
});

it('serve sends the start of a body and then nothing, for the fault `stall-body`', async () => {
  platform.faults.add({ failure: 'stall-body', status: 500 });
  const controller = new AbortController();
  const response = await fetch(`${server.baseUrls.auth}/users`, { method: 'POST', signal: controller.signal });
  const reader = response.body!.getReader();

  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^\{"errors":/);
  let isOver = false;
  const rest = reader.read().finally(() => (isOver = true));
  // After another complete call, no further bytes have arrived.
  await validate();
  expect(isOver).toBe(false);
  controller.abort();
  await expect(rest).rejects.toMatchObject({ name: 'AbortError' });
});

it('serve ends a body in the middle for the fault `truncated-body`', async () => {
  platform.faults.add({ failure: 'truncated-body', body: 'twelve bytes' });
  const response = await validate();

  await expect(response.text()).resolves.toBe('twelve');
});

it('the server closes even if calls are stalled', async () => {
  await server.close();
  server = await serve(platform, { port: await heldPort() });
  let stalled: Promise<Response> | undefined;
  await new Promise<void>((resolve) => {
    platform.faults.add({
      failure: 'stall',
      match() {
        resolve();
        return true;
      },
    });
    stalled = validate();
    stalled.catch(() => undefined);
  });
  await server.close();

  await expect(stalled).rejects.toThrow('fetch failed');
  await expect(validate()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

it('serve fails when the port is in use', async () => {
  await expect(serve(platform, { port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
