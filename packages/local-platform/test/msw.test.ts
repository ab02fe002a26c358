import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { handlers } from '@platform-sdk/local-platform/msw';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

const local = createLocalPlatform();
const server = setupServer(
  ...handlers(local, { origin: 'https://api.example.com' }),
  http.get('https://api.example.com/other', () => HttpResponse.json('not the platform')),
);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => local.reset());
afterAll(() => server.close());

const validate = (): Promise<Response> =>
  fetch('https://api.example.com/auth/v1/users/validate/email?email=ada@example.com', { headers: { 'Api-Key': 'local-api-key' } });

it('handlers returns a list with one handler', () => {
  expect(handlers(local)).toHaveLength(1);
});

it('the msw handler responds to every path below the base URLs', async () => {
  const response = await validate();
  const health = await fetch('https://api.example.com/converter/api/health');
  const missing = await fetch('https://api.example.com/converter/api/healthy');

  await expect(response.json()).resolves.toEqual({ valid: true, exists: true });
  expect(health.status).toBe(200);
  expect(missing.status).toBe(404);
});

it('the msw handler ignores other paths of its origin', async () => {
  const response = await fetch('https://api.example.com/other');

  await expect(response.json()).resolves.toBe('not the platform');
});

it('the msw handler allows scripts of any origin to send a preflight and read the response', async () => {
  const asked = await fetch('https://api.example.com/auth/v1/oauth/token', {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'api-key,content-type' },
  });
  const answered = await validate();

  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-headers')).toBe('api-key,content-type');
  const origins = [asked, answered].map(({ headers }) => headers.get('access-control-allow-origin'));
  expect(origins).toEqual(['https://app.example', '*']);
});

it('a client can sign in through msw', async () => {
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls('https://api.example.com') });
  const { email, password } = local.account;

  await expect(createAuthClient(platform).login({ username: email, password })).resolves.toMatchObject({ id: local.account.id });
});

it('a fault that breaks the connection causes a network error in msw', async () => {
  local.faults.add({ failure: 'reset' });

  await expect(validate()).rejects.toThrow('fetch failed');
});
