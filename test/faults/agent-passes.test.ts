import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAgentPassesClient, isKeyLostError, type AgentPassesClient } from '@platform-sdk/agent-passes';
import { saveTo } from '@platform-sdk/agent-passes/node';
import type { PlatformOptions } from '@platform-sdk/core';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, answerOf, close, inTurn, json, reset, stall, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import { atHeaders, failureOf, signedIn, stoppedClock, takeTimers, type Limits } from './signed-in-clients.ts';

let limits: Limits;
beforeEach(() => void (limits = takeTimers()));

const query = { agent_user_id: 'agent-1' };
const one = { orgId: 'org-1', projectId: '7', passId: 'pass-1' };

const clientAt = async ({ origin }: FaultServer, options?: PlatformOptions): Promise<AgentPassesClient> =>
  createAgentPassesClient((await signedIn(origin, options)).platform);

const jsonType = { 'Content-Type': 'application/json' };
const whole = JSON.stringify([{ endpoint: '/a' }, { endpoint: '/b' }]);
const half = whole.slice(0, 20);
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Broken responses. `true` resets the connection after the headers. The number counts the requests until the export fails. */
const cut: readonly (readonly [string, Reaction, boolean, string, number])[] = [
  ['reset in the middle', stall(answerOf(200, jsonType, half, 500)), true, 'interrupted', 3],
  ['shorter than its declared length', close(answerOf(200, jsonType, half, 500)), false, 'interrupted', 3],
  ['cut off between two chunks', close(`${chunked}14\r\n${half}\r\n`), false, 'interrupted', 3],
  ['cut off within a chunk', close(`${chunked}ff\r\n${half}`), false, 'interrupted', 3],
  ['that ends normally, but too early', answer(200, half, jsonType), false, 'truncated', 1],
  ['without a length that ends too early', close(`HTTP/1.1 200 OK\r\n\r\n${half}`), false, 'truncated', 3],
  ['that is empty', answer(200, '', jsonType), false, 'truncated', 1],
];

describe.each(cut)('an export %s', (_, reaction, resets, kind, requests) => {
  const facts = { kind, operation: 'agentPasses.activity.export', status: 200 };

  const openFile = async () => {
    const server = await startFaultServer(reaction);
    const agentPasses = await clientAt(server, resets ? atHeaders(server.resetAll) : {});
    return { server, file: await agentPasses.activity.export(query) };
  };

  it('an incomplete export throws instead of returning a partial file', async () => {
    const { server, file } = await openFile();
    expect(await failureOf(file.blob())).toMatchObject(facts);
    expect(server.requests).toHaveLength(requests);
  });

  it('reading an incomplete export as a stream throws', async () => {
    const { file } = await openFile();
    expect(await failureOf(new Response(file.stream()).text())).toMatchObject(facts);
  });

  it('saving an incomplete export to a file leaves no partial file', async () => {
    const { file } = await openFile();
    const folder = newFolder();
    expect(await failureOf(saveTo(file, join(folder, 'log.json')))).toMatchObject(facts);
    await expect(readdir(folder)).resolves.toEqual([]);
  });
});

const silent = stall(answerOf(200, jsonType, half, 500));

it('a stalled export fails after a minute, and its connection closes', async () => {
  const server = await startFaultServer(silent);
  const file = await (await clientAt(server)).activity.export(query, { retry: false });
  const folder = newFolder();
  const failure = failureOf(saveTo(file, join(folder, 'log.json')));
  // The first and the second chunk each have a limit.
  await vi.waitFor(() => expect(limits.set.filter((ms) => ms === 60_000)).toHaveLength(2));
  limits.expire(60_000);
  expect(await failure).toMatchObject({ kind: 'stalled', operation: 'agentPasses.activity.export' });
  await expect(readdir(folder)).resolves.toEqual([]);
  await server.until(() => server.open() === 0);
});

it('aborting a stalled export rejects it and closes its connection', async () => {
  const server = await startFaultServer(silent);
  const controller = new AbortController();
  const file = await (await clientAt(server)).activity.export(query, { signal: controller.signal });
  const failure = failureOf(file.blob());
  controller.abort();
  expect(await failure).toMatchObject({ kind: 'aborted' });
  await server.until(() => server.open() === 0);
});

