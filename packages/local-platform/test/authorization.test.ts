import { defaultProjectKeys, serve } from '@platform-sdk/local-platform';
import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { platformAtNewYear, signInReady } from './raw-request.ts';

const MEMORY_TOKEN = 'mem_ada-secret-token';

/** Starts a platform on a port, with the credentials of each kind of service. */
const scene = async () => {
  const platform = platformAtNewYear();
  platform.seed({ memoryUsers: [{ id: 'ada00000-0000-4000-8000-000000000001', email: 'ada@example.com', token: MEMORY_TOKEN }] });
  const server = await serve(platform);
  onTestFinished(() => server.close());
  const { publicKey, secretKey } = defaultProjectKeys;
  const opens = {
    'GET /control/v1/organizations': await signInReady(platform),
    'GET /analytics/api/public/traces': Buffer.from(`${publicKey}:${secretKey}`).toString('base64'),
    'GET /gateway/v1/models': platform.gatewayKey,
    'GET /memory/v1/users/me': MEMORY_TOKEN,
    'POST /upload/v1/upload': 'local-upload-token',
  };
  /** Sends a request with unchanged headers. */
  const send = (line: string, headers: Record<string, string>): Promise<{ status: number; challenge: string | undefined }> =>
    new Promise((resolve, reject) => {
      const [method = '', path = ''] = line.split(' ');
      const sent = request(server.origin + path, { method, headers: { 'Api-Key': platform.apiKey, ...headers } }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, challenge: answer.headers['www-authenticate'] });
      });
      sent.on('error', reject);
      sent.end();
    });
  return { platform, opens, send };
};

const lines = [
  ['GET /control/v1/organizations', 'Bearer', 200],
  ['GET /analytics/api/public/traces', 'Basic', 200],
  ['GET /gateway/v1/models', 'Bearer', 200],
  ['GET /memory/v1/users/me', 'Bearer', 200],
  // The request lacks a form, so a valid token gets 422.
  ['POST /upload/v1/upload', 'Bearer', 422],
] as const;

it.each([
  ['POST /auth/v1/users/password/change', 'Bearer realm="platform"'],
  ['GET /control/v1/organizations', 'Bearer realm="platform"'],
  ['POST /control/v1/organizations', 'Bearer realm="platform"'],
  ['GET /control/v1/user_settings', 'Bearer realm="platform"'],
  ['GET /control/v1/wallets', 'Bearer realm="platform"'],
  ['POST /control/v1/wallets/0x/credits', 'Bearer realm="platform"'],
  ['GET /analytics/api/public/traces', 'Basic realm="platform"'],
  ['GET /gateway/v1/models', 'Bearer realm="platform"'],
  ['POST /gateway/v1/chat/completions', 'Bearer realm="platform"'],
  ['GET /memory/v1/users/me', 'Bearer realm="platform"'],
  ['POST /upload/v1/upload', 'Bearer realm="platform"'],
])('%s returns 401 with WWW-Authenticate without credentials', async (line, challenge) => {
  const { send } = await scene();
  await expect(send(line, {})).resolves.toEqual({ status: 401, challenge });
});

it('a 401 contains WWW-Authenticate for a wrong Api-Key and for a fault, but a 200 does not', async () => {
  const { platform, opens, send } = await scene();
  const line = 'GET /control/v1/organizations';
  await expect(send('POST /auth/v1/oauth/token', { 'Api-Key': 'wrong' })).resolves.toEqual({
    status: 401,
    challenge: 'Api-Key realm="platform"',
  });
  platform.faults.add({ status: 401 });
  await expect(send(line, {})).resolves.toEqual({ status: 401, challenge: 'Bearer realm="platform"' });
  await expect(send(line, { Authorization: `Bearer ${opens[line]}` })).resolves.toEqual({ status: 200, challenge: undefined });
});

it.each(lines)('an Authorization header of %s accepts the scheme %s in any case, and no other scheme', async (line, scheme, status) => {
  const { opens, send } = await scene();
  const sent = opens[line];
  for (const name of [scheme, scheme.toLowerCase(), scheme.toUpperCase(), `${scheme} `])
    await expect(send(line, { Authorization: `${name} ${sent}` })).resolves.toMatchObject({ status });
  for (const value of [`${scheme}${sent}`, `Digest ${sent}`, sent, scheme])
    await expect(send(line, { Authorization: value })).resolves.toMatchObject({ status: 401 });
});
