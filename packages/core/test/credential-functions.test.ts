import { type PlatformOptions, createPlatform, request } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { adminAccess, agentPair, unknown, object, operation, projectKeyPair, serviceToken } from '@platform-sdk/core/contract';
import { describe, expect, it, vi } from 'vitest';
import { headersOf, json, recordingFetch } from './recording-fetch.ts';

const bare = { method: 'GET', path: '/x', input: object<{}>({}), output: unknown, retry: 'safe' } as const;
const contract = {
  application: operation({ ...bare, credentials: 'application' }),
  user: operation({ ...bare, credentials: 'user' }),
  admin: operation({ ...bare, credentials: 'admin', authenticate: adminAccess }),
  project: operation({ ...bare, credentials: 'project', authenticate: projectKeyPair }),
  token: operation({ ...bare, credentials: 'token', authenticate: serviceToken }),
  agent: operation({ ...bare, credentials: 'agent', authenticate: agentPair }),
};

const benchOf = (options: PlatformOptions) => {
  const wire = recordingFetch(json({}));
  const platform = createPlatform({
    accessToken: 'access-1',
    apiKey: 'app-1',
    baseUrls: { gateway: 'https://gateway.test/v1', memory: 'https://memory.test' },
    ...options,
    fetch: wire.fetch,
  });
  return { wire, platform, client: createClient({ name: 'gateway', base: 'gateway' }, contract, platform) };
};

/** The setting and the headers of each credential. */
const credentials = {
  application: { setting: 'apiKey', value: 'app-2', headers: { 'api-key': 'app-2' } },
  user: { setting: 'accessToken', value: 'access-2', headers: { authorization: 'Bearer access-2' } },
  admin: { setting: 'adminAccess', value: 'admin-2', headers: { 'admin-access': 'admin-2' } },
  project: {
    setting: 'projectKeys',
    value: { publicKey: 'pk-1', secretKey: 'sk-1' },
    // printf 'pk-1:sk-1' | base64
    headers: { authorization: 'Basic cGstMTpzay0x' },
  },
  token: { setting: 'tokens.gateway', value: 'gateway-2', headers: { authorization: 'Bearer gateway-2' } },
  agent: {
    setting: 'agent',
    value: { secretToken: 'agent-2', userId: 'user-2' },
    headers: { 'x-agent-secret-token': 'agent-2', 'x-agent-user-id': 'user-2' },
  },
} as const;
const kinds = Object.keys(credentials) as (keyof typeof credentials)[];

const optionsOf = (kind: keyof typeof credentials, value: unknown): PlatformOptions => {
  const { setting } = credentials[kind];
  return (setting === 'tokens.gateway' ? { tokens: { gateway: value } } : { [setting]: value }) as PlatformOptions;
};

it.each(kinds)('accepts a value, a function or an asynchronous function as a credential of kind %s', async (kind) => {
  const { value, headers } = credentials[kind];
  for (const source of [value, () => value, () => Promise.resolve(value)]) {
    const { wire, client } = benchOf(optionsOf(kind, source));
    await client[kind]();
    expect(headersOf(wire.only())).toMatchObject(headers);
  }
});

it.each(kinds)('calls the function of a credential of kind %s again for every request', async (kind) => {
  const source = vi.fn<() => unknown>(() => credentials[kind].value);
  const { client } = benchOf(optionsOf(kind, source));
  await client[kind]();
  await client[kind]();
  expect(source).toHaveBeenCalledTimes(2);
});

it.each(kinds)('throws a session error before sending if the function of kind %s fails or returns nothing', async (kind) => {
  const { setting } = credentials[kind];
  const throwing = (): never => {
    throw new Error('vault is locked');
  };
  for (const source of [throwing, () => Promise.reject(new Error('vault is locked')), () => undefined, async () => '']) {
    const { wire, client } = benchOf(optionsOf(kind, source));
    const error: unknown = await client[kind]().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'session', field: setting, operation: `gateway.${kind}`, outcome: 'not-sent', attempts: 0 });
    expect(wire.sent).toEqual([]);
  }
});

it.each([
  ['project', { publicKey: 'pk-1' }, 'projectKeys.secretKey'],
  ['project', { secretKey: 'sk-1' }, 'projectKeys.publicKey'],
  ['project', { publicKey: 'pk-1', secretKey: 'half \uD83E' }, 'projectKeys'],
  ['agent', { userId: 'user-2' }, 'agent.secretToken'],
  ['agent', { secretToken: 'agent-2' }, 'agent.userId'],
] as const)('throws an input error for a credential of kind %s with a missing or invalid part: %j', async (kind, value, field) => {
  const { wire, client } = benchOf(optionsOf(kind, () => value));
  await expect(client[kind]()).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('never shows the credential of a function in an error, even if the server repeats it', async () => {
  const wire = recordingFetch(json({ message: 'agent-2 and pk-1 sk-secret' }, 403));
  const platform = createPlatform({
    agent: () => ({ secretToken: 'agent-2', userId: 'user-2' }),
    projectKeys: async () => ({ publicKey: 'pk-1', secretKey: 'sk-secret' }),
    baseUrls: { gateway: 'https://gateway.test/v1' },
    fetch: wire.fetch,
  });
  const client = createClient({ name: 'gateway', base: 'gateway' }, contract, platform);
  for (const [kind, secret] of [
    ['agent', 'agent-2'],
    ['project', 'sk-secret'],
  ] as const) {
    const error: unknown = await client[kind]().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 403 });
    expect(JSON.stringify(error)).not.toContain(secret);
  }
});

describe('the gateway key in a page', () => {
  const key = vi.fn<() => string>(() => 'gateway-1');
  const options = { tokens: { gateway: key, memory: 'memory-1' } };

  it.each(['document', 'importScripts'])('rejects the gateway key without calling its function in a page or worker: %s', async (place) => {
    vi.stubGlobal(place, {});
    const { wire, client, platform } = benchOf(options);
    const raw = request(platform, { base: 'gateway', path: '/models', credentials: 'token' });
    for (const call of [client.token(), raw]) {
      await expect(call).rejects.toMatchObject({ kind: 'invalid-input', field: 'allowSecretsInBrowser', outcome: 'not-sent' });
    }
    expect(wire.sent).toEqual([]);
    expect(key).not.toHaveBeenCalled();
  });

  it('sends the gateway key in a page if allowSecretsInBrowser is set', async () => {
    vi.stubGlobal('document', {});
    const { wire, client } = benchOf({ ...options, allowSecretsInBrowser: true });
    await client.token();
    expect(headersOf(wire.only())).toMatchObject({ authorization: 'Bearer gateway-1' });
  });

  it("rejects only the gateway key, and sends a user's token of another service", async () => {
    vi.stubGlobal('document', {});
    const { wire, platform } = benchOf(options);
    await request(platform, { base: 'memory', path: '/v1/users/me', credentials: 'token' });
    expect(headersOf(wire.only())).toMatchObject({ authorization: 'Bearer memory-1' });
  });
});
