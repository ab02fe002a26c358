import { unknown, object, operation } from '@platform-sdk/core/contract';
import { createPlatform, type BaseName } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { expect, it } from 'vitest';
import { json, recordingFetch } from './recording-fetch.ts';

const ping = operation({ method: 'GET', path: '/ping', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });

const bench = (baseUrls: Partial<Record<BaseName, string>>, base: BaseName = 'organizations') => {
  const wire = recordingFetch(json({}));
  const client = createClient({ name: 'notes', base }, { ping }, createPlatform({ baseUrls, fetch: wire.fetch }));
  return { wire, ping: () => client.ping() };
};

it.each([
  ['https://api.test/v1', 'https://api.test/v1/ping'],
  ['https://api.test/v1/', 'https://api.test/v1/ping'],
  ['https://api.test/v1//', 'https://api.test/v1/ping'],
  ['https://api.test:8443/platform/v2', 'https://api.test:8443/platform/v2/ping'],
  ['HTTPS://API.test/v1', 'https://api.test/v1/ping'],
  ['http://localhost:4010/v1', 'http://localhost:4010/v1/ping'],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1/ping'],
  ['http://[::1]:4010/v1', 'http://[::1]:4010/v1/ping'],
  ['http://auth.localhost/v1', 'http://auth.localhost/v1/ping'],
])('accepts the base URL %s', async (organizations, url) => {
  const bed = bench({ organizations });
  await bed.ping();
  expect(bed.wire.only().url).toBe(url);
});

it.each([
  ['http://api.test/v1', 'plain http is for this machine only'],
  ['http://localhost.evil.example/v1', 'plain http is for this machine only'],
  ['http://127.0.0.1.evil.example/v1', 'plain http is for this machine only'],
  ['http://10.0.0.7/v1', 'plain http is for this machine only'],
  ['https://api.test/v1?key=1', 'without a user, a password, a query'],
  ['https://api.test/v1#top', 'without a user, a password, a query'],
  ['https://user:pass@api.test/v1', 'without a user, a password, a query'],
  ['https://user@api.test/v1', 'without a user, a password, a query'],
  ['http://user:pass@10.0.0.7/v1', 'without a user, a password, a query'],
  ['ftp://api.test/v1', 'must be an address that begins with https://, such as'],
  ['javascript:alert(1)//v1', 'must be an address that begins with https://, such as'],
  ['api.test/v1', 'must be an address that begins with https://, such as'],
  ['localhost:4010/v1', 'must be an address that begins with https://, such as'],
  ['127.0.0.1:4010/v1', 'must be an address that begins with https://, such as'],
  ['https://api test/v1', 'must be an address that begins with https://, such as'],
  ['/v1', 'must be an address that begins with https://, such as'],
  ['https://api.test', 'must end in a version'],
  ['https://api.test/v1/organizations', 'must end in a version'],
  ['https://api.test/vone', 'must end in a version'],
  ['https://api.test/x-v1', 'must end in a version'],
  ['https://v1', 'must end in a version'],
])('rejects the base URL %s with a reason', async (organizations, reason) => {
  const bed = bench({ organizations });
  await expect(bed.ping()).rejects.toMatchObject({ kind: 'invalid-input', field: 'baseUrls.organizations', outcome: 'not-sent' });
  await expect(bed.ping()).rejects.toThrow(reason);
  await expect(bed.ping()).rejects.not.toThrow('pass@');
  expect(bed.wire.sent).toEqual([]);
});

it('names the missing base URL and the operation that needs it', async () => {
  await expect(bench({}).ping()).rejects.toThrow(/^notes\.ping needs .*baseUrls\.organizations/);
});

it.each(['auth', 'organizations', 'wallets', 'memory', 'gateway', 'upload', 'search', 'converter', 'analytics'] as const)(
  'suggests a valid base URL if the base URL of %s is missing',
  async (base) => {
    const bed = bench({}, base);
    const error: unknown = await bed.ping().catch((reason: unknown) => reason);
    const [, name = '', address = ''] = /baseUrls: \{ (\w+): '([^']+)' \}/.exec((error as Error).message) ?? [];
    expect(name).toBe(base);
    const complete = bench({ [name]: address }, base);
    await complete.ping();
    expect(complete.wire.only().url).toBe(`${address}/ping`);
  },
);

it.each([
  ['auth', ['/v1', '/auth/v2'], ['', '/auth', '/v1/auth']],
  ['organizations', ['/v1'], ['', '/api']],
  ['wallets', ['/v1'], ['', '/wallets']],
  ['gateway', ['/v1', '/gateway/v1'], ['', '/gateway', '/v1/chat']],
  ['memory', ['', '/memory', '/v1/memory'], ['/v1', '/memory/v1', '/memory/v1/']],
  ['upload', ['', '/upload'], ['/v1']],
  ['search', ['', '/search'], ['/v1', '/search/v2']],
  ['converter', ['', '/converter', '/v1'], ['/api', '/converter/api/']],
  ['analytics', ['', '/analytics', '/analytics/v1'], ['/api', '/api/public', '/v1/api/public/']],
] as const)('accepts a base URL of %s whose path ends correctly, and rejects a base URL with a wrong end', async (base, right, wrong) => {
  for (const path of right) {
    const bed = bench({ [base]: `https://api.test${path}` }, base);
    await bed.ping();
    expect(bed.wire.only().url).toBe(`https://api.test${path}/ping`);
  }
  for (const path of wrong) {
    const bed = bench({ [base]: `https://api.test${path}` }, base);
    const error = await bed.ping().catch((reason: unknown) => reason);
    expect({ ...(error as object), path }).toMatchObject({ path, kind: 'invalid-input', field: `baseUrls.${base}`, outcome: 'not-sent' });
    expect(String(error)).toMatch(/must end in a version such as \/v1: add it|must not end in \/\S+, .*: remove it/);
    expect(bed.wire.sent).toEqual([]);
  }
});

it('uses the base URL of organizations for wallets by default', async () => {
  const shared = bench({ organizations: 'https://api.test/v1' }, 'wallets');
  await shared.ping();
  expect(shared.wire.only().url).toBe('https://api.test/v1/ping');

  const apart = bench({ organizations: 'https://api.test/v1', wallets: 'https://wallets.test/v1' }, 'wallets');
  await apart.ping();
  expect(apart.wire.only().url).toBe('https://wallets.test/v1/ping');
});
