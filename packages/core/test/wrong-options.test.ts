import { boolean, object, operation, optional, streamOperation, unknown } from '@platform-sdk/core/contract';
import {
  createPlatform,
  inMemoryTokenStore,
  type CallOptions,
  type PlatformOptions,
  type RetryOptions,
  type StreamOptions,
  type Timeouts,
} from '@platform-sdk/core';
import { toPlatform } from '@platform-sdk/core/internal';
import { describe, expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const read = operation({ method: 'GET', path: '/x', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });

it.each([
  ['signal', { signal: new AbortController() }],
  ['timeoutMs', { timeoutMs: '5s' }],
  ['timeoutMs', { timeoutMs: -1 }],
  ['timeoutMs', { timeoutMs: Number.NaN }],
  ['traceId', { traceId: 'x' }],
  ['retry.limit', { retry: { limit: 'twice' } }],
  ['onResponse', { onResponse: {} }],
  ['headers', { headers: new Headers({ 'x-a': 'b' }) }],
  ['headers', { headers: [['x-a', 'b']] }],
  ['headers.x-a', { headers: { 'x-a': 5 } }],
  ['headers', { headers: 'x-a: 5' }],
  ['retry', { retry: 3 }],
  ['retry', { retry: 0 }],
  ['retry', { retry: true }],
  ['retry', { retry: 'never' }],
  ['retry.retryOn429', { retry: { retryOn429: 'yes' } }],
  ['keepalive', { keepalive: 'true' }],
  ['forceRefresh', { forceRefresh: 1 }],
])('throws an input error for an unusable call option before anything is sent, and leaves no timer: %s %j', async (field, options) => {
  vi.useFakeTimers();
  const wire = recordingFetch(json({}));
  const { client } = benchOf({ read, cached: { ...read, cacheSeconds: 60 } }, wire);
  await expect(failureOf(client.cached({}, options as never))).resolves.toMatchObject({ kind: 'invalid-input', field });
  const error = await failureOf(client.read({}, options as never));
  expect(error).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent', operation: 'notes.read' });
  expect(wire.sent).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

/** Options that every platform rejects, by the field that the error names. */
const wrongOptions: readonly (readonly [field: string, options: object])[] = [
  ['timeouts.headersMs', { timeouts: { headersMs: '5s' } }],
  ['timeouts.bodyMs', { timeouts: { bodyMs: Number.NaN } }],
  ['retry.maxRetryAfterMs', { retry: { maxRetryAfterMs: -1 } }],
  ['maxResponseBytes', { maxResponseBytes: '1 MB' }],
  ['logger', { logger: console }],
  ['onResponse', { onResponse: 'log' }],
  ['fetch', { fetch: null }],
  ['headers', { headers: new Headers() }],
  ['allowSecretsInBrowser', { allowSecretsInBrowser: 'false' }],
  ['validation', { validation: 'strict' }],
  ['session.store', { session: { store: inMemoryTokenStore } }],
  ['session.store', { session: { store: { set: () => true } } }],
  ['session.store', { session: { store: { acquire: () => undefined } } }],
  ['session.lock', { session: { lock: 'session' } }],
  ['session.lock', { session: { lock: inMemoryTokenStore() } }],
  ...(['session', 'tokens', 'timeouts', 'retry', 'tracing', 'baseUrls', 'wireNames'] as const).flatMap((name) => [
    [name, { [name]: true }] as const,
    [name, { [name]: 5000 }] as const,
    [name, { [name]: 'x' }] as const,
    [name, { [name]: ['x'] }] as const,
  ]),
];

it.each(wrongOptions)('throws an input error for an unusable platform option at creation: %s %j', (field, options) => {
  expect(() => createPlatform(options as never)).toThrow(expect.objectContaining({ kind: 'invalid-input', field, outcome: 'not-sent' }));
});

it.each([
  [{ store: inMemoryTokenStore }, 'createPlatform: the option session.store must be an object with get()'],
  [{ lock: inMemoryTokenStore() }, 'createPlatform: the option session.lock must be an object with acquire()'],
])('shows the name of the method that a store or a lock lacks: %j', (session, message) => {
  expect(() => createPlatform({ session: session as never })).toThrow(message);
});

it('lists the options of the session if a store is passed instead', () => {
  expect(() => createPlatform({ session: inMemoryTokenStore() as never })).toThrow(
    'createPlatform: the option session.get is unknown: the options are store, lock',
  );
});

it.each([
  ['a string, as in login(username, password)', 'difference-engine'],
  ['a number', 5000],
  ['a list', []],
  ['a function', () => undefined],
])('throws an input error for a value instead of the options: %s', async (_, options) => {
  const wire = recordingFetch(json({}));
  await expect(failureOf(benchOf({ read }, wire).client.read({}, options as never))).resolves.toMatchObject({
    kind: 'invalid-input',
    message: 'notes.read: the options must be an object',
  });
  expect(wire.sent).toEqual([]);
});

it.each([
  ['null instead of all options', null],
  ['a header', { headers: { 'x-a': undefined, 'x-b': 'b' } }],
  ['a signal, as in fetch', { signal: null }],
  ['a callback', { onResponse: false }],
])('ignores an option without a value: %s', async (_, options) => {
  const wire = recordingFetch(json({}));
  await benchOf({ read }, wire).client.read({}, options as never);
  expect([...wire.only().headers.keys()]).not.toContain('x-a');
});

describe('null as an option', () => {
  const options = [
    'session',
    'tokens',
    'timeouts',
    'retry',
    'tracing',
    'wireNames',
    'headers',
    'validation',
    'clock',
    'logger',
    'onResponse',
    'allowSecretsInBrowser',
    'httpAgent',
    'projectKeys',
    'agent',
  ];
  it.each(options)('treats a platform option that is null as absent: %s', async (name) => {
    const { client } = benchOf(
      { read, stream: streamOperation(read, (open) => open()) },
      recordingFetch(json({ a: 1 }), json({}), json({}, 404)),
      {
        [name]: null,
      },
    );
    await expect(client.read()).resolves.toEqual({ a: 1 });
    const { close } = await client.stream();
    close();
    await expect(failureOf(client.read())).resolves.toMatchObject({ kind: 'http', status: 404 });
  });

  it('treats base URLs that are null as absent', async () => {
    const { client } = benchOf({ read }, recordingFetch(json({})), { baseUrls: null as never });
    await expect(failureOf(client.read())).resolves.toMatchObject({ kind: 'invalid-input', field: 'baseUrls.organizations' });
  });

  it.each(['headers', 'retry', 'signal', 'onResponse', 'keepalive', 'forceRefresh'])(
    'treats a call option that is null as absent: %s',
    async (name) => {
      const { client } = benchOf({ read }, recordingFetch(json({ a: 1 }), json({}, 404)));
      await expect(client.read({}, { [name]: null })).resolves.toEqual({ a: 1 });
      await expect(failureOf(client.read({}, { [name]: null }))).resolves.toMatchObject({ kind: 'http', status: 404 });
    },
  );
});

it('sends nothing if the time of a call is over before its request, with the outcome not-sent', async () => {
  const wire = recordingFetch(json({}));
  const error = await failureOf(benchOf({ read }, wire).client.read({}, { timeoutMs: 0 }));
  expect(error).toMatchObject({ kind: 'timeout', outcome: 'not-sent', attempts: 0 });
  expect(wire.sent).toEqual([]);
});

it.each([
  ['timeoutMS', { timeoutMS: 5 }, 'did you mean timeoutMs?'],
  ['abortSignal', { abortSignal: new AbortController().signal }, 'did you mean signal?'],
  ['retry.limits', { retry: { limits: 1 } }, 'did you mean limit?'],
  ['idleMs', { idleMs: 5 }, 'the options are signal, timeoutMs, '],
  ['constructor', { constructor: 5 }, 'the options are signal, '],
])('throws an input error for an unknown call option before anything is sent: %s', async (field, options, hint) => {
  const wire = recordingFetch(json({}));
  const error = await failureOf(benchOf({ read }, wire).client.read({}, options as never));
  expect(error).toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent', operation: 'notes.read' });
  expect(error).toHaveProperty('message', expect.stringContaining(`notes.read: the option ${field} is unknown: ${hint}`));
  expect(wire.sent).toEqual([]);
});

it('throws an input error for an unknown call option even if the response is cached', async () => {
  const wire = recordingFetch(json({}));
  const { client } = benchOf({ read: { ...read, cacheSeconds: 60 } }, wire);
  await client.read({});
  await expect(failureOf(client.read({}, { forcerefresh: true } as never))).resolves.toMatchObject({ field: 'forcerefresh' });
  await client.read({});
  expect(wire.sent).toHaveLength(1);
});

it.each([
  ['idleMS', { idleMS: 5 }, 'did you mean idleMs?'],
  ['timeout', { timeout: 5 }, 'did you mean timeoutMs?'],
])('throws an input error for an unknown stream option before anything is sent: %s', async (field, options, hint) => {
  const wire = recordingFetch(json({}));
  const stream = streamOperation(read, (open) => open());
  const error = await failureOf(benchOf({ stream }, wire).client.stream({}, options as never));
  expect(error).toMatchObject({ kind: 'invalid-input', field, message: `notes.stream: the option ${field} is unknown: ${hint}` });
  expect(wire.sent).toEqual([]);
});

it('accepts an option of the operation, and an unknown option whose value is undefined', async () => {
  const wire = recordingFetch(json({}));
  const { client } = benchOf({ read: { ...read, options: object<{ checkType?: boolean }>({ checkType: optional(boolean) }) } }, wire);
  await client.read({}, { checkType: true, other: undefined } as never);
  expect(wire.sent).toHaveLength(1);
});

it.each([
  ['fecth', { fecth: fetch }, 'did you mean fetch?'],
  ['baseUrl', { baseUrl: 'https://api.test/v1' }, 'did you mean baseUrls?'],
  ['tokens.converters', { tokens: { converters: 'x' } }, 'did you mean converter?'],
  ['timeouts.headerMs', { timeouts: { headerMs: 5 } }, 'did you mean headersMs?'],
  ['session.storage', { session: { storage: {} } }, 'did you mean store?'],
  ['secret', { secret: 'x' }, 'the options are apiKey, '],
])('throws an input error for an unknown platform option at creation: %s', (field, options, hint) => {
  expect(() => createPlatform(options as never)).toThrow(
    expect.objectContaining({
      kind: 'invalid-input',
      field,
      outcome: 'not-sent',
      message: expect.stringContaining(`createPlatform: the option ${field} is unknown: ${hint}`) as string,
    }),
  );
});

it('throws an input error for an unknown client option, and suggests the nearest option', () => {
  expect(() => toPlatform({ baseurl: 'https://api.test/v1' } as never, 'auth')).toThrow(
    'The auth client: the option baseurl is unknown: did you mean baseUrl?',
  );
});

it('accepts every option of the types', async () => {
  const retry: Required<RetryOptions> = { limit: 1, retryOn429: true, maxRetryAfterMs: 1 };
  const options: Required<CallOptions> = {
    signal: new AbortController().signal,
    timeoutMs: 1000,
    headers: {},
    retry,
    traceId: '0190f5a4-7a53-7c3d-b1fa-0123456789ab',
    keepalive: false,
    forceRefresh: true,
    onResponse: () => undefined,
  };
  const streamOptions: Required<StreamOptions> = {
    ...options,
    firstEventMs: 1,
    idleMs: 1,
    eventIdleMs: 1,
    maxEventCharacters: 1,
    maxResultCharacters: 1,
  };
  const { client } = benchOf({ read, stream: streamOperation(read, (open) => open()) }, recordingFetch(json({})));
  await client.read({}, options);
  const { close } = await client.stream({}, streamOptions);
  close();
  const platform: Required<PlatformOptions> = {
    apiKey: 'a',
    baseUrls: {},
    session: { store: inMemoryTokenStore(), lock: { acquire: () => Promise.reject(new Error('busy')) } },
    accessToken: 'a',
    tokens: { memory: 'a', gateway: 'a', upload: 'a', converter: 'a' } satisfies Required<NonNullable<PlatformOptions['tokens']>>,
    projectKeys: { publicKey: 'a', secretKey: 'a' },
    agent: { secretToken: 'a', userId: 'a' },
    adminAccess: 'a',
    allowSecretsInBrowser: true,
    headers: {},
    onResponse: () => undefined,
    fetch,
    httpAgent: () => undefined,
    clock: { now: () => 0, monotonic: () => 0 },
    logger: () => undefined,
    tracing: {},
    validation: 'off',
    timeoutMs: 1,
    timeouts: { headersMs: 1, bodyMs: 1, idleMs: 1, firstEventMs: 1 } satisfies Required<Timeouts>,
    retry,
    maxResponseBytes: 1,
    wireNames: {},
  };
  expect(() => createPlatform(platform)).not.toThrow();
});
