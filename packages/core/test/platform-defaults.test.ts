import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallOptions, type PlatformOptions, type ResponseInfo, createPlatform } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation } from '@platform-sdk/core/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { benchOf, jwt, passed, sessionDocument, signedInBench, tokens } from './fixtures.ts';
import { failureOf, headersOf, json, recordingFetch, type RecordingFetch } from './recording-fetch.ts';

const bare = { method: 'GET', path: '/x', input: object<{}>({}), output: unknown, retry: 'safe' } as const;
const contract = {
  get: operation({ ...bare, credentials: 'none' }),
  own: operation({ ...bare, credentials: 'user' }),
};

const sentWith = async (options: PlatformOptions, call: CallOptions = {}): Promise<Record<string, string>> => {
  const wire = recordingFetch(json({}));
  await benchOf(contract, wire, options).client.get({}, call);
  return headersOf(wire.only());
};

it("sends the platform's headers with every call", async () => {
  await expect(sentWith({ headers: { 'X-Tenant': 'acme' } })).resolves.toEqual({ accept: 'application/json', 'x-tenant': 'acme' });
});

it('replaces a platform header with a header of the call, whatever the case of its name', async () => {
  const headers = { 'X-Tenant': 'acme', 'X-Team': 'red' };
  await expect(sentWith({ headers }, { headers: { 'x-tenant': 'other' } })).resolves.toEqual({
    accept: 'application/json',
    'x-tenant': 'other',
    'x-team': 'red',
  });
});

it("sends the platform's headers with the refresh, but never instead of credentials", async () => {
  const wire = recordingFetch(json({}, 401), json(sessionDocument('b')), json({}));
  const { client } = await signedInBench(contract, wire, {
    headers: { 'X-Tenant': 'acme', 'Api-Key': 'mine', authorization: 'Bearer mine' },
  });
  await client.own();
  expect(wire.sent.map(({ headers }) => [headers.get('x-tenant'), headers.get('api-key')])).toEqual(Array(3).fill(['acme', 'app-1']));
  expect(wire.sent.at(-1)?.headers.get('authorization')).toBe(`Bearer ${jwt('b')}`);
});

it('hides a platform header that may be secret in errors, even if the server repeats it', async () => {
  const wire = recordingFetch(json({ message: 'planted-cookie' }, 403));
  const { client } = benchOf(contract, wire, { headers: { Cookie: 'session=planted-cookie' } });
  const error = await failureOf(client.get());
  expect(error).toMatchObject({ status: 403 });
  expect(JSON.stringify(error)).not.toContain('planted');
});

it('rejects a call with an input error if a platform header cannot be sent', async () => {
  await expect(failureOf(sentWith({ headers: { 'X-Name': 'a\nb' } }))).resolves.toMatchObject({ kind: 'invalid-input', field: 'X-Name' });
});

const listen = (wire: RecordingFetch) => {
  const received: ResponseInfo[] = [];
  return { received, ...benchOf(contract, wire, { onResponse: (response) => received.push(response) }) };
};

it("calls the platform's onResponse for every call, with the operation's name", async () => {
  const { client, received } = listen(recordingFetch(json({ a: 1 }), json({ message: 'No.' }, 422)));
  await client.get();
  await failureOf(client.get());
  expect(received).toMatchObject([
    { operation: 'notes.get', status: 200, document: { a: 1 } },
    { operation: 'notes.get', status: 422, document: { message: 'No.' } },
  ]);
});

it("calls the platform's onResponse once for a call with retries, and once for the refresh", async () => {
  vi.useFakeTimers();
  const { client, received, platform } = listen(recordingFetch(json({}, 503), json({}, 401), json(sessionDocument('b')), json({ a: 1 })));
  await platform.session.set(tokens('a'));
  await passed(client.own());
  expect(received.map(({ operation: name, status }) => [name, status])).toEqual([
    ['auth.refresh', 200],
    ['notes.own', 200],
  ]);
});

it("calls the platform's onResponse before the call's, each with its own document", async () => {
  const order: string[] = [];
  const wire = recordingFetch(json({ a: 1 }));
  const { client } = benchOf(contract, wire, {
    onResponse: ({ document }) => {
      order.push('platform');
      Object.assign(document as object, { a: 2 });
    },
  });
  const onResponse = ({ document }: ResponseInfo): void => void order.push(`call ${JSON.stringify(document)}`);
  await expect(client.get({}, { onResponse })).resolves.toEqual({ a: 1 });
  expect(order).toEqual(['platform', 'call {"a":1}']);
});

it("never calls the platform's onResponse without a response", async () => {
  const { client, received } = listen(recordingFetch(new TypeError('fetch failed')));
  await failureOf(client.get({}, { retry: false }));
  expect(received).toEqual([]);
});

describe('User-Agent', () => {
  const serverOf = async (): Promise<{ origin: string; received: IncomingHttpHeaders[] }> => {
    const received: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
  };

  const call = async (options: PlatformOptions = {}, callOptions: CallOptions = {}): Promise<string | undefined> => {
    const { origin, received } = await serverOf();
    const platform = createPlatform({ baseUrls: { memory: origin }, ...options });
    await createClient({ name: 'notes', base: 'memory' }, contract, platform).get({}, callOptions);
    return received[0]?.['user-agent'];
  };

  it('sends a User-Agent with the versions of the package and Node', async () => {
    await expect(call()).resolves.toBe(`platform-sdk/source node/${process.versions.node}`);
  });

  it("sends the caller's User-Agent instead of the SDK's", async () => {
    await expect(call({ headers: { 'User-Agent': 'mine/1' } })).resolves.toBe('mine/1');
    await expect(call({}, { headers: { 'user-agent': 'mine/2' } })).resolves.toBe('mine/2');
  });

  it("sends no User-Agent through the caller's fetch", async () => {
    await expect(sentWith({})).resolves.toEqual({ accept: 'application/json' });
  });

  it('sends no User-Agent of its own in a page', async () => {
    vi.stubGlobal('document', {});
    await expect(call()).resolves.toBeUndefined();
  });
});
