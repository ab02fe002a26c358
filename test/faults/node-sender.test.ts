import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type ClientRequest } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startSecureServer, type CertificateOptions } from './certificates.ts';
import { answer, inTurn, json, reset, startFaultServer, type FaultServer } from './fault-server.ts';
import { failureOf, organizationDocument, organizationsDocument, signedIn, startSignedIn } from './signed-in-clients.ts';

const listing = json(200, organizationsDocument);
const keptFor = (seconds: number) => json(200, organizationsDocument, { 'Keep-Alive': `timeout=${seconds}, max=100` });
const isIdle = ({ open }: FaultServer) => open() > 0;

it('an idle connection is reused by the next call', async () => {
  const { server, organizations } = await startSignedIn(listing);
  for (let call = 0; call < 5; call++) await organizations.list();
  expect(server.connections()).toBe(1);
});

it('each of 400 concurrent calls keeps its idle connection for later calls', async () => {
  const { server, organizations } = await startSignedIn(keptFor(60));
  const callAll = (): Promise<unknown> => Promise.all(Array.from({ length: 400 }, () => organizations.list()));
  await callAll();
  const opened = server.connections();
  await callAll();
  expect(server.requests).toHaveLength(800);
  expect(server.connections()).toBe(opened);
});

it('an idle connection is closed immediately if its server keeps it for only a second', async () => {
  const { server, organizations } = await startSignedIn(keptFor(1));
  await organizations.list();
  await server.until(() => !isIdle(server));
  await organizations.list();
  expect(server.connections()).toBe(2);
});

it('an idle connection is closed a second before its server closes it', async () => {
  const { server, organizations } = await startSignedIn(keptFor(2));
  await organizations.list();
  await server.until(() => !isIdle(server));
  expect(server.requests).toHaveLength(1);
});

it('an idle connection is not reused after its Keep-Alive timeout, even if the timer that closes it is late', async () => {
  const { server, organizations } = await startSignedIn(keptFor(5));
  await organizations.list();
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 4001);
  await organizations.list();
  expect(server.connections()).toBe(2);
});

it.each([
  ['right after a call', 0],
  ['a moment after a call', 10],
])('a write does not use an idle connection that its server closed while this thread was busy %s', async (_, pauseMs) => {
  /** Counts the connections that the server has closed. */
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const silent = new Worker(
    `const { parentPort, workerData: closed } = require('node:worker_threads');
       const { createServer } = require('node:net');
       let connections = 0;
       const text = '{"data":{"id":"org-1","type":"organization","attributes":{"name":"Acme"}}}';
       const server = createServer((socket) => {
         connections++;
         socket.on('error', () => undefined).once('data', () => {
           socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: ' + text.length + '\\r\\n\\r\\n' + text);
           setTimeout(() => socket.end(() => { Atomics.add(closed, 0, 1); Atomics.notify(closed, 0); }), ${2 * pauseMs});
         });
       });
       server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
       parentPort.on('message', () => parentPort.postMessage(connections));`,
    { eval: true, workerData: closed },
  );
  onTestFinished(async () => void (await silent.terminate()));
  const nextMessage = (): Promise<number> => new Promise((resolve) => void silent.once('message', resolve));
  const { organizations } = await signedIn(`http://127.0.0.1:${await nextMessage()}`);
  for (let call = 0; call < 3; call++) {
    await organizations.create({ name: 'Acme' });
    await new Promise((resolve) => void setTimeout(resolve, pauseMs));
    // Blocks this thread until the server has closed the connection.
    Atomics.wait(closed, 0, call);
  }
  silent.postMessage('');
  expect(await nextMessage()).toBe(3);
});

it('a request sets no timeout on its socket, on new and reused connections', async () => {
  const limits: (number | undefined)[] = [];
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    request.once('socket', (socket) => limits.push(socket.timeout ?? 0));
  };
  subscribe('http.client.request.created', note);
  onTestFinished(() => void unsubscribe('http.client.request.created', note));
  const { server, organizations } = await startSignedIn(listing);
  await organizations.list();
  await organizations.list();
  expect(limits).toEqual([0, 0]);
  expect(server.connections()).toBe(1);
});

