import { createLocalPlatform, serve, type LocalPlatform, type LocalServer, type ServeOptions } from '@platform-sdk/local-platform';
import { once } from 'node:events';
import { connect } from 'node:net';
import { request, type IncomingHttpHeaders } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Scene {
  readonly platform: LocalPlatform;
  readonly server: LocalServer;
  readonly ask: (headers: Record<string, string>, method?: string) => Promise<Answer>;
}

const scene = async (options: ServeOptions = {}): Promise<Scene> => {
  const platform = createLocalPlatform();
  const server = await serve(platform, options);
  onTestFinished(() => server.close());
  // `fetch` would set Host and Origin itself.
  const ask: Scene['ask'] = (headers, method = 'GET') =>
    new Promise((resolve, reject) => {
      const path = '/auth/v1/users/validate/email?email=ada@example.com';
      const sent = request({ port: server.port, host: '127.0.0.1', path, method, headers: { 'Api-Key': 'local-api-key', ...headers } });
      sent.on('error', reject).on('response', (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      });
      sent.end();
    });
  return { platform, server, ask };
};

it.each(['localhost', 'localhost.', 'LOCALHOST:4010', 'app.localhost:80', '127.0.0.1:4010', '127.9.9.9', '[::1]:4010'])(
  'a local server accepts the host %s',
  async (host) => {
    const { ask } = await scene();
    await expect(ask({ Host: host })).resolves.toMatchObject({ status: 200 });
  },
);

it.each(['evil.example', 'localhost.evil.example', 'localtest.me:4010', '192.168.1.7:4010', '127.0.0.1.evil.example', 'a b'])(
  'a local server rejects the host %j before any rule runs',
  async (host) => {
    const { ask, platform } = await scene();
    const { status, headers } = await ask({ Host: host, Origin: 'http://localhost:3000' });
    expect([400, 403]).toContain(status);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(platform.requestLog).toEqual([]);
  },
);

it.each([
  ['a user name', 'GET /', 'Host: ada@localhost'],
  ['a path', 'GET /', 'Host: localhost/x?y'],
  ['a backslash', 'GET /', 'Host: localhost\\.evil.example'],
  ['a number sign', 'GET /', 'Host: localhost#.evil.example'],
  ['a port that is too long', 'GET /', 'Host: localhost:123456'],
  ['an empty host', 'GET /', 'Host: '],
  ['two Host headers', 'GET /', 'Host: localhost\r\nHost: localhost'],
  ['another host in its target', 'GET http://evil.example/', 'Host: localhost', 403],
  ['another host than its target', 'GET http://localhost/', 'Host: evil.example', 403],
  ['its own host in its target', 'GET http://localhost/', 'Host: localhost', 404],
])('a local server accepts a request with %s only if host and target are its own', async (_, line, field, status = 400) => {
  const { server, platform } = await scene();
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.on('data', (data) => (received += data.toString()));
  socket.write(`${line} HTTP/1.1\r\n${field}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(platform.requestLog).toHaveLength(status === 404 ? 1 : 0);
});

it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'https://app.localhost', 'http://[::1]:3000'])(
  'a local server allows pages of %s to read responses and send credentials',
  async (origin) => {
    const { ask } = await scene();
    const { status, headers } = await ask({ Origin: origin });
    expect([status, headers['access-control-allow-origin'], headers['access-control-allow-credentials'], headers['vary']]).toEqual([
      200,
      origin,
      'true',
      'Origin',
    ]);
    expect(headers['access-control-expose-headers']).toContain('content-type');
  },
);

it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example:80', 'chrome-extension://abc'])(
  'a local server rejects pages of %s with 403 before any rule runs',
  async (origin) => {
    const { ask, platform } = await scene();
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, headers, body } = await ask({ Origin: origin, 'Access-Control-Request-Method': 'GET' }, method);
      expect([method, status, headers['access-control-allow-origin']]).toEqual([method, 403, undefined]);
      expect(body).toContain(
        origin === 'null' ? 'serve them over http' : `Allow them with --origin ${origin}, or in the option origins of serve.`,
      );
    }
    expect(platform.requestLog).toEqual([]);
  },
);

it.each(['evil.example', '192.168.1.7:4010'])('the error for the host %s names the option that would allow it', async (host) => {
  const { ask } = await scene();
  const [name] = host.split(':');
  await expect(ask({ Host: host })).resolves.toMatchObject({
    body: `The local platform rejects requests for the host ${name}. Allow it with --host ${name}, or in the option hosts of serve.\n`,
  });
});

it('a local server rejects a cross-site request without an Origin header with 403', async () => {
  const { ask, platform } = await scene();
  await expect(ask({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' })).resolves.toMatchObject({ status: 403 });
  await expect(ask({ 'Sec-Fetch-Site': 'none' })).resolves.toMatchObject({ status: 200 });
  expect(platform.requestLog).toHaveLength(1);
});

it('the options hosts and origins allow further hosts and pages', async () => {
  const { ask } = await scene({ hosts: ['Devbox.lan'], origins: ['https://app.example/', 'null'] });
  await expect(ask({ Host: 'devbox.lan:4010' })).resolves.toMatchObject({ status: 200 });
  await expect(ask({ Origin: 'https://app.example' })).resolves.toMatchObject({ status: 200 });
  await expect(ask({ Origin: 'null' })).resolves.toMatchObject({ status: 200 });
  await expect(ask({ Origin: 'https://app.example.evil' })).resolves.toMatchObject({ status: 403 });
});

it('a server that other machines can reach accepts IP addresses as hosts, but rejects unknown names', async () => {
  const { ask } = await scene({ hostname: '0.0.0.0' });
  await expect(ask({ Host: '192.168.1.7:4010' })).resolves.toMatchObject({ status: 200 });
  await expect(ask({ Host: 'rebound.example' })).resolves.toMatchObject({ status: 403 });
});
