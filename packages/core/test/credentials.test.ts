import { type PlatformOptions, createPlatform } from '@platform-sdk/core';
import { adminAccess, agentPair, unknown, object, operation, projectKeyPair, serviceToken } from '@platform-sdk/core/contract';
import { createClient } from '@platform-sdk/core/internal';
import { expect, it, vi } from 'vitest';
import { tokens } from './fixtures.ts';
import { headersOf, json, recordingFetch } from './recording-fetch.ts';

const bare = { method: 'GET', path: '/x', input: object<{}>({}), output: unknown, retry: 'safe' } as const;
const contract = {
  none: operation({ ...bare, credentials: 'none' }),
  application: operation({ ...bare, credentials: 'application' }),
  user: operation({ ...bare, credentials: 'user' }),
  admin: operation({ ...bare, credentials: 'admin', authenticate: adminAccess }),
  project: operation({ ...bare, credentials: 'project', authenticate: projectKeyPair }),
  token: operation({ ...bare, credentials: 'token', authenticate: serviceToken }),
  agent: operation({ ...bare, credentials: 'agent', authenticate: agentPair }),
};

const everything: PlatformOptions = {
  apiKey: 'app-1',
  adminAccess: 'admin-1',
  tokens: { memory: 'memory-1', gateway: 'gateway-1' },
  projectKeys: { publicKey: 'pk-1', secretKey: 'sk-1' },
  agent: { secretToken: 'agent-1', userId: 'agent-user-1' },
};

const bench = async (options: PlatformOptions = everything, signedIn = true) => {
  const wire = recordingFetch(json({}));
  const platform = createPlatform({ ...options, baseUrls: { memory: 'https://memory.test' }, fetch: wire.fetch });
  if (signedIn) await platform.session.set(tokens('a'));
  return { wire, client: createClient({ name: 'memory', base: 'memory' }, contract, platform) };
};

const bearer = `Bearer ${tokens('a').accessToken}`;
// printf 'pk-1:sk-1' | base64
const basic = 'Basic cGstMTpzay0x';

it.each([
  ['none', {}],
  ['application', { 'api-key': 'app-1' }],
  ['user', { 'api-key': 'app-1', authorization: bearer }],
  ['admin', { 'api-key': 'app-1', authorization: bearer, 'admin-access': 'admin-1' }],
  ['project', { 'api-key': 'app-1', authorization: basic }],
  ['token', { authorization: 'Bearer memory-1' }],
  ['agent', { 'x-agent-secret-token': 'agent-1', 'x-agent-user-id': 'agent-user-1' }],
] as const)('sends exactly the headers of the credentials of kind %s', async (kind, headers) => {
  const { wire, client } = await bench();
  await client[kind]();
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', ...headers });
});

it.each([
  ['application', 'apiKey'],
  ['user', 'apiKey'],
  ['admin', 'apiKey'],
  ['project', 'projectKeys'],
  ['token', 'tokens.memory'],
] as const)('rejects a call with credentials of kind %s without the setting %s', async (kind, field) => {
  const { wire, client } = await bench({});
  await expect(client[kind]()).rejects.toMatchObject({ kind: 'invalid-input', field, operation: `memory.${kind}`, outcome: 'not-sent' });
  await expect(client[kind]()).rejects.toThrow(field);
  expect(wire.sent).toEqual([]);
});

it('rejects an admin call without the setting adminAccess', async () => {
  const { client } = await bench({ apiKey: 'app-1' });
  await expect(client.admin()).rejects.toMatchObject({ kind: 'invalid-input', field: 'adminAccess' });
});

it.each(['user', 'admin'] as const)('rejects credentials of kind %s without a signed-in user', async (kind) => {
  const { wire, client } = await bench(everything, false);
  await expect(client[kind]()).rejects.toMatchObject({ kind: 'session', operation: `memory.${kind}`, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('sends no agent headers if no agent is configured', async () => {
  const { wire, client } = await bench({});
  await client.agent();
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json' });
});

it('sends project credentials without the Api-Key if no API key is configured', async () => {
  const { wire, client } = await bench({ projectKeys: { publicKey: 'pk-1', secretKey: 'sk-1' } });
  await client.project();
  expect(headersOf(wire.only())).toEqual({ accept: 'application/json', authorization: basic });
});

it('accepts characters beyond ASCII in project credentials', async () => {
  const { wire, client } = await bench({ projectKeys: { publicKey: 'pk', secretKey: 'ключ' } });
  await client.project();
  // printf 'pk:ключ' | base64
  expect(wire.only().headers.get('authorization')).toBe('Basic cGs60LrQu9GO0Yc=');
});

it('sends the accessToken instead of the token of the session', async () => {
  const { wire, client } = await bench({ apiKey: 'app-1', accessToken: 'own-1' });
  await client.user();
  expect(wire.only().headers.get('authorization')).toBe('Bearer own-1');
});

it('rejects before anything is sent, with the cause, if the accessToken cannot be obtained', async () => {
  const { wire, client } = await bench({ apiKey: 'app-1', accessToken: () => Promise.reject(new Error('vault is locked')) }, false);
  await expect(client.user()).rejects.toMatchObject({ kind: 'session', outcome: 'not-sent', cause: { message: 'vault is locked' } });
  expect(wire.sent).toEqual([]);
});

it("never refreshes a caller's accessToken after a 401", async () => {
  const wire = recordingFetch(json({ message: 'Expired.' }, 401));
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'own',
    baseUrls: { memory: 'https://memory.test' },
    fetch: wire.fetch,
  });
  await platform.session.set(tokens('a'));
  await expect(createClient({ name: 'memory', base: 'memory' }, contract, platform).user()).rejects.toMatchObject({
    kind: 'http',
    status: 401,
  });
  expect(wire.sent).toHaveLength(1);
});

it.each(['admin', 'project', 'agent'] as const)('rejects the secrets of kind %s in a page and in a worker', async (kind) => {
  for (const place of ['document', 'importScripts']) {
    vi.stubGlobal(place, {});
    const { wire, client } = await bench();
    await expect(client[kind]()).rejects.toMatchObject({ kind: 'invalid-input', field: 'allowSecretsInBrowser', outcome: 'not-sent' });
    expect(wire.sent).toEqual([]);
    vi.unstubAllGlobals();
  }
});

it.each(['admin', 'project', 'agent'] as const)('sends the secrets of kind %s in a page if allowSecretsInBrowser is set', async (kind) => {
  vi.stubGlobal('document', {});
  const { wire, client } = await bench({ ...everything, allowSecretsInBrowser: true });
  await client[kind]();
  expect(wire.sent).toHaveLength(1);
});

it.each(['none', 'application', 'user', 'token'] as const)(
  'sends credentials of kind %s in a page without allowSecretsInBrowser',
  async (kind) => {
    vi.stubGlobal('document', {});
    const { wire, client } = await bench();
    await client[kind]();
    expect(wire.sent).toHaveLength(1);
  },
);
