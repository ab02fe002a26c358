import { cookieTokenStore, createPlatform, refreshCookie, toStandardSchema, webLock } from '@platform-sdk/core';
import { extensible, object, operation, optional, string, unknown } from '@platform-sdk/core/contract';
import { fileLock } from '@platform-sdk/core/node';
import { fromResponse, toErrorResponse, toReadableStream, toResponse } from '@platform-sdk/core/relay';
import { expect, it } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const response = () => new Response('data: [DONE]\n\n');
const source = { async *[Symbol.asyncIterator]() {} };
const number = 'must be a number from 0 on';

it.each<readonly [function_: string, option: string, message: string, run: (options: never) => unknown, value: unknown]>([
  ['fromResponse', 'signal', 'must be an AbortSignal', (own) => fromResponse(response(), own), 'x'],
  ['fromResponse', 'idleMs', number, (own) => fromResponse(response(), own), 'soon'],
  ['fileLock', 'staleMs', number, (own) => fileLock('lock', own), -1],
  ['toReadableStream', 'keepAliveMs', number, (own) => toReadableStream(source, own), 'soon'],
  ['toResponse', 'headers', 'must be an object of strings', (own) => toResponse(source, own), new Headers()],
  ['toResponse', 'keepAliveMs', number, (own) => toResponse(source, own), Number.NaN],
  ['toErrorResponse', 'exposeMessage', 'must be a function', (own) => toErrorResponse(new Error('a'), own), true],
  ['webLock', 'deadlineMs', number, (own) => webLock(own), '40s'],
  ['cookieTokenStore', 'read', 'must be a function', (own) => cookieTokenStore(own), 'session=1'],
  ['refreshCookie', 'read', 'must be a function', (own) => refreshCookie(own), 'session=1'],
  ['toStandardSchema', 'message', 'must be a function', (own) => toStandardSchema(string, own), 'wrong'],
  ['createPlatform', 'apiKey', 'must be a string or a function', createPlatform, 5],
  ['createPlatform', 'clock', 'must be an object with now() and monotonic()', createPlatform, { now: () => 0 }],
])('throws an input error from %s that names %s', async (function_, option, message, run, value) => {
  const error = await failureOf((async () => run({ [option]: value } as never))());
  expect(error).toMatchObject({
    kind: 'invalid-input',
    field: option,
    outcome: 'not-sent',
    message: `${function_}: the option ${option} ${message}`,
  });
});

it('throws an input error that advises to await an option that is a promise', () => {
  expect(() => createPlatform({ apiKey: Promise.resolve('key') as never })).toThrow(
    'createPlatform: the option apiKey is a promise: await it',
  );
});

it.each([null, 5, 'x', [], () => undefined, new Map()])('throws an input error for a value instead of the options: %s', (options) => {
  expect(() => fileLock('lock', options as never)).toThrow('fileLock: the options must be an object');
});

it.each(['headers', 'retry', 'traceId', 'keepalive', 'forceRefresh', 'onResponse'])(
  'rejects %s in fromResponse, because the request was sent already',
  (option) => {
    expect(() => fromResponse(response(), { [option]: {} })).toThrow(
      `fromResponse: the option ${option} is unknown: the options are signal, timeoutMs, firstEventMs, `,
    );
  },
);

it('rejects with an aborted error if the signal of fromResponse is aborted', async () => {
  const silent = new Response(new ReadableStream());
  const stream = fromResponse(silent, { signal: AbortSignal.abort() });
  await expect(failureOf(stream.final())).resolves.toMatchObject({ kind: 'aborted' });
});

const send = operation({
  method: 'POST',
  path: '/x',
  credentials: 'none',
  input: extensible(object<{ name?: string }>({ name: optional(string) })),
  output: unknown,
  retry: 'safe',
  invalidates: [],
});

it.each(['latencyMs', 'onBehalfOf', 'idleMs', 'onProgress'])(
  'sends the field %s of an input that allows any fields, because it is not an option of the call',
  async (field) => {
    const wire = recordingFetch(json({}));
    await benchOf({ send }, wire).client.send({ [field]: 'a' });
    expect(wire.only().body).toEqual({ [field]: 'a' });
  },
);

it.each(['signal', 'timeoutMs', 'headers', 'retry', 'traceId', 'keepalive', 'forceRefresh', 'onResponse'])(
  'rejects the field %s of an input that allows any fields, because it is an option of the call',
  async (field) => {
    const wire = recordingFetch(json({}));
    await expect(failureOf(benchOf({ send }, wire).client.send({ [field]: 'a' }))).resolves.toMatchObject({
      kind: 'invalid-input',
      field,
      message: `notes.send: ${field} is an option: pass it after the input`,
    });
  },
);
