import { createPlatform, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { describe, expect, it } from 'vitest';
import {
  anywhere,
  createClients,
  methodIn,
  sampleInputOf,
  serviceMethods,
  wholeOf,
  type ServiceMethod,
} from '../helpers/service-methods.ts';

/** Credentials from functions. Each call of `name` returns the name of the present key. */
const credentialsOf = (name: () => string): PlatformOptions => ({
  apiKey: 'app-1',
  accessToken: name,
  tokens: { memory: name, gateway: name, upload: name, converter: name },
  projectKeys: () => ({ publicKey: name(), secretKey: 'sk-1' }),
  agent: () => ({ secretToken: name(), userId: 'agent-1' }),
  adminAccess: () => 'admin-1',
});

/** The number of requests of one call, to a service that rejects the key `old`. The key is rotated with the first request. */
const requestsOf = async (method: ServiceMethod, rotated: string): Promise<number> => {
  let key = 'old';
  let requests = 0;
  const fetch = async (): Promise<Response> => {
    requests += 1;
    key = rotated;
    return Response.json({ message: 'The key is invalid.' }, { status: 401 });
  };
  const platform = createPlatform({ ...credentialsOf(() => key), baseUrls: anywhere, fetch, retry: { limit: 0 } });
  await wholeOf(methodIn(createClients(platform), method)(sampleInputOf(method))).catch(() => undefined);
  platform.dispose();
  return requests;
};

/** Operations with credentials of their service, which are retried after a rejection. A user's access token is never that of another. */
const isReplayed = ({ operation: { credentials, retry, billed } }: ServiceMethod): boolean =>
  ['token', 'project', 'agent'].includes(credentials) && retry !== 'single-attempt' && billed !== true;

/** The operations whose number of requests is not the expected one. */
const wrongCounts = async (rotated: string, expected: (method: ServiceMethod) => number): Promise<string[]> => {
  const wrong: string[] = [];
  for (const method of serviceMethods) {
    const requests = await requestsOf(method, rotated);
    if (requests !== expected(method)) wrong.push(`${method.name}: ${requests}`);
  }
  return wrong;
};

describe('key that was rotated during a call', () => {
  it('a key that was rotated during a call is replaced in one retry after a 401, except in payments and billed calls', async () => {
    expect(await wrongCounts('new', (method) => (isReplayed(method) ? 2 : 1))).toEqual([]);
    expect(serviceMethods.filter(isReplayed).length).toBeGreaterThan(20);
    expect(serviceMethods.filter(({ operation }) => operation.billed).length).toBeGreaterThan(5);
  });

  it('a key that was rotated during a call is not retried if its function returns the same key', async () => {
    expect(await wrongCounts('old', () => 1)).toEqual([]);
  });

  it('a call succeeds with the rotated key, unless another user has signed in meanwhile', async () => {
    const keys = ['Bearer old', 'Bearer new'];
    expect(await seenKeys(() => undefined)).toEqual(keys);
    expect(await seenKeys((platform) => platform.session.set({ id: 'grace', accessToken: 'a', refreshToken: 'r' }))).toEqual([
      'Bearer old',
    ]);
  });
});

/** Reads a profile with a key that is rotated during the call. `meanwhile` runs before the response. Returns the keys that were sent. */
const seenKeys = async (meanwhile: (platform: Platform) => unknown): Promise<string[]> => {
  let key = 'old';
  const seen: string[] = [];
  const platform = createPlatform({
    ...credentialsOf(() => key),
    baseUrls: anywhere,
    fetch: async (_, init) => {
      const sent = new Headers(init?.headers).get('authorization') ?? '';
      seen.push(sent);
      key = 'new';
      await meanwhile(platform);
      const profile = { user_id: 'u', app_id: 'default', facts: {}, updated_at: '2026-01-01T00:00:00Z' };
      return sent === 'Bearer new' ? Response.json(profile) : Response.json({ error: { code: 'AUTHENTICATION_FAILED' } }, { status: 401 });
    },
    retry: { limit: 0 },
  });
  await createMemoryClient(platform)
    .profile.get()
    .catch(() => undefined);
  return seen;
};