it('a request may wait 399 s for its headers if the timeouts allow it', async () => {
  let respond = (): void => undefined;
  const { server, organizations } = await startSignedIn((socket, request) => void (respond = () => listing(socket, request)), {
    timeoutMs: 500_000,
    timeouts: { headersMs: 400_000 },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const work = organizations.list({}, { retry: false });
  await server.until(() => server.requests.length === 1);
  await vi.advanceTimersByTimeAsync(399_000);
  respond();
  await expect(work).resolves.toHaveLength(1);
});

it('the error for a certificate of an unknown authority names the cause and the next step', async () => {
  const server = await startSecureServer(organizationsDocument);
  const { organizations } = await signedIn(server.origin);
  await expect(failureOf(organizations.create({ name: 'Acme' }, { retry: false }))).resolves.toMatchObject({
    kind: 'network',
    outcome: 'not-sent',
    attempts: 1,
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    message: `The connection failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE. The authority of the certificate is unknown. Set NODE_EXTRA_CA_CERTS to its file, or httpAgent to an https.Agent with its ca. (organizations.create at ${server.origin})`,
  });
  expect(server.requests()).toBe(0);
});

it.each<readonly [string, CertificateOptions, string, string]>([
  ['an expired certificate', { days: -1 }, 'CERT_HAS_EXPIRED', 'Check the clock of this machine, and renew the certificate'],
  ['a certificate of another host', { names: 'DNS:other.test' }, 'ERR_TLS_CERT_ALTNAME_INVALID', 'Check the base URL'],
])('the error for %s names the cause and the next step', async (_, options, code, advice) => {
  const server = await startSecureServer(organizationsDocument, options);
  const { organizations } = await signedIn(server.origin, { httpAgent: new SecureAgent({ ca: server.ca }) });
  const failure = await failureOf(organizations.create({ name: 'Acme' }, { retry: false }));
  expect(failure).toMatchObject({ kind: 'network', code, outcome: 'not-sent' });
  expect(failure.message).toContain(`The connection failed: ${code}. The certificate of the server is `);
  expect(failure.message).toContain(`. ${advice}. (organizations.create at ${server.origin})`);
  expect(server.requests()).toBe(0);
});

it('the error of an https request to an http port explains that the server does not use TLS', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { organizations } = await signedIn(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const failure = await failureOf(organizations.create({ name: 'Acme' }, { retry: false }));
  expect(failure).toMatchObject({ kind: 'network', code: 'EPROTO', outcome: 'not-sent' });
  expect(failure.message).toContain('The server accepts no TLS connection. Check the scheme and the port of the base URL. (');
});

it('a request whose connection is reset during the TLS handshake has the outcome not-sent', async () => {
  const server = await startFaultServer(answer(200));
  const { organizations } = await signedIn(server.origin.replace('http:', 'https:'));
  const write = organizations.create({ name: 'Acme' }, { retry: false });
  // The server waits for the end of the HTTP headers, so that it never continues the handshake.
  await server.until(() => server.connections() === 1);
  server.resetAll();
  await expect(failureOf(write)).resolves.toMatchObject({ kind: 'network', outcome: 'not-sent' });
});

it.each(['timeout', 'aborted'] as const)('a request that ends with %s during the TLS handshake has the outcome not-sent', async (kind) => {
  const server = await startFaultServer(answer(200));
  const { organizations } = await signedIn(server.origin.replace('http:', 'https:'));
  const stop = new AbortController();
  const write = organizations.create({ name: 'Acme' }, kind === 'timeout' ? { timeoutMs: 300 } : { signal: stop.signal });
  // The server does not continue the TLS handshake.
  await server.until(() => server.connections() === 1);
  stop.abort();
  await expect(failureOf(write)).resolves.toMatchObject({ kind, outcome: 'not-sent', attempts: 1 });
  await server.until(() => server.open() === 0);
});

it('a request that is aborted while it waits for a connection of its agent has the outcome not-sent', async () => {
  const { server, organizations } = await startSignedIn(() => undefined, { httpAgent: new Agent({ maxSockets: 1 }) });
  const stop = new AbortController();
  const writes = ['One', 'Two'].map((name) => failureOf(organizations.create({ name }, { signal: stop.signal })));
  await server.until(() => server.requests.length === 1);
  stop.abort();
  await expect(Promise.all(writes)).resolves.toMatchObject([
    { kind: 'aborted', outcome: 'unknown' },
    { kind: 'aborted', outcome: 'not-sent' },
  ]);
  expect(server.requests).toHaveLength(1);
});

it('a request on a reused connection that is aborted after it was sent has the outcome "unknown"', async () => {
  const { server, organizations } = await startSignedIn(inTurn(listing, () => undefined));
  await organizations.list();
  const stop = new AbortController();
  const write = failureOf(organizations.create({ name: 'Acme' }, { signal: stop.signal }));
  await server.until(() => server.requests.length === 2);
  stop.abort();
  await expect(write).resolves.toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  expect(server.connections()).toBe(1);
});

it.each(['new', 'used'])(
  'a request on a %s TLS connection that is aborted after it was sent has the outcome "unknown"',
  async (connection) => {
    const server = await startSecureServer(organizationsDocument);
    const { organizations } = await signedIn(server.origin, { httpAgent: new SecureAgent({ ca: server.ca, keepAlive: true }) });
    if (connection === 'used') await organizations.list();
    const stop = new AbortController();
    server.hold(() => stop.abort());
    const write = failureOf(organizations.create({ name: 'Acme' }, { signal: stop.signal }));
    await expect(write).resolves.toMatchObject({ kind: 'aborted', outcome: 'unknown' });
    expect(server.requests()).toBe(connection === 'used' ? 2 : 1);
  },
);

it('a write is sent over a new connection if the idle connection closes when the write begins', async () => {
  const { server, organizations } = await startSignedIn(inTurn(listing, json(200, organizationDocument)));
  await organizations.list();
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest };
    request.prependOnceListener('socket', (socket) => void (request.reusedSocket && socket.destroy()));
  };
  subscribe('http.client.request.created', note);
  onTestFinished(() => void unsubscribe('http.client.request.created', note));
  await expect(organizations.create({ name: 'Acme' }, { retry: false })).resolves.toMatchObject({ id: 'org-1' });
  expect(server.requests).toHaveLength(2);
});

