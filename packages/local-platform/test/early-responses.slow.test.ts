import { once } from 'node:events';
import { connect } from 'node:net';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { describe, expect, it, onTestFinished } from 'vitest';

const MIB = 1024 * 1024;

interface Case {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The length of the body. Default: 3 MiB, which is more than the buffer of any socket. */
  readonly bytes?: number;
}

/** Requests that get a response before their body is read. */
const CASES: Readonly<Record<string, Case>> = {
  'an upload without a token': { path: '/upload/v1/upload', headers: { Authorization: 'Bearer wrong' }, status: 401 },
  'an upload that declares too many bytes': {
    path: '/upload/v1/upload',
    headers: { Authorization: 'Bearer local-upload-token', 'Content-Type': 'multipart/form-data; boundary=x' },
    status: 413,
    bytes: 101 * MIB,
  },
  'a chat without a key': { path: '/gateway/v1/chat/completions', status: 401 },
  'an operation without an Api-Key': { path: '/control/v1/organizations', status: 401 },
  'a sign-in that declares too many bytes': { path: '/auth/v1/oauth/token', headers: { 'Api-Key': 'local-api-key' }, status: 413 },
  'an unknown path': { path: '/control/v1/none', status: 404 },
  'a method that a path does not allow': { path: '/converter/api/health', status: 405 },
  'a page of another origin': { path: '/auth/v1/oauth/token', headers: { Origin: 'https://other.example' }, status: 403 },
  'a foreign host': { path: '/auth/v1/oauth/token', headers: { Host: 'other.example' }, status: 403 },
  'the control API without its token': { path: '/_local/restore', status: 401 },
};

const server = async (control: boolean) => {
  const served = await serve(createLocalPlatform(), { control });
  onTestFinished(() => served.close());
  return served;
};

/** Sends a request with its complete body, then a second request on the same connection. Returns the statuses of both responses. */
const statusesOf = async (port: number, { path, headers = {}, bytes = 3 * MIB }: Case, isChunked: boolean): Promise<number[]> => {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (data) => (received += data.toString('latin1')));
  socket.on('error', () => undefined);
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`;
  const fields = Object.entries({ Host: '127.0.0.1', 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`POST ${path} HTTP/1.1\r\n${[...fields, length].join('\r\n')}\r\n\r\n`);
  const write = (data: string): Promise<void> => new Promise((resolve) => socket.write(data, () => resolve()));
  for (let sent = 0; sent < bytes; sent += MIB) await write(isChunked ? `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n` : ' '.repeat(MIB));
  if (isChunked) await write('0\r\n\r\n');
  await write('GET /converter/api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  if (!socket.closed) await once(socket, 'close');
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
};

describe.each([
  ['without', false],
  ['with', true],
])('a connection %s the control API', (_, control) => {
  it.each(Object.entries(CASES))('a connection serves the next request after an early response to %s', async (name, each) => {
    const { port } = await server(control);
    const status = !control && name.startsWith('the control API') ? 404 : each.status;
    const forms = each.bytes === undefined ? [false, true] : [false];
    for (const isChunked of forms) await expect(statusesOf(port, each, isChunked)).resolves.toEqual([status, 200]);
  });
});
