import type { CallOptions, LogEvent, PlatformOptions } from '@platform-sdk/core';
import { unknown, object, operation } from '@platform-sdk/core/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { benchOf, passed } from './fixtures.ts';
import { failureOf, json, recordingFetch, type RecordingFetch } from './recording-fetch.ts';

const bare = { path: '/x', credentials: 'none', input: object<{}>({}), output: unknown } as const;
const contract = {
  safe: operation({ ...bare, method: 'GET', retry: 'safe' }),
  idempotent: operation({ ...bare, method: 'PUT', retry: 'idempotent' }),
  remove: operation({ ...bare, method: 'DELETE', retry: 'idempotent' }),
  'non-idempotent': operation({ ...bare, method: 'POST', retry: 'non-idempotent' }),
  'single-attempt': operation({ ...bare, method: 'POST', retry: 'single-attempt' }),
};

const lost = (code: string): Error => new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });

const run = async (name: keyof typeof contract, wire: RecordingFetch, options: CallOptions = {}, platform: PlatformOptions = {}) => {
  const { client, events } = benchOf(contract, wire, platform);
  const result = await passed(client[name]({}, options).catch((error: unknown) => error));
  return { result, waits: waitsOf(events) };
};

const waitsOf = (events: readonly LogEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'attempt' && event.retryInMs !== undefined ? [event.retryInMs] : []));

beforeEach(() => void vi.useFakeTimers());

const passing = [408, 429, 500, 502, 503, 504].map((status) => [`a ${status}`, json({}, status)] as const);
const lasting = [400, 401, 403, 404, 409, 422, 501].map((status) => [`a ${status}`, json({}, status)] as const);
const unsent = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
].map((code) => [code, lost(code)] as const);
// A server may send these TLS alerts after it has read the request.
const alerts = ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'ERR_SSL_TLSV1_ALERT_RECORD_OVERFLOW', 'ERR_SSL_TLSV1_ALERT_USER_CANCELLED'];
const reset = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', ...alerts].map((code) => [code, lost(code)] as const);

describe.each(['safe', 'idempotent'] as const)('If a %s operation fails,', (name) => {
  it.each([...passing, ...unsent, ...reset])('retries twice after %s', async (_, answer) => {
    const wire = recordingFetch(answer);
    const { result } = await run(name, wire);
    expect(wire.sent).toHaveLength(3);
    expect(result).toMatchObject({ attempts: 3 });
  });

  it.each(lasting)('does not retry after %s', async (_, answer) => {
    const wire = recordingFetch(answer);
    const { result } = await run(name, wire);
    expect(wire.sent).toHaveLength(1);
    expect(result).toMatchObject({ kind: 'http', attempts: 1 });
  });

  it('returns the response to the second attempt if the first attempt fails', async () => {
    const wire = recordingFetch(json({}, 503), json({ ok: true }));
    await expect(run(name, wire)).resolves.toMatchObject({ result: { ok: true } });
  });
});

it.each(unsent)('retries a non-idempotent call after %s, because the request was not sent', async (_, answer) => {
  const wire = recordingFetch(answer);
  const { result } = await run('non-idempotent', wire);
  expect(wire.sent).toHaveLength(3);
  expect(result).toMatchObject({ kind: 'network', outcome: 'not-sent' });
});

it.each([...passing, ...lasting, ...reset])('does not retry a non-idempotent call after %s', async (_, answer) => {
  const wire = recordingFetch(answer);
  await run('non-idempotent', wire);
  expect(wire.sent).toHaveLength(1);
});

it('retries a non-idempotent call after a 429 if retryOn429 is set', async () => {
  const wire = recordingFetch(json({}, 429), json({ ok: true }));
  await expect(run('non-idempotent', wire, { retry: { retryOn429: true } })).resolves.toMatchObject({ result: { ok: true } });
  expect(wire.sent).toHaveLength(2);
});

it('does not retry a non-idempotent call after a 503 although retryOn429 is set', async () => {
  const wire = recordingFetch(json({}, 503));
  await run('non-idempotent', wire, { retry: { retryOn429: true } });
  expect(wire.sent).toHaveLength(1);
});

it.each([...passing, ...unsent, ...reset])('does not retry a single-attempt call after %s, whatever the options are', async (_, answer) => {
  const wire = recordingFetch(answer);
  await run('single-attempt', wire, { retry: { limit: 5, retryOn429: true } });
  expect(wire.sent).toHaveLength(1);
});

it.each([
  ['safe', 3],
  ['idempotent', 3],
  ['non-idempotent', 1],
  ['single-attempt', 1],
] as const)('sends %s operations %d times to a silent server', async (name, times) => {
  const wire = recordingFetch(() => new Promise(() => undefined));
  const { result } = await run(name, wire, {}, { timeouts: { headersMs: 100 } });
  expect(wire.sent).toHaveLength(times);
  expect(result).toMatchObject({ kind: 'timeout', attempts: times, outcome: 'unknown' });
});

