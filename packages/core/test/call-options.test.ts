import type { ResponseInfo } from '@platform-sdk/core';
import { document, object, operation, resource, string, type Resource } from '@platform-sdk/core/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { benchOf, passed, tokens, jwt, sessionDocument } from './fixtures.ts';
import { failureOf, headersOf, json, recordingFetch, text, type RecordingFetch } from './recording-fetch.ts';

interface Note extends Resource {
  title: string;
}

const bare = { path: '/notes', input: object<{}>({}), output: document(resource<Note>('note', { title: string })) } as const;
const contract = {
  get: operation({ ...bare, method: 'GET', credentials: 'none', retry: 'safe' }),
  own: operation({ ...bare, method: 'GET', credentials: 'user', retry: 'safe' }),
  add: operation({ ...bare, method: 'POST', credentials: 'none', retry: 'non-idempotent' }),
};

const note = { data: { id: '1', type: 'note', attributes: { title: 'a' } }, links: { self: '/notes/1' } };
const listen = (wire: RecordingFetch) => {
  const received: ResponseInfo[] = [];
  return { ...benchOf(contract, wire), received, onResponse: (response: ResponseInfo) => void received.push(response) };
};

beforeEach(() => void vi.useFakeTimers());

it('calls onResponse with the status, the headers and the unchanged document', async () => {
  const { client, received, onResponse } = listen(recordingFetch(json(note, 200, { 'X-RateLimit-Remaining': '9' })));
  await client.get({}, { onResponse });
  expect(received).toMatchObject([{ status: 200, document: note }]);
  expect(received[0]?.headers.get('x-ratelimit-remaining')).toBe('9');
});

it('calls onResponse after a failure too', async () => {
  const { client, received, onResponse } = listen(recordingFetch(text('Gone away', 410)));
  await failureOf(client.get({}, { onResponse }));
  expect(received).toMatchObject([{ status: 410, document: 'Gone away' }]);
});

it('calls onResponse only with the response of the last attempt', async () => {
  const { client, received, onResponse } = listen(recordingFetch(json({}, 503), json(note)));
  await passed(client.get({}, { onResponse }));
  expect(received.map(({ status }) => status)).toEqual([200]);
});

it('calls onResponse with the response to the retry after a refresh, not with the 401', async () => {
  const { client, platform, received, onResponse } = listen(recordingFetch(json({}, 401), json(sessionDocument('b')), json(note)));
  await platform.session.set(tokens('a'));
  await client.own({}, { onResponse });
  expect(received).toMatchObject([{ status: 200, document: note }]);
  expect(JSON.stringify(received)).not.toContain(jwt('b'));
});

it('never calls onResponse without a response', async () => {
  const { client, received, onResponse } = listen(recordingFetch(new TypeError('fetch failed')));
  await failureOf(client.add({}, { onResponse }));
  expect(received).toEqual([]);
});

const traceId = '7F6C0F5E-3f5c-4e6a-9d6e-0d3c8a1b2c3d';

it('sends the traceId as X-Trace-ID', async () => {
  const wire = recordingFetch(json(note));
  await benchOf(contract, wire).client.get({}, { traceId });
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', 'x-trace-id': traceId });
});

it('sends the same traceId with every attempt', async () => {
  const wire = recordingFetch(json({}, 503), json(note));
  await passed(benchOf(contract, wire).client.get({}, { traceId }));
  expect(wire.sent.map(({ headers }) => headers.get('x-trace-id'))).toEqual([traceId, traceId]);
});

