import { createPlatform, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { expect, it } from 'vitest';
import {
  anywhere,
  createClients,
  methodIn,
  sampleInputOf,
  serviceMethods,
  wholeOf,
  type ServiceMethod,
} from '../helpers/service-methods.ts';

/** Returns credentials as functions that return the current key. */
const credentialsOf = (name: () => string): PlatformOptions => ({
  apiKey: 'app-1',
  accessToken: name,
  tokens: { memory: name, gateway: name, upload: name, converter: name },
  projectKeys: () => ({ publicKey: name(), secretKey: 'sk-1' }),
  agent: () => ({ secretToken: name(), userId: 'agent-1' }),
  adminAccess: () => 'admin-1',
});

/** Returns the number of requests of a call. Every response is 401, and each request replaces the key by `rotated`. */
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

/** Returns true if a call is retried after a 401: it uses the credentials of a service, is not billed, and may be sent twice. */
const isReplayed = ({ operation: { credentials, retry, billed } }: ServiceMethod): boolean =>
  ['token', 'project', 'agent'].includes(credentials) && retry !== 'single-attempt' && billed !== true;

/** Returns the operations that send an unexpected number of requests. */
const wrongCounts = async (rotated: string, expected: (method: ServiceMethod) => number): Promise<string[]> => {
  const wrong: string[] = [];
  for (const method of serviceMethods) {
    const requests = await requestsOf(method, rotated);
    if (requests !== expected(method)) wrong.push(`${method.name}: ${requests}`);
  }
  return wrong;
};

it('a call with the key of a service is retried once after a 401 with a rotated key, unless it is billed or single-attempt', async () => {
  expect(await wrongCounts('new', (method) => (isReplayed(method) ? 2 : 1))).toEqual([]);
  expect(serviceMethods.filter(isReplayed).length).toBeGreaterThan(20);
  expect(serviceMethods.filter(({ operation }) => operation.billed).length).toBeGreaterThan(5);
});

it('a call is not retried after a 401 if the function returns the same key again', async () => {
  expect(await wrongCounts('old', () => 1)).toEqual([]);
});

it('a call is retried with a rotated key, unless another user has signed in since the call began', async () => {
  const keys = ['Bearer old', 'Bearer new'];
  expect(await seenKeys(() => undefined)).toEqual(keys);
  expect(await seenKeys((platform) => platform.session.set({ id: 'grace', accessToken: 'a', refreshToken: 'r' }))).toEqual(['Bearer old']);
});

/** Reads a profile with a key that is rotated during the call. Runs `meanwhile` before the response. Returns the keys that were sent. */
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
