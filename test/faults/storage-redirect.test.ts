import { createPlatform } from '@platform-sdk/core';
import { createClient, download, type Download } from '@platform-sdk/core/internal';
import {
  agentPair,
  unknown,
  object,
  operation,
  storageRedirects,
  streamOperation,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { answer, deadOrigin, inTurn, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import { failureOf, sender } from './signed-in-clients.ts';

async function* none(): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {}

const file: StreamOperation<{}, Promise<Download>> = streamOperation(
  operation({
    method: 'GET',
    path: '/file',
    credentials: 'agent',
    authenticate: agentPair,
    accept: 'application/zip',
    input: object<{}>({}),
    output: unknown,
    retry: 'safe',
    redirects: storageRedirects,
  }),
  async (open) => download(await open(), 'file.zip', none),
);

const clientOf = ({ origin }: FaultServer) =>
  createClient(
    { name: 'files', base: 'converter' },
    { file },
    createPlatform({ baseUrls: { converter: origin }, agent: { secretToken: 'planted-agent-secret-77d1', userId: 'agent-1' } }),
  );
const redirect = (location: string, status = 302): Reaction => answer(status, '', { Location: location });
const zip = answer(200, 'PK', { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="site.zip"' });
const options = { headers: { 'X-Request-Tag': 'tag-1', Cookie: 'planted=cookie' } };

it.each([301, 302, 303, 307, 308])('a download follows a %i to its storage', async (status) => {
  const storage = await startFaultServer(zip);
  const server = await startFaultServer(redirect(`${storage.origin}/bucket/site.zip?signature=abc`, status));
  await expect(clientOf(server).file({}, options)).resolves.toMatchObject({ name: 'site.zip', type: 'application/zip' });
  expect(storage.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /bucket/site.zip?signature=abc']);
});

it('a download sends the storage no credentials and no header of the call', async () => {
  const storage = await startFaultServer(zip);
  const server = await startFaultServer(redirect(`${storage.origin}/site.zip`));
  await clientOf(server).file({}, options);
  expect(server.requests[0]?.headers).toMatchObject({
    'x-agent-secret-token': 'planted-agent-secret-77d1',
    'x-agent-user-id': 'agent-1',
    'x-request-tag': 'tag-1',
    accept: 'application/zip',
  });
  const byNode = ['accept-encoding', 'connection', 'host'];
  const byFetch = ['accept', ...byNode, 'accept-language', 'sec-fetch-mode', 'user-agent', 'cache-control', 'pragma'];
  const own = { node: [...byNode, 'cache-control', 'user-agent'], ky: byFetch, fetch: byFetch }[sender];
  expect(Object.keys(storage.requests[0]!.headers).toSorted()).toEqual(own.toSorted());
});

it('a download sends no credentials if the storage redirects back to the service', async () => {
  const server: FaultServer = await startFaultServer((socket, request) =>
    (request.target === '/file' ? redirect(`${storage.origin}/site.zip`) : zip)(socket, request),
  );
  const storage = await startFaultServer(redirect(`${server.origin}/back`));
  await clientOf(server).file({}, options);
  expect(server.requests.map(({ target }) => target)).toEqual(['/file', '/back']);
  expect(server.requests[1]?.raw).not.toMatch(/planted|tag-1/);
});

it("a download keeps its headers after a redirect within the service's origin", async () => {
  const server = await startFaultServer(inTurn(redirect('/elsewhere'), zip));
  await clientOf(server).file({}, options);
  expect(server.requests[1]?.headers).toMatchObject({ 'x-agent-secret-token': 'planted-agent-secret-77d1', 'x-request-tag': 'tag-1' });
});

it.each([
  ['another host over plain HTTP', 'http://storage.example/site.zip'],
  ['an FTP URL', 'ftp://127.0.0.1/site.zip'],
  ['a file URL', 'file:///etc/passwd'],
  ['an empty URL', ''],
])('a download does not follow a redirect to %s', async (_, location) => {
  const server = await startFaultServer(redirect(location));
  await expect(failureOf(clientOf(server).file({}, options))).resolves.toMatchObject({
    kind: 'redirect',
    operation: 'files.file',
  });
});

it('a download follows a redirect whose URL contains unescaped bytes', async () => {
  const server: FaultServer = await startFaultServer((socket, request) =>
    (request.target === '/file' ? redirect('/\u00fcber/\u7d71.zip?n=\u00e9') : zip)(socket, request),
  );
  await clientOf(server).file({}, options);
  expect(server.requests[1]?.target.toLowerCase()).toBe('/%c3%bcber/%e7%b5%b1.zip?n=%c3%a9');
});

it('a download whose storage is unreachable has the outcome "unknown", because the service got its request', async () => {
  const server = await startFaultServer(redirect(`${await deadOrigin()}/bucket/site.zip`));
  await expect(failureOf(clientOf(server).file({}, { retry: false }))).resolves.toMatchObject({ kind: 'network', outcome: 'unknown' });
  expect(server.requests).toHaveLength(1);
});

it('a download follows at most three redirects', async () => {
  const storage = await startFaultServer((socket, request) => redirect(`${storage.origin}${request.target}x`)(socket, request));
  const server = await startFaultServer(redirect(`${storage.origin}/`));
  await expect(failureOf(clientOf(server).file({}, options))).resolves.toMatchObject({ kind: 'redirect' });
  expect(storage.requests).toHaveLength(3);
});