it.each(['', 'trace', '7f6c0f5e3f5c4e6a9d6e0d3c8a1b2c3d', `${traceId}\n`])('rejects a traceId that is not a UUID: %j', async (wrong) => {
  const wire = recordingFetch(json(note));
  await expect(benchOf(contract, wire).client.get({}, { traceId: wrong })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'traceId',
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it('sends nothing if the signal is already aborted', async () => {
  const wire = recordingFetch(json(note));
  const reason = new Error('changed my mind');
  await expect(benchOf(contract, wire).client.get({}, { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
    kind: 'aborted',
    outcome: 'not-sent',
    cause: reason,
  });
  expect(wire.sent).toEqual([]);
});

it('ends a running request when the signal aborts', async () => {
  const controller = new AbortController();
  const wire = recordingFetch(() => new Promise(() => undefined));
  const failure = failureOf(benchOf(contract, wire).client.get({}, { signal: controller.signal }));
  await vi.waitUntil(() => wire.sent.length === 1);
  controller.abort();
  await expect(failure).resolves.toMatchObject({ kind: 'aborted', operation: 'notes.get', outcome: 'unknown' });
  expect(wire.only().signal.aborted).toBe(true);
});

const silent = () => recordingFetch(() => new Promise(() => undefined));
const stalling = (status: number) =>
  recordingFetch(
    () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":')) }), { status }),
  );

const spent = async (work: Promise<unknown>): Promise<{ error: unknown; milliseconds: number }> => {
  const started = performance.now();
  const error = await passed(failureOf(work));
  return { error, milliseconds: performance.now() - started };
};

it.each([
  ['headers that do not come', silent, { headersMs: 1000 }, 'unknown'],
  ['a body that does not end', () => stalling(200), { bodyMs: 1000 }, 'likely-applied'],
])('limits the wait for %s', async (_, wire, timeouts, outcome) => {
  const recording = wire();
  const { error, milliseconds } = await spent(benchOf(contract, recording, { timeouts }).client.add());
  expect(error).toMatchObject({ kind: 'timeout', operation: 'notes.add', outcome });
  expect(milliseconds).toBeGreaterThanOrEqual(1000);
  expect(milliseconds).toBeLessThan(1200);
  expect(recording.only().signal.aborted).toBe(true);
});

it('limits the wait for the body of an error response, and keeps its status', async () => {
  const recording = stalling(400);
  const { error, milliseconds } = await spent(benchOf(contract, recording, { timeouts: { bodyMs: 1000 } }).client.add());
  expect(error).toMatchObject({ kind: 'http', status: 400, operation: 'notes.add', outcome: 'rejected' });
  expect((error as Error).message).toContain('its body could not be read: it took too long');
  expect(Math.round(milliseconds / 100)).toBe(10);
  expect(recording.only().signal.aborted).toBe(true);
});

it('limits the wait for headers to 30 seconds by default', async () => {
  const { error, milliseconds } = await spent(benchOf(contract, silent()).client.add());
  expect(error).toMatchObject({ kind: 'timeout' });
  expect(Math.round(milliseconds / 1000)).toBe(30);
});

it('limits all attempts and pauses of a call together by timeoutMs', async () => {
  const wire = silent();
  const { error, milliseconds } = await spent(
    benchOf(contract, wire, { timeouts: { headersMs: 1000 } }).client.get({}, { timeoutMs: 1700 }),
  );
  expect(error).toMatchObject({ kind: 'timeout' });
  expect(milliseconds).toBeLessThan(1900);
  expect(wire.sent.length).toBeLessThanOrEqual(2);
});

it('limits the wait for a token by timeoutMs', async () => {
  const wire = recordingFetch(json(note));
  const accessToken = (): Promise<string> => new Promise(() => undefined);
  const { error } = await spent(benchOf(contract, wire, { accessToken }).client.own({}, { timeoutMs: 1000 }));
  expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it.each([Infinity, 2 ** 31])('accepts timeouts that are longer than any timer: %d', async (timeoutMs) => {
  const wire = recordingFetch(() => new Promise((resolve) => setTimeout(() => resolve(json(note)), 1000)));
  const { client } = benchOf(contract, wire, { timeouts: { headersMs: timeoutMs, bodyMs: timeoutMs } });
  await expect(passed(client.get({}, { timeoutMs }))).resolves.toMatchObject({ id: '1' });
  expect(wire.sent).toHaveLength(1);
});

it('rejects a timeoutMs that is not a number before anything is sent', async () => {
  const wire = recordingFetch(json(note));
  const { client } = benchOf(contract, wire);
  await expect(failureOf(client.get({}, { timeoutMs: Number.NaN }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'timeoutMs',
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it('leaves no running timer after the call', async () => {
  await benchOf(contract, recordingFetch(json(note))).client.get();
  expect(vi.getTimerCount()).toBe(0);
});