it.each([
  ['an HTML page', new Response('<html></html>')],
  ['a redirect to another origin', new Response(null, { status: 302, headers: { Location: 'https://evil.example/' } })],
])('does not retry a safe call after %s', async (_, answer) => {
  const wire = recordingFetch(answer);
  await run('safe', wire);
  expect(wire.sent).toHaveLength(1);
});

it.each([
  [500, 'unknown'],
  [503, 'unknown'],
  [501, 'rejected'],
  [422, 'rejected'],
] as const)('maps the status %d to the outcome %s', async (status, outcome) => {
  const { result } = await run('non-idempotent', recordingFetch(json({}, status)));
  expect(result).toMatchObject({ status, outcome });
});

it('succeeds if the second attempt of a DELETE returns 404', async () => {
  const wire = recordingFetch(lost('ECONNRESET'), json({ message: 'No such thing.' }, 404));
  const { client } = benchOf({ remove: operation({ ...contract.remove, output: { type: 'nothing', optional: true } }) }, wire);
  await expect(passed(client.remove())).resolves.toBeUndefined();
});

it('rejects if the first attempt of a DELETE returns 404', async () => {
  const { result } = await run('remove', recordingFetch(json({ message: 'No such thing.' }, 404)));
  expect(result).toMatchObject({ kind: 'http', status: 404 });
});

it.each([
  [0, [150, 300]],
  [0.5, [225, 450]],
  [1, [300, 600]],
])('doubles the wait for each retry, with random jitter: %d', async (chance, expected) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const { waits } = await run('safe', recordingFetch(json({}, 503)));
  expect(waits).toEqual(expected);
});

it('waits at most eight seconds between attempts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { waits } = await run('safe', recordingFetch(json({}, 503)), { retry: { limit: 8 } });
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000, 8000]);
});

it('ends the wait before a retry immediately when the caller aborts', async () => {
  const controller = new AbortController();
  const wire = recordingFetch(json({}, 503, { 'Retry-After': '20' }));
  const { client, events } = benchOf(contract, wire);
  const failure = failureOf(client.safe({}, { signal: controller.signal }));
  await vi.waitUntil(() => events.length > 0);
  controller.abort();
  await expect(failure).resolves.toMatchObject({ kind: 'aborted', operation: 'notes.safe' });
  expect(wire.sent).toHaveLength(1);
});

it('fails immediately if the wait before a retry would exceed the time limit of the call', async () => {
  const wire = recordingFetch(json({}, 503, { 'Retry-After': '20' }));
  const { result } = await run('safe', wire, { timeoutMs: 10_000 });
  expect(result).toMatchObject({ kind: 'http', status: 503, retryAfterSeconds: 20 });
  expect(wire.sent).toHaveLength(1);
});

it.each([
  [false, 1],
  [{ limit: 0 }, 1],
  [{ limit: 1 }, 2],
  [{ limit: 4 }, 5],
] as const)('sends a call with the retry option %j %d times', async (retry, times) => {
  const wire = recordingFetch(json({}, 503));
  await run('safe', wire, { retry });
  expect(wire.sent).toHaveLength(times);
});

it("applies the platform's retry option to every call, and a call overrides it", async () => {
  const wire = recordingFetch(json({}, 503));
  const platform = { retry: { limit: 1 } };
  await run('safe', wire, {}, platform);
  expect(wire.sent).toHaveLength(2);
  await run('safe', wire, { retry: { limit: 3 } }, platform);
  expect(wire.sent).toHaveLength(6);
});

const storm = async (calls: number, wire: RecordingFetch) => {
  const { client } = benchOf(contract, wire);
  for (let count = 0; count < calls; count++) await passed(client.safe().catch(() => undefined));
  return client;
};

it('sends at most 20 retries for 30 calls of a platform to a failing server', async () => {
  const wire = recordingFetch(json({}, 503));
  await storm(30, wire);
  expect(wire.sent).toHaveLength(30 + 20);
});

it('adds retries to the budget after successful calls', async () => {
  const answers = [...Array.from({ length: 60 }, () => json({}, 503)), ...Array.from({ length: 15 }, () => json({}))];
  const wire = recordingFetch(...answers, json({}, 503));
  const client = await storm(40, wire);
  expect(wire.sent).toHaveLength(60);
  for (let count = 0; count < 15; count++) await passed(client.safe());
  await passed(client.safe().catch(() => undefined));
  expect(wire.sent).toHaveLength(75 + 3);
});
