import { Agent, type AgentOptions } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startSecureServer } from './certificates.ts';
import { answerOf, close, deadOrigin, json, reset, startFaultServer } from './fault-server.ts';
import { addPhoto } from './photos.ts';
import { failureOf, organizationsDocument, signedIn, startSignedIn } from './signed-in-clients.ts';

/** Starts a server on a free port, and returns the port. */
const listen = async (accept: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => accept(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

/** Creates an agent with proxies. The cast is necessary, because the types of Node lack this option. */
const through = (HTTPS_PROXY: string, NO_PROXY = ''): Agent => new Agent({ proxyEnv: { HTTPS_PROXY, NO_PROXY } } as AgentOptions);

/** Creates an organization through a proxy. Returns the error. */
const fail = async (httpAgent: Agent, origin = 'https://api.example.com') => {
  const { organizations } = await signedIn(origin, { httpAgent });
  return failureOf(organizations.create({ name: 'Acme' }, { retry: false }));
};

it.each([
  ['that does not run', deadOrigin, 'ECONNREFUSED'],
  ['that resets the connection', async () => (await startFaultServer(reset)).origin, 'ECONNRESET'],
])('a request through a proxy %s has the outcome not-sent, and its error names the proxy', async (_, start, code) => {
  const failure = await fail(through(await start()));
  expect(failure).toMatchObject({ kind: 'network', code, outcome: 'not-sent', attempts: 1 });
  expect(failure.message).toBe(
    `The connection failed: ${code}. The proxy of the environment could not be reached, or closed the connection. Check HTTPS_PROXY and NO_PROXY. (organizations.create at https://api.example.com)`,
  );
});

it('a request through an https proxy that does not use TLS has the outcome not-sent, and its error names HTTPS_PROXY', async () => {
  const port = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  const failure = await fail(through(`https://127.0.0.1:${port}`));
  expect(failure).toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(failure.message).toContain('. The connection goes through the proxy of the environment: check HTTPS_PROXY too. (');
});

it('a request through a proxy that requires a password has the outcome not-sent, and its error explains how to set it', async () => {
  const { origin } = await startFaultServer(close('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  const failure = await fail(through(origin.replace('//', '//ada:planted-password@')));
  expect(failure).toMatchObject({ kind: 'network', code: 'ERR_PROXY_TUNNEL', outcome: 'not-sent' });
  expect(failure.message).toContain('ERR_PROXY_TUNNEL (407). The proxy of the environment requires a user and a password');
  expect(failure.message).not.toContain('planted');
});

it('the error of a request to a host in NO_PROXY does not mention the proxy', async () => {
  const origin = (await deadOrigin()).replace('http:', 'https:');
  const failure = await fail(through('http://127.0.0.1:1', '127.0.0.1'), origin);
  expect(failure.message).toBe(`The connection failed: ECONNREFUSED. (organizations.create at ${origin})`);
});

it('the error for an unknown certificate does not mention the proxy if NO_PROXY names the host', async () => {
  const { origin } = await startSecureServer(organizationsDocument);
  const failure = await fail(through('http://127.0.0.1:1', '127.0.0.1'), origin);
  expect(failure).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', outcome: 'not-sent' });
  expect(failure.message).not.toContain('proxy');
});

const failing = async (origin: string) => {
  vi.stubEnv('HTTPS_PROXY', 'http://ada:planted-password@127.0.0.1:1');
  vi.stubEnv('NO_PROXY', '.internal.invalid');
  // Removes the variables of this machine, which would take precedence.
  for (const name of ['https_proxy', 'no_proxy']) vi.stubEnv(name, undefined);
  const { organizations } = await signedIn(origin);
  return failureOf(organizations.create({ name: 'Acme' }, { retry: false }));
};

it('the error for a host name that does not resolve explains how to use the proxy of the environment', async () => {
  const failure = await failing('https://api.invalid');
  expect(failure).toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(failure.message).toMatch(/^The connection failed: E\w+\. Node did not use the proxy in HTTPS_PROXY\..* NODE_USE_ENV_PROXY=1/);
  expect(failure.message).not.toContain('planted');
});

it.each([
  ['that NO_PROXY names', () => 'https://api.internal.invalid'],
  ['of this machine', async () => (await deadOrigin()).replace('http:', 'https:')],
])('the error does not mention the proxy for a host %s', async (_, origin) => {
  const failure = await failing(await origin());
  expect(failure).toMatchObject({ kind: 'network', outcome: 'not-sent' });
  expect(failure.message).not.toContain('proxy');
});

it('a 413 that arrives while the body is sent is the error of the call, even if the next write fails', async () => {
  let isReset = (): void => undefined;
  const resetting = new Promise<void>((resolve) => (isReset = resolve));
  const port = await listen((socket) => {
    socket.once('data', () => {
      const tooLarge = answerOf(413, { 'Content-Type': 'text/html', Connection: 'close' }, '<html><h1>413 Too large</h1></html>');
      socket.write(tooLarge, () => socket.resetAndDestroy());
      socket.once('close', isReset);
    });
  });
  let parts = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (parts++ > 0) await resetting;
      controller.enqueue(new Uint8Array(100_000));
    },
  });
  const failure = await failureOf(addPhoto(`http://127.0.0.1:${port}`, { body }));
  expect(failure).toMatchObject({ kind: 'http', status: 413, outcome: 'rejected', attempts: 1 });
  expect(failure.message).toBe('photos.add returned 413 with an HTML page: 413 Too large');
});

it('requests contain `Cache-Control: no-cache` by default, so that no cache responds to the GET that revokes a token', async () => {
  const { server, auth, organizations } = await startSignedIn(json(200, organizationsDocument));
  await organizations.list();
  await organizations.list({}, { headers: { 'Cache-Control': 'max-age=60' } });
  await auth.logout();
  expect(server.requests.map(({ target, headers }) => `${target} ${headers['cache-control']}`)).toEqual([
    '/v1/organizations no-cache',
    '/v1/organizations max-age=60',
    '/v1/oauth/token/revoke no-cache',
  ]);
});
