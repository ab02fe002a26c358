import { inspect } from 'node:util';
import { unknown, object, operation, streamOperation } from '@platform-sdk/core/contract';
import { completionChunks, eventStream } from '@platform-sdk/core/streams';
import type { PlatformError } from '@platform-sdk/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { benchOf, passed, sessionDocument, signedInBench, tokens, untilSent } from './fixtures.ts';
import { failureOf, json, recordingFetch, type Answer } from './recording-fetch.ts';

const bare = { path: '/x', credentials: 'none', input: object<{}>({}), output: unknown } as const;
const contract = {
  read: operation({ ...bare, method: 'GET', retry: 'safe' }),
  update: operation({ ...bare, method: 'PUT', retry: 'idempotent' }),
  remove: operation({ ...bare, method: 'DELETE', retry: 'idempotent' }),
  add: operation({ ...bare, method: 'POST', retry: 'non-idempotent' }),
};

/** Creates an error as Node's fetch does. */
const lost = (code: string, syscall?: string, message = `${syscall ?? 'it was'} ${code}`): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code, ...(syscall && { syscall }) }) });

const failing = async (name: keyof typeof contract, ...answers: readonly Answer[]): Promise<PlatformError> =>
  passed(failureOf(benchOf(contract, recordingFetch(...answers)).client[name]())) as Promise<PlatformError>;

beforeEach(() => void vi.useFakeTimers());

const refused = lost('ECONNREFUSED', 'connect');
const forbidden = json({ message: 'No.' }, 403);

it.each([
  ['a reset', lost('ECONNRESET', 'read')],
  ['a 503', json({}, 503)],
])('rejects a write with the outcome unknown after %s, whatever later attempts return', async (_, first) => {
  for (const name of ['update', 'remove'] as const) {
    await expect(failing(name, first, refused)).resolves.toMatchObject({
      kind: 'network',
      code: 'ECONNREFUSED',
      outcome: 'unknown',
      attempts: 3,
    });
    await expect(failing(name, first, forbidden)).resolves.toMatchObject({ kind: 'http', status: 403, outcome: 'unknown', attempts: 2 });
  }
});

it('rejects a write with the outcome rejected or not-sent if no attempt can have been applied', async () => {
  await expect(failing('update', refused, forbidden)).resolves.toMatchObject({ status: 403, outcome: 'rejected' });
  await expect(failing('update', json({}, 429), refused)).resolves.toMatchObject({ outcome: 'rejected', attempts: 3 });
  await expect(failing('update', refused)).resolves.toMatchObject({ outcome: 'not-sent', attempts: 3 });
  await expect(failing('add', refused, forbidden)).resolves.toMatchObject({ status: 403, outcome: 'rejected' });
});

it('rejects a read with the outcome of its last attempt', async () => {
  await expect(failing('read', lost('ECONNRESET', 'read'), refused)).resolves.toMatchObject({ outcome: 'unknown', attempts: 3 });
  await expect(failing('read', lost('ECONNRESET', 'read'), forbidden)).resolves.toMatchObject({ outcome: 'rejected', attempts: 2 });
});

it.each([
  ['the second attempt cannot connect after a refresh', lost('ECONNREFUSED', 'connect'), { kind: 'network' }],
  ['another user signs in during a refresh', undefined, { kind: 'session' }],
] as const)('rejects with the outcome rejected if %s, because the first attempt got a 401', async (_, second, failure) => {
  const own = { add: operation({ ...bare, credentials: 'user', method: 'POST', retry: 'non-idempotent' }) };
  let signIn = async (): Promise<void> => undefined;
  const wire = recordingFetch(
    json({}, 401),
    async () => {
      if (second) return json(sessionDocument('b'));
      await signIn();
      return json({}, 503);
    },
    second ?? json({}),
  );
  const { client, platform } = await signedInBench(own, wire);
  signIn = () => platform.session.set({ ...tokens('c'), id: 'user-2' });
  await expect(passed(failureOf(client.add()))).resolves.toMatchObject({ ...failure, outcome: 'rejected' });
});