it('httpAgent can contain custom certificates', async () => {
  const server = await startSecureServer(organizationsDocument);
  const httpAgent = new SecureAgent({ ca: server.ca });
  const { organizations } = await signedIn(server.origin, { httpAgent });
  await expect(organizations.list()).resolves.toHaveLength(1);
  expect(server.requests()).toBe(1);
});

it('httpAgent can be a function that returns an agent for each URL', async () => {
  const server = await startFaultServer(listing);
  const asked: string[] = [];
  const agent = new Agent({ keepAlive: false });
  const { organizations } = await signedIn(server.origin, { httpAgent: (url) => (asked.push(url), agent) });
  await organizations.list();
  expect(asked).toEqual([`${server.origin}/v1/organizations`]);
  expect(server.requests[0]?.headers['connection']).toBe('close');
});

it('a write is sent only once over an httpAgent whose streams do not count bytes', async () => {
  const server = await startFaultServer(reset);
  const agent = new Agent();
  const { port } = new URL(server.origin);
  const tunnel = (): Duplex => {
    const socket = connect(Number(port), '127.0.0.1');
    const stream = new Duplex({
      read: () => void socket.resume(),
      write: (chunk: Buffer, _, done) => void socket.write(chunk, () => done()),
      destroy: (error, done) => {
        socket.destroy();
        done(error);
      },
    });
    socket.on('data', (chunk) => stream.push(chunk)).on('error', (error) => stream.destroy(error));
    return stream;
  };
  Object.assign(agent, { createConnection: tunnel });
  const { organizations } = await signedIn(server.origin, { httpAgent: agent });
  await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({ kind: 'network', outcome: 'unknown' });
  expect(server.requests).toHaveLength(1);
});

it('an https agent for an http URL causes an input error before anything is sent', async () => {
  const { server, organizations } = await startSignedIn(listing, { httpAgent: new SecureAgent() });
  await expect(failureOf(organizations.list())).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'httpAgent',
    outcome: 'not-sent',
  });
  expect(server.connections()).toBe(0);
});

const nodeFetch = globalThis.fetch;
const response = (): Promise<Response> => Promise.resolve(Response.json(organizationsDocument));

it.each<readonly [string, () => typeof globalThis.fetch]>([
  ['by a mock', () => vi.fn<typeof globalThis.fetch>(response)],
  ['by a function of its name', () => ({ fetch: () => response() }).fetch],
  ['by a bound function', () => response.bind(undefined)],
])('the global fetch sends every request while it is replaced %s', async (_, replacement) => {
  const { server, organizations } = await startSignedIn(listing);
  vi.stubGlobal('fetch', replacement());
  await expect(organizations.list()).resolves.toHaveLength(1);
  expect(server.requests).toHaveLength(0);
  vi.unstubAllGlobals();
  expect(globalThis.fetch).toBe(nodeFetch);
  await organizations.list();
  expect(server.requests).toHaveLength(1);
});

it('calls succeed if the global fetch is missing', async () => {
  const { organizations } = await startSignedIn(listing);
  vi.stubGlobal('fetch', undefined);
  await expect(organizations.list()).resolves.toHaveLength(1);
});
