import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, answerOf, close, inTurn, json, stall, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import {
  atHeaders,
  failureOf,
  firstTokens,
  takeTimers,
  organizationsDocument,
  sessionDocument,
  signedIn,
  type Scene,
  startSignedIn,
  startSignedOut,
} from './signed-in-clients.ts';

const half = '{"data":[{"id":"org-1",';
const jsonType = { 'Content-Type': 'application/json' };
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

beforeEach(() => void takeTimers());

const cut: readonly (readonly [string, Reaction, boolean])[] = [
  ['reset mid-body', stall(answerOf(200, jsonType, half, 500)), true],
  ['shorter than its declared length', close(answerOf(200, jsonType, half, 500)), false],
  ['cut off between two chunks', close(`${chunked}17\r\n${half}\r\n`), false],
  ['cut off within a chunk', close(`${chunked}ff\r\n${half}`), false],
  ['that is declared as gzip but is not compressed', answer(200, half, { ...jsonType, 'Content-Encoding': 'gzip' }), false],
];

describe.each(cut)('a response %s', (_, reaction, resets) => {
  const scene = async (server: FaultServer): Promise<Scene> => signedIn(server.origin, resets ? atHeaders(server.resetAll) : {});

  it('a damaged response fails a read after two retries', async () => {
    const server = await startFaultServer(reaction);
    const { organizations } = await scene(server);
    const error = await failureOf(organizations.list());
    expect(error).toMatchObject({ kind: 'network', operation: 'organizations.list', attempts: 3 });
    expect(server.requests).toHaveLength(3);
  });

  it('a read is retried after a damaged response, and returns the complete response', async () => {
    const server = await startFaultServer(inTurn(reaction, json(200, organizationsDocument)));
    let answers = 0;
    const { organizations } = await signedIn(server.origin, resets ? atHeaders(() => ++answers === 1 && server.resetAll()) : {});
    await expect(organizations.list()).resolves.toMatchObject([{ id: 'org-1', name: 'Acme' }]);
    expect(server.requests).toHaveLength(2);
  });

  it('a create fails with likely-applied after a damaged 200, without a retry', async () => {
    const server = await startFaultServer(reaction);
    const { organizations } = await scene(server);
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({ kind: 'network', operation: 'organizations.create', outcome: 'likely-applied', attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });
});

it('a create fails if its compressed response is truncated', async () => {
  const cutShort = gzipSync(JSON.stringify(organizationsDocument)).subarray(0, -20);
  const { server, organizations } = await startSignedIn(answer(200, cutShort, { ...jsonType, 'Content-Encoding': 'gzip' }));
  await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({ outcome: 'likely-applied', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('a login whose response is truncated fails and does not sign in', async () => {
  const whole = JSON.stringify(sessionDocument(firstTokens));
  const { auth, platform, sessionEvents } = await startSignedOut(close(answerOf(200, jsonType, whole.slice(0, -2), whole.length)));
  const error = await failureOf(auth.login({ username: 'ada@example.com', password: 'planted-password-1d3e' }));
  expect(error).toMatchObject({ kind: 'network', operation: 'auth.login', attempts: 1 });
  await expect(platform.session.get()).resolves.toBeUndefined();
  expect(sessionEvents).toEqual([]);
});

const maxResponseBytes = 10_000;
const long = JSON.stringify({ data: [{ id: 'x'.repeat(20_000) }] });

it.each<readonly [string, Reaction]>([
  ['that declares a longer length before its first byte', stall(answerOf(200, jsonType, '{', 10_001))],
  ['that is longer but declares no length', stall(`${chunked}${long.length.toString(16)}\r\n${long}\r\n`)],
])('maxResponseBytes rejects a body %s, and closes the connection', async (_, reaction) => {
  const { server, organizations } = await startSignedIn(reaction, { maxResponseBytes });
  await expect(failureOf(organizations.list())).resolves.toMatchObject({
    kind: 'too-large',
    operation: 'organizations.list',
    attempts: 1,
    status: 200,
    message: 'The body is longer than 10000 bytes',
  });
  expect(server.requests).toHaveLength(1);
  await server.until(() => server.open() === 0);
});

it('maxResponseBytes limits the decompressed size, not the declared length', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, ' '));
  expect(bomb.byteLength).toBeLessThan(maxResponseBytes);
  const { server, organizations } = await startSignedIn(answer(200, bomb, { ...jsonType, 'Content-Encoding': 'gzip' }), {
    maxResponseBytes,
  });
  const error = await failureOf(organizations.list());
  expect(error).toMatchObject({ kind: 'too-large', operation: 'organizations.list', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('an error response that is longer than maxResponseBytes keeps its status', async () => {
  const { server, organizations } = await startSignedIn(answer(422, long, jsonType), { maxResponseBytes });
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.create', outcome: 'rejected', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ status: 422, message: expect.stringContaining('longer than 10000 bytes') as unknown });
});

it('a create fails with likely-applied if its response exceeds maxResponseBytes', async () => {
  const { server, organizations } = await startSignedIn(answer(200, long, jsonType), { maxResponseBytes });
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'too-large', operation: 'organizations.create', outcome: 'likely-applied', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('maxResponseBytes accepts a body of exactly this length', async () => {
  const document = JSON.stringify(organizationsDocument);
  const { organizations } = await startSignedIn(answer(200, document, jsonType), { maxResponseBytes: document.length });
  await expect(organizations.list()).resolves.toMatchObject([{ id: 'org-1' }]);
});