it.each([
  ['update', 'a refused connection', lost('ECONNREFUSED', 'connect'), 'not-sent'],
  ['add', 'a refused connection', lost('ECONNREFUSED', 'connect'), 'not-sent'],
  ['update', 'a 429', json({}, 429), 'rejected'],
  ['add', 'a 429', json({}, 429), 'rejected'],
  ['update', 'a 503', json({}, 503), 'unknown'],
] as const)(
  'keeps the outcome of the first attempt if a call of %s is aborted before the retry, after %s',
  async (name, _, answer, outcome) => {
    const stop = new AbortController();
    const wire = recordingFetch(answer);
    const { client } = benchOf(contract, wire, { retry: { retryOn429: true } });
    const failure = failureOf(client[name]({}, { signal: stop.signal }));
    await untilSent(wire, 1);
    await vi.advanceTimersByTimeAsync(50);
    stop.abort();
    await expect(failure).resolves.toMatchObject({ kind: 'aborted', outcome, attempts: 1 });
  },
);

it.each([
  ['EHOSTUNREACH', 'connect', 'not-sent'],
  ['EHOSTUNREACH', 'read', 'unknown'],
  ['ENETUNREACH', 'write', 'unknown'],
  ['ENETUNREACH', undefined, 'not-sent'],
  ['UND_ERR_INVALID_ARG', undefined, 'not-sent'],
  ['UND_ERR_NOT_SUPPORTED', undefined, 'not-sent'],
  ['UND_ERR_SOCKET', undefined, 'unknown'],
  ['ECONNREFUSED', undefined, 'not-sent'],
  ['ECONNRESET', undefined, 'unknown'],
] as const)('maps the code %s of the system call %s to the outcome %s', async (code, syscall, outcome) => {
  const error = await failing('add', lost(code, syscall));
  expect(error).toMatchObject({
    kind: 'network',
    code,
    outcome,
    message: `The connection failed: ${code}. (notes.add at https://api.test)`,
  });
});

it('rejects with the status of a proxy that opened no tunnel, and the outcome not-sent', async () => {
  const cause = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), { code: 'UND_ERR_ABORTED' });
  const error = await failing('add', new TypeError('fetch failed', { cause }));
  expect(error).toMatchObject({
    kind: 'network',
    outcome: 'not-sent',
    message: 'The connection failed: Proxy response (407) !== 200 when HTTP Tunneling. (notes.add at https://api.test)',
  });
});

it.each([
  new TypeError('Failed to parse URL from https://ada:planted-password@api.test/v1/x'),
  new TypeError('fetch failed', { cause: new Error('Request cannot be constructed from a URL: HTTPS://ada:planted-password@api.test') }),
])('shows no URL in the error of a failed connection: %#', async (answer) => {
  const error = await failing('add', answer);
  expect(error).toMatchObject({ kind: 'network', message: 'The connection failed. (notes.add at https://api.test)', outcome: 'unknown' });
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('planted-password');
});

it("shows the system's message about a failed connection if it contains no URL", async () => {
  await expect(failing('add', new TypeError('Load failed'))).resolves.toMatchObject({
    message: 'The connection failed: Load failed. (notes.add at https://api.test)',
  });
});

it.each(['https://ada:planted-password@api.test/v1/y', '//ada@api.test/v1/y', 'https://:planted-password@api.test/v1/y'])(
  'rejects a redirect whose URL contains a password, without showing it: %s',
  async (location) => {
    const wire = recordingFetch(new Response(null, { status: 302, headers: { Location: location } }), json({}));
    const error = await passed(failureOf(benchOf(contract, wire).client.read()));
    expect(error).toMatchObject({ kind: 'redirect', status: 302, outcome: 'rejected', attempts: 1 });
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toMatch(/planted-password|ada/);
    expect(wire.sent).toHaveLength(1);
  },
);

describe('a response that is neither a success nor a redirect', () => {
  const answer = (status: number) => new Response(null, { status, headers: { Location: '/v1/y' } });

  it.each([300, 304, 305])('rejects a response that is neither a success nor a redirect: %d', async (status) => {
    for (const name of ['read', 'update', 'add'] as const) {
      const wire = recordingFetch(answer(status), json({ ok: true }));
      await expect(passed(failureOf(benchOf(contract, wire).client[name]()))).resolves.toMatchObject({
        kind: 'http',
        status,
        outcome: 'unknown',
        message: `notes.${name} returned ${status}`,
      });
      expect(wire.sent).toHaveLength(1);
    }
  });

  it.each([300, 304])('rejects the response of a stream that is neither a success nor a redirect: %d', async (status) => {
    const watch = streamOperation(contract.read, (open, _, options, name) => eventStream(name, open, completionChunks(), options));
    const { client } = benchOf({ watch }, recordingFetch(answer(status)));
    await expect(failureOf(client.watch().final())).resolves.toMatchObject({ kind: 'http', status, operation: 'notes.watch' });
  });
});
