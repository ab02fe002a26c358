import { LangfuseAPIClient } from '@langfuse/core';
import { LangfuseCore, type LangfuseFetchOptions, type LangfuseFetchResponse } from 'langfuse-core';
import { createLocalPlatform, defaultProjectKeys, serve, type LocalServer } from '@platform-sdk/local-platform';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

const platform = createLocalPlatform();
platform.seed({
  analytics: [
    {
      projectId: '7',
      keys: { publicKey: 'pk-own', secretKey: 'sk-own' },
      traces: [
        { id: 'plain', timestamp: '2026-01-01T08:00:00.000Z', name: 'chat', tags: ['a'], observations: [{ model: 'm', totalCost: 0.5 }] },
        { id: 'with/slash', timestamp: '2026-01-02T08:00:00.000Z', name: 'report', tags: ['a', 'b'] },
      ],
    },
  ],
});

let server: LocalServer;
beforeAll(async () => {
  server = await serve(platform);
});
afterAll(() => server.close());

/** Creates the current official client, which encodes ids and repeats the parameter of tags. */
const today = (username = 'pk-own', password = 'sk-own') =>
  new LangfuseAPIClient({ environment: '', baseUrl: server.baseUrls.analytics, username, password });

/** The previous official client, which does not encode ids and joins tags with commas. */
class Before extends LangfuseCore {
  fetch(url: string, options: LangfuseFetchOptions): Promise<LangfuseFetchResponse> {
    return fetch(url, options as RequestInit);
  }
  getLibraryId = (): string => 'test';
  getLibraryVersion = (): string => '0';
  getPersistedProperty = (): undefined => undefined;
  setPersistedProperty = (): void => undefined;
}

const before = (publicKey = 'pk-own', secretKey = 'sk-own'): Before => {
  const client = new Before({ publicKey, secretKey, baseUrl: server.baseUrls.analytics });
  onTestFinished(() => client.shutdownAsync());
  return client;
};

it('@langfuse/core with the local platform lists traces with page numbers', async () => {
  const { data, meta } = await today().trace.list({ limit: 1, orderBy: 'timestamp.asc' });
  expect(data).toMatchObject([{ id: 'plain', name: 'chat', totalCost: 0.5, observations: ['plain-1'] }]);
  expect(meta).toEqual({ page: 1, limit: 1, totalItems: 2, totalPages: 2 });
});

it('@langfuse/core filters traces by several tags, which it sends as repeated parameters', async () => {
  const { data } = await today().trace.list({ tags: ['a', 'b'] });
  expect(data.map(({ id }) => id)).toEqual(['with/slash']);
});

it('@langfuse/core gets a trace whose id contains an encoded slash', async () => {
  await expect(today().trace.get('with/slash')).resolves.toMatchObject({ id: 'with/slash', observations: [] });
});

it('@langfuse/core throws if the local platform rejects a key pair', async () => {
  await expect(today('pk-own', 'wrong').trace.list()).rejects.toMatchObject({
    statusCode: 401,
    message: expect.stringMatching(/^UnauthorizedError/) as string,
  });
});

it('@langfuse/core throws if a trace is missing', async () => {
  await expect(today().trace.get('none')).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringMatching(/^NotFoundError/) as string,
  });
});

it('@langfuse/core reads the default project of the local platform', async () => {
  const { publicKey, secretKey } = defaultProjectKeys;
  await expect(today(publicKey, secretKey).trace.list()).resolves.toMatchObject({ meta: { totalItems: 12 } });
});

it('langfuse-core with the local platform lists traces', async () => {
  const { data, meta } = await before().fetchTraces({ name: 'chat' });
  expect(data).toMatchObject([{ id: 'plain' }]);
  expect(meta).toMatchObject({ totalItems: 1 });
});

it('langfuse-core filters traces by several tags, which it sends as a comma-separated list', async () => {
  const { data } = await before().fetchTraces({ tags: ['a', 'b'] });
  expect(data.map(({ id }) => id)).toEqual(['with/slash']);
});

it('langfuse-core gets a trace whose id contains an unencoded slash', async () => {
  const { data } = await before().fetchTrace('with/slash');
  expect(data).toMatchObject({ id: 'with/slash', htmlPath: '/project/7/traces/with/slash' });
});