it('cancelling the stream of a stalled export closes its connection', async () => {
  const server = await startFaultServer(silent);
  const reader = (await (await clientAt(server)).activity.export(query)).stream().getReader();
  const { value } = await reader.read();
  expect(value).toEqual(new Uint8Array(Buffer.from(half)));
  await reader.cancel();
  await server.until(() => server.open() === 0);
});

it('an export that fails before its first byte is retried', async () => {
  const server = await startFaultServer(inTurn(reset, json(503, {}), answer(200, whole, jsonType)));
  const folder = newFolder();
  await saveTo(await (await clientAt(server)).activity.export(query), join(folder, 'log.json'));
  await expect(readFile(join(folder, 'log.json'), 'utf8')).resolves.toBe(whole);
  expect(server.requests).toHaveLength(3);
});

const lost: readonly (readonly [string, Reaction, boolean, object])[] = [
  ['by a reset before the headers', reset, false, { kind: 'network', outcome: 'unknown' }],
  ['by a reset in the middle', stall(answerOf(200, jsonType, '{"data":', 500)), true, { kind: 'network', outcome: 'likely-applied' }],
  ['by a body that is too short', close(answerOf(200, jsonType, '{"data":', 500)), false, { kind: 'network', outcome: 'likely-applied' }],
  ['by an HTML page instead of the response', answer(200, '<html></html>'), false, { kind: 'invalid-response', outcome: 'unknown' }],
  ['by a gateway that returns 504', json(504, {}), false, { kind: 'http', outcome: 'unknown' }],
];

it.each(lost)(
  'a key rotation whose response is lost is sent once, and its error describes the state of the keys: %s',
  async (_, reaction, resets, facts) => {
    const server = await startFaultServer(reaction);
    const agentPasses = await clientAt(server, resets ? atHeaders(server.resetAll) : {});
    const failure = await failureOf(agentPasses.rotateKey(one));
    expect(failure).toMatchObject({ operation: 'agentPasses.rotateKey', attempts: 1, ...facts });
    expect(server.requests).toHaveLength(1);
    expect(failure.message).toMatch(/old key (?:is|may be) invalid, \w+ the new one was not returned/);
    expect(isKeyLostError(failure)).toBe(true);
  },
);

it('a key rotation with a silent server is sent once, and its error describes the state of the keys', async () => {
  const server = await startFaultServer(stall());
  const failure = failureOf((await clientAt(server)).rotateKey(one));
  await server.until(() => server.requests.length === 1);
  limits.expire();
  const error = await failure;
  expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  expect(server.requests).toHaveLength(1);
  expect(isKeyLostError(error)).toBe(true);
});

const usage = (total_requests: number): Reaction =>
  json(200, { total_requests, success_count: 0, error_count: 0, avg_latency_ms: 0, p95_latency_ms: 0, unique_endpoints: 0 });

it('watchMetrics continues after five different failures', async () => {
  const failing = [reset, json(503, {}), close(answerOf(200, jsonType, '{', 500)), json(429, {}), answer(200, '<html></html>')] as const;
  const server = await startFaultServer(inTurn(usage(1), ...failing, usage(2), usage(3)));
  const waits: number[] = [];
  const readings: number[] = [];
  let passedMs = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  onTestFinished(() => clock.mockRestore());
  const metrics = (await clientAt(server, { clock: stoppedClock() })).activity.watchMetrics(query, {
    onFailure: (_, retryInMs) => void waits.push(retryInMs),
  });
  const watching = (async () => {
    for await (const { total_requests } of metrics) if (readings.push(total_requests) === 3) return;
  })();
  for (let events = 1; events < 8; events++) {
    await vi.waitFor(() => expect(readings.length + waits.length).toBe(events));
    await new Promise(setImmediate);
    passedMs += 600_000;
    limits.expire(600_000);
  }
  await watching;
  expect(readings).toEqual([1, 2, 3]);
  expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 600_000]);
  expect(server.requests).toHaveLength(8);
});

it('watchMetrics closes its connection when its loop ends during a request', async () => {
  const server = await startFaultServer(stall());
  const watching = (await clientAt(server)).activity.watchMetrics(query)[Symbol.asyncIterator]();
  const next = watching.next();
  await server.until(() => server.requests.length === 1);
  await watching.return?.();
  await expect(next).resolves.toMatchObject({ done: true });
  await server.until(() => server.open() === 0);
  expect(server.requests).toHaveLength(1);
});
