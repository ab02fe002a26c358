import { serve } from '@platform-sdk/local-platform';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

/** Starts a platform on a port, and returns functions that send requests through a socket. */
const scene = async () => {
  const platform = platformAtNewYear();
  const server = await serve(platform);
  onTestFinished(() => server.close());
  const token = await signInReady(platform);
  const exchange = (line: string, host = '127.0.0.1'): Promise<{ status: number; headers: Record<string, string>; body: string }> =>
    new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1');
      let text = '';
      socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', ...rest] = text.split('\r\n\r\n');
        const [first = '', ...fields] = head.split('\r\n');
        const headers = Object.fromEntries(
          fields.map((field): [string, string] => {
            const [name = '', value = ''] = field.split(': ');
            return [name.toLowerCase(), value];
          }),
        );
        resolve({ status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') });
      });
      socket.write(
        `${line} HTTP/1.1\r\nHost: ${host}:${server.port}\r\nApi-Key: local-api-key\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
    });
  return { platform, token, exchange };
};

it.each([
  '/control/v1/organizations',
  '/control/v1/organizations/1?include=nope',
  '/memory/v1/users/me',
  '/upload/none',
  '/control/v1/none',
])('HEAD returns the headers of GET %s without the body', async (path) => {
  const { platform, token, exchange } = await scene();
  const get = await send(platform, `GET ${path}`, { token });
  const head = await exchange(`HEAD ${path}`);

  expect(head).toMatchObject({ status: get.status, body: '' });
  expect(head.headers['content-type']).toBe('application/json');
  expect(head.headers['www-authenticate'] ?? null).toBe(get.headers.get('www-authenticate'));
  expect(head.headers['vary']).toBe('Origin');
  // Every error of the memory service contains a new trace id, which always has the same length.
  expect(Number(head.headers['content-length'])).toBe(JSON.stringify(get.body).length);
  expect(platform.requestLog.at(-1)).toMatchObject({
    method: 'HEAD',
    operation: platform.requestLog.at(-2)?.operation,
    status: get.status,
  });
});

it('HEAD returns 405 if GET would change something', async () => {
  const { platform, token, exchange } = await scene();
  const answer = await exchange('HEAD /auth/v1/oauth/token/revoke');

  expect(answer).toMatchObject({ status: 405, body: '', headers: { allow: 'GET' } });
  await expect(send(platform, 'GET /auth/v1/oauth/token/info', { token })).resolves.toMatchObject({ status: 200 });
});

it('HEAD returns 405 for a path with only POST', async () => {
  const { exchange } = await scene();
  await expect(exchange('HEAD /gateway/v1/chat/completions')).resolves.toMatchObject({
    status: 405,
    body: '',
    headers: { allow: 'POST' },
  });
});

it('HEAD returns the headers of a fault', async () => {
  const { platform, exchange } = await scene();
  platform.faults.add({ status: 503, headers: { 'Retry-After': '7' } });
  platform.faults.add({ failure: 'stall-body' });

  await expect(exchange('HEAD /converter/api/health')).resolves.toMatchObject({ status: 503, body: '', headers: { 'retry-after': '7' } });
  await expect(exchange('HEAD /converter/api/health')).resolves.toMatchObject({ status: 200, body: '' });
});

it('HEAD returns the headers of a page of the sample site', async () => {
  const { platform, exchange } = await scene();
  const page = await (await platform.fetch(platform.sampleSite)).text();
  const answer = await exchange('HEAD /', 'sample.localhost');

  expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-length': String(Buffer.byteLength(page)) } });
  await expect((await platform.fetch(platform.sampleSite, { method: 'HEAD' })).text()).resolves.toBe('');
});
