import { createServer, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { MIB, type Caller, type HostileRequest } from './requests.ts';

export const MEMORY_TOKEN = 'mem_hostile-secret-token';

/** The target of an attack: a local platform on a port. */
export interface Target {
  readonly port: number;
  readonly email: string;
  readonly password: string;
}

interface Received {
  readonly status: number;
  readonly text: string;
}

interface Sent {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | number;
  readonly isChunked?: boolean;
}

/** A piece of a large body. */
const SPACES = Buffer.alloc(MIB, ' ');

/** Sends a request and reads the response. Returns the status 0 if the connection breaks. */
const send = ({ port }: Target, { line, headers = {}, body, isChunked = false }: Sent): Promise<Received> =>
  new Promise((resolve) => {
    const [method = '', path = ''] = line.split(' ');
    const length = typeof body === 'number' ? body : Buffer.byteLength(body ?? '');
    const stated = body === undefined || isChunked ? {} : { 'content-length': String(length) };
    const request = open({ host: '127.0.0.1', port, method, path, headers: { ...stated, ...headers }, agent: false });
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      const end = (): void => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, text });
      };
      response.on('end', end).on('error', end);
    });
    request.on('error', () => resolve({ status: 0, text: '' }));
    if (typeof body !== 'number') return void request.end(body);
    let left = body;
    const more = (): void => {
      while (left > 0 && !request.destroyed) {
        left -= SPACES.length;
        if (!request.write(SPACES)) return void request.once('drain', more);
      }
      request.end();
    };
    more();
  });

/** Signs in. Returns the headers of each kind of caller. */
const headersOf = async (target: Target): Promise<Record<Caller, Record<string, string>>> => {
  const application = { 'api-key': 'local-api-key' };
  const body = JSON.stringify({ username: target.email, password: target.password });
  const headers = { ...application, 'content-type': 'application/json' };
  const { text } = await send(target, { line: 'POST /auth/v1/oauth/token', headers, body });
  const { data } = JSON.parse(text) as { data: { attributes: { accessToken: string } } };
  return {
    nobody: {},
    application,
    user: { ...application, authorization: `Bearer ${data.attributes.accessToken}` },
    gateway: { authorization: 'Bearer local-gateway-key' },
    memory: { authorization: `Bearer ${MEMORY_TOKEN}` },
    upload: { authorization: 'Bearer local-upload-token' },
  };
};

const BOUNDARY = 'hostile';

const inForm = (name: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Sends hostile requests, and reads the state that they must not change. */
export interface Attacker {
  send(request: HostileRequest): Promise<Received>;
  /** Returns the state that tests compare before and after a request. */
  state(): Promise<string>;
  close(): void;
}

const DEEP = '<div>'.repeat(90_000);
const WIDE = `<p>a${'<b>'.repeat(1_000_000)}`;

/** Starts a site whose pages try to stop the converter. */
const startSite = async (): Promise<{ readonly origin: string; readonly close: () => void }> => {
  const packed = gzipSync(Buffer.alloc(64 * MIB));
  const server = createServer(({ url }, response) => {
    if (url === '/packed') return response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed);
    if (url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/deep' ? DEEP : WIDE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

const STATE: readonly (readonly [Caller, string])[] = [
  ['user', 'GET /control/v1/organizations'],
  ['user', 'GET /control/v1/wallets'],
  ['user', 'GET /control/v1/user_settings'],
  ['memory', 'GET /memory/v1/users/me'],
  ['memory', 'GET /memory/v1/memory/me'],
];

export const createAttacker = async (target: Target): Promise<Attacker> => {
  const headers = await headersOf(target);
  const site = await startSite();
  const wallets = await send(target, { line: 'GET /control/v1/wallets', headers: headers.user });
  const wallet = /"addressHash":"([^"]+)"/.exec(wallets.text)?.[1] ?? '';
  const filled = (text: string): string =>
    text.replaceAll('{site}', site.origin).replaceAll('{wallet}', wallet).replaceAll('{port}', String(target.port));

  return {
    async send({ as, line, headers: more = {}, body: make, isChunked = false, file }) {
      const content = await make?.();
      const body = typeof content === 'string' ? filled(content) : content;
      const form = file !== undefined && typeof body !== 'number' ? inForm(file, body ?? '') : undefined;
      const type = { 'content-type': form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json' };
      const sent = form ?? body;
      return send(target, {
        line: filled(line),
        headers: { ...type, ...headers[as], ...more },
        ...(sent !== undefined && { body: sent }),
        isChunked,
      });
    },
    async state() {
      const parts = await Promise.all(STATE.map(async ([as, line]) => send(target, { line, headers: headers[as] })));
      return parts.map(({ status, text }) => `${status} ${text}`).join('\n');
    },
    close: site.close,
  };
};
