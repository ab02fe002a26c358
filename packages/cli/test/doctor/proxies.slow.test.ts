import { execFile } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it, onTestFinished } from 'vitest';

const file = programAt(new URL('../../src/bin.ts', import.meta.url));

/** Starts a proxy, and returns its port. */
const listen = async (accept: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => accept(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

/** Runs `doctor` with a proxy of the environment, and returns its report. */
const report = async (proxy: string): Promise<string> => {
  const env = {
    PLATFORM_API_KEY: 'app-1',
    PLATFORM_AUTH_URL: 'https://api.example.com/v1',
    HTTPS_PROXY: proxy,
    NODE_USE_ENV_PROXY: '1',
  };
  const args = ['-C', '@platform-sdk/source', file, 'doctor', '--timeout', '1'];
  // A process that does not end is killed, and fails.
  const failed = await promisify(execFile)(process.execPath, args, { env, timeout: 20_000 }).catch((error: unknown) => error);
  const { code, stdout } = failed as { readonly code: unknown; readonly stdout: string };
  expect(code).toBe(1);
  return stdout;
};

it.each<readonly [string, (socket: Socket) => void, string]>([
  [
    'closes the connection',
    (socket) => socket.resetAndDestroy(),
    'the proxy opened no connection to it (PROXY_ECONNRESET). Check HTTPS_PROXY',
  ],
  ['sends nothing', () => undefined, 'the proxy opened no connection to it (PROXY_TIMEOUT). Check HTTPS_PROXY'],
  [
    'requires credentials',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 407 No\r\n\r\n')),
    'the proxy requires credentials (ERR_PROXY_TUNNEL 407). Write them into HTTPS_PROXY',
  ],
  [
    'rejects the host',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 403 No\r\n\r\n')),
    'the proxy rejected the connection to it (ERR_PROXY_TUNNEL 403). Check HTTPS_PROXY',
  ],
])('the doctor diagnoses a proxy that %s', async (_, accept, came) => {
  const port = await listen(accept);
  const found = await report(`http://ada:planted-password@127.0.0.1:${port}`);
  expect(found).toContain(`the clients send https through the proxy at 127.0.0.1:${port}`);
  expect(found).toContain(`problem  auth address: GET https://api.example.com/v1/oauth/token/info: ${came}`);
  expect(found).not.toContain('planted');
});
