import { createPlatform, request, type PlatformOptions } from '@platform-sdk/core';
import { expect, it, vi } from 'vitest';

const recording = () => {
  const caches: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    caches.push(new Request(input, init).cache);
    return Response.json({ caches });
  };
  return { caches, fetch };
};

const call = (options: PlatformOptions): Promise<unknown> => {
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'token-1',
    baseUrls: { organizations: 'https://api.test/v1' },
    ...options,
  });
  return request(platform, { base: 'organizations', path: '/x', credentials: 'user' });
};

it("a request through the caller's fetch bypasses its shared cache", async () => {
  const { caches, fetch } = recording();
  await call({ fetch });
  expect(caches).toEqual(['no-store']);
});

it('a request bypasses a shared cache if a framework has replaced the global fetch, as Next does', async () => {
  const { caches, fetch } = recording();
  vi.stubGlobal('fetch', fetch);
  await call({});
  expect(caches).toEqual(['no-store']);
});

it('a request does not set `cache` if the runtime lacks that property, as older Workers do', async () => {
  const property = Object.getOwnPropertyDescriptor(Request.prototype, 'cache');
  Reflect.deleteProperty(Request.prototype, 'cache');
  const inits: (RequestInit | undefined)[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    inits.push(init);
    return Response.json({});
  };
  try {
    await call({ fetch });
  } finally {
    Object.defineProperty(Request.prototype, 'cache', property as PropertyDescriptor);
  }
  expect(inits.map((init) => init && 'cache' in init)).toEqual([false]);
});
