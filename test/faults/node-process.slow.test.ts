import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it } from 'vitest';
import { answer, byPath, close, json, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import { organizationDocument, organizationsDocument } from './signed-in-clients.ts';

const script = programAt(new URL('./sender-process.ts', import.meta.url));
const archiveScript = programAt(new URL('./archive-modules-process.ts', import.meta.url));

/** Runs the calls in a separate process with only these environment variables. */
const run = async (baseUrls: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', script, ...baseUrls], { env });
  return JSON.parse(stdout) as unknown;
};

const idle = { 'Keep-Alive': 'timeout=600' };
const stream = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const platform: Reaction = (socket, request) => {
  const { method, target } = request;
  if (target.includes('chat')) return answer(200, stream, { 'Content-Type': 'text/event-stream', ...idle })(socket, request);
  json(200, method === 'GET' ? organizationsDocument : organizationDocument, idle)(socket, request);
};
const methodsOf = ({ requests }: FaultServer): string[] => requests.map(({ method, target }) => `${method} ${target}`);
const paths = ['GET /v1/organizations', 'POST /v1/organizations', 'POST /v1/chat/completions'];

it('a process that reads an archive loads neither undici nor web streams', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', archiveScript]);
  expect(JSON.parse(stdout)).toEqual({ size: 2_400_000, loaded: [] });
});

it('a process that sends calls loads neither undici nor web streams, and exits while its connection is idle', async () => {
  const server = await startFaultServer(platform);
  await expect(run([`${server.origin}/v1`])).resolves.toEqual({ results: ['done', 'done', 'done'], loaded: [] });
  expect(methodsOf(server)).toEqual(paths);
  expect(server.connections()).toBe(1);
});

it('calls to this machine bypass the proxy of the environment, but other calls use the proxy', async () => {
  const server = await startFaultServer(platform);
  const proxy = await startFaultServer(byPath({ 'api.example.com:443': close('HTTP/1.1 502 Bad Gateway\r\n\r\n') }));
  const proxies = { HTTP_PROXY: proxy.origin, HTTPS_PROXY: proxy.origin };
  const found = await run([`${server.origin}/v1`, 'https://api.example.com/v1'], { NODE_USE_ENV_PROXY: '1', ...proxies });
  const refused = 'network not-sent';
  // Node itself loads undici if a proxy is configured.
  expect(found).toMatchObject({ results: ['done', 'done', 'done', refused, refused, refused] });
  expect(methodsOf(server)).toEqual(paths);
  expect(methodsOf(proxy)).toEqual(Array.from({ length: 3 }, () => 'CONNECT api.example.com:443'));
  expect(proxy.requests.map(({ raw }) => raw).join('')).not.toContain('planted');
});

it('calls to hosts in NO_PROXY bypass the proxy of the environment', async () => {
  const proxy = await startFaultServer(close('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.origin, NO_PROXY: 'api.invalid' };
  const refused = 'network not-sent';
  await expect(run(['https://api.invalid/v1'], env)).resolves.toMatchObject({ results: [refused, refused, refused] });
  expect(methodsOf(proxy)).toEqual([]);
});

it('a process whose call timed out exits although its proxy has not opened a tunnel', async () => {
  const proxy = await startFaultServer(() => undefined);
  const slow = programAt(new URL('./slow-proxy-process.ts', import.meta.url));
  const args = ['-C', '@platform-sdk/source', slow, 'https://api.example.com/v1'];
  const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.origin };
  // A process that does not end in time is killed, and the test fails.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 });
  expect(stdout).toBe('timeout not-sent');
  expect(methodsOf(proxy)).toEqual(['CONNECT api.example.com:443']);
  await proxy.until(() => proxy.open() === 0);
});
