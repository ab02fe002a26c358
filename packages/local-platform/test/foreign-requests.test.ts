import { createLocalPlatform, serve, type LocalPlatform, type LocalServer } from '@platform-sdk/local-platform';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

let platform: LocalPlatform;
let server: LocalServer;

beforeEach(async () => {
  platform = createLocalPlatform();
  server = await serve(platform);
});

afterEach(() => server.close());

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array;
}

interface Answer extends Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'headers'> {
  readonly text: string;
}

/** Sends requests that `fetch` cannot send, and returns parts of the response that `fetch` hides. */
const ask = (origin: string, line: string, { headers = {}, body }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const [method = '', path = ''] = line.split(' ');
    const sent = request(`${origin}${path}`, { method, headers: { 'Api-Key': 'local-api-key', ...headers } }, (response) => {
      const { statusCode, statusMessage, headers: received } = response;
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ statusCode, statusMessage, headers: received, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const LOGIN = 'POST /auth/v1/oauth/token';
const JSON_BODY = { 'Content-Type': 'application/json' };
const SIZES = [
  ['small', 10],
  ['large', 200_000],
] as const;

// h2load counts responses without a reason phrase as failures.
it.each([
  ['GET /converter/api/health', 200, 'OK'],
  ['HEAD /converter/api/health', 200, 'OK'],
  ['OPTIONS /auth/v1/users', 204, 'No Content'],
  ['GET /control/v1/organizations', 401, 'Unauthorized'],
  ['GET /nowhere', 404, 'Not Found'],
  ['PUT /control/v1/organizations', 405, 'Method Not Allowed'],
])('a response on a port contains the reason phrase of its status: %s', async (line, statusCode, statusMessage) => {
  await expect(ask(server.origin, line)).resolves.toMatchObject({ statusCode, statusMessage });
});

it.each([
  [418, "I'm a Teapot"],
  [308, 'Permanent Redirect'],
  [529, 'Unknown'],
])('a response on a port contains the reason phrase of a fault with status %i', async (status, statusMessage) => {
  platform.faults.add({ status });
  await expect(ask(server.origin, 'GET /converter/api/health')).resolves.toMatchObject({ statusCode: status, statusMessage });
});

it.each([
  ['GET /_local/counts', 200, 'OK'],
  ['POST /_local/reset', 204, 'No Content'],
  ['PUT /_local/counts', 405, 'Method Not Allowed'],
  ['GET /_local/events', 200, 'OK'],
  ['GET /_local/inspector/index.html', 200, 'OK'],
])('a response on a port contains the reason phrase of its status in the control API: %s', async (line, statusCode, statusMessage) => {
  const controlled = await serve(platform, { control: { token: 'token' } });
  const [method = '', path = ''] = line.split(' ');
  const sent = request(`${controlled.origin}${path}`, { method, headers: { Authorization: 'Bearer token' } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined).resume();
  await controlled.close();

  expect(answer).toMatchObject({ statusCode, statusMessage });
});

it('a response on a port contains the reason phrase if the host is rejected', async () => {
  const answer = await ask(server.origin, 'GET /converter/api/health', { headers: { Host: 'elsewhere.example' } });
  expect(answer).toMatchObject({ statusCode: 403, statusMessage: 'Forbidden' });
});

it('an OPTIONS request without an origin does not use up a fault', async () => {
  platform.faults.add({ status: 503 });
  const address = platform.baseUrls().organizations;
  await expect(platform.fetch(`${address}/organizations`, { method: 'OPTIONS' })).resolves.toMatchObject({ status: 204 });
  await expect(platform.fetch(`${address}/organizations`)).resolves.toMatchObject({ status: 503 });
});

it.each([
  ['/control/v1/organizations', 204, 'GET, HEAD, OPTIONS, POST'],
  ['/auth/v1/oauth/token', 204, 'OPTIONS, POST'],
  ['/control/v1/user_settings?client=web', 204, 'GET, HEAD, OPTIONS, PATCH'],
  ['/nowhere', 404, undefined],
])('an OPTIONS request without an origin returns the allowed methods of the path: %s', async (path, statusCode, allow) => {
  const answer = await ask(server.origin, `OPTIONS ${path}`);
  expect(answer.statusCode).toBe(statusCode);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-allow'))).toEqual([]);
  expect(answer.headers.allow).toBe(allow);
});

it('an OPTIONS request succeeds for the entire server', async () => {
  const sent = request({ port: server.port, method: 'OPTIONS', path: '*' }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(204);
});

it.each([false, true])('a TRACE request returns 405 with the allowed methods, with control: %s', async (control) => {
  const traced = await serve(platform, { control });
  onTestFinished(() => traced.close());
  const answer = await ask(traced.origin, 'TRACE /control/v1/organizations');

  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD, POST');
});

describe.each(SIZES)('a %s body', (_, length) => {
  const login = (name: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from('{"username":"'), name, Buffer.from(`${'x'.repeat(length)}","password":"p"}`)]);

  it('a body that is not UTF-8 returns 400, and no character is replaced', async () => {
    const answer = await ask(server.origin, LOGIN, { headers: JSON_BODY, body: login(new Uint8Array([0xff, 0xfe])) });

    expect(answer.statusCode).toBe(400);
    expect(answer.text).toContain('The body is not JSON');
  });

  it('a body that ends within a character returns 400', async () => {
    const body = Buffer.concat([login(new Uint8Array()), new Uint8Array([0xc3])]);
    await expect(ask(server.origin, LOGIN, { headers: JSON_BODY, body })).resolves.toMatchObject({ statusCode: 400 });
  });

  it('a body is accepted with a byte order mark', async () => {
    const body = Buffer.concat([new Uint8Array([0xef, 0xbb, 0xbf]), login(Buffer.from('ü'))]);
    const answer = await ask(server.origin, LOGIN, { headers: JSON_BODY, body });
    expect(answer.text).toContain('INVALID_CREDENTIALS');
  });

  it.each([LOGIN, 'POST /upload/v1/upload'])('a compressed body returns 415: %s', async (line) => {
    const isUpload = line.includes('upload');
    const type = isUpload ? 'multipart/form-data; boundary=x' : 'application/json';
    const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip', ...(isUpload && { Authorization: 'Bearer local-upload-token' }) };
    const answer = await ask(server.origin, line, { headers, body: gzipSync(login(Buffer.from('ada'))) });

    expect(answer.statusCode).toBe(415);
    expect(answer.text).toContain('must be sent without Content-Encoding, not as gzip');
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it('a body is accepted with the encoding identity', async () => {
    const headers = { ...JSON_BODY, 'Content-Encoding': 'identity' };
    const answer = await ask(server.origin, LOGIN, { headers, body: login(Buffer.from('ada')) });
    expect(answer.text).toContain('INVALID_CREDENTIALS');
  });
});
