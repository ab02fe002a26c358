import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttp } from './processes.ts';

const { resolve } = createRequire(import.meta.url);
const program = join(dirname(resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

/** The scenarios for any server with tools. All others need prompts, resources or the tools of an example server. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'];

let server: Awaited<ReturnType<typeof startHttp>>;
let url = '';
/** A proxy that adds the token, which the conformance program cannot send, and changes nothing else. */
const proxy = createServer((incoming, outgoing) => {
  const { port } = new URL(server.url);
  const headers = { ...incoming.headers, authorization: `Bearer ${server.token}` };
  const sent = request({ host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(outgoing);
  });
  sent.on('error', () => outgoing.destroy());
  incoming.pipe(sent);
});

beforeAll(async () => {
  server = await startHttp('--local');
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await server.stop();
});

it.each(SCENARIOS)('the server passes the scenario %s of the conformance program', async (scenario) => {
  const run = promisify(execFile)(process.execPath, [program, 'server', '--url', url, '--scenario', scenario]);
  const { stdout } = await run.catch((error: unknown) => error as { readonly stdout: string });
  expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
});
