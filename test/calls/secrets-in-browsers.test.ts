import { readFile } from 'node:fs/promises';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, isPlatformError, type Platform, type PlatformOptions, type ServiceTokens } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSearchClient } from '@platform-sdk/search';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it, vi } from 'vitest';

/** The names of the options that are credentials: the type of each is a value or a function that returns the value. */
type CredentialsOf<Options> = {
  [Name in keyof Options]-?: [Extract<NonNullable<Options[Name]>, () => unknown>] extends [never]
    ? never
    : [Exclude<NonNullable<Options[Name]>, boolean | (() => unknown) | ((...values: never[]) => unknown)>] extends [never]
      ? never
      : Name;
}[keyof Options];
type Credential = CredentialsOf<PlatformOptions> | `tokens.${CredentialsOf<ServiceTokens>}`;

const url = 'https://service.test';
const version = `${url}/v1`;
const options: PlatformOptions = {
  apiKey: 'secret-of-apiKey',
  accessToken: 'secret-of-accessToken',
  tokens: {
    memory: 'secret-of-tokens.memory',
    gateway: 'secret-of-tokens.gateway',
    upload: 'secret-of-tokens.upload',
    converter: 'secret-of-tokens.converter',
  },
  projectKeys: { publicKey: 'public', secretKey: 'secret-of-projectKeys' },
  agent: { secretToken: 'secret-of-agent', userId: 'agent-1' },
  adminAccess: 'secret-of-adminAccess',
  baseUrls: {
    auth: version,
    organizations: version,
    wallets: version,
    gateway: version,
    memory: url,
    upload: url,
    search: url,
    converter: url,
    analytics: url,
  },
};

/** For each credential, a call that needs it. */
const calls: Readonly<Record<Credential, (platform: Platform) => unknown>> = {
  apiKey: (platform) => createAuthClient(platform).validateEmail({ email: 'ada@example.com' }),
  accessToken: (platform) => createOrganizationsClient(platform).list(),
  'tokens.memory': (platform) => createMemoryClient(platform).users.me(),
  'tokens.gateway': (platform) => createGatewayClient(platform).chat({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] }),
  'tokens.upload': (platform) => createUploadClient(platform).upload({ file: new File(['a'], 'a.txt') }),
  'tokens.converter': (platform) => createConverterClient(platform).convert({ url: 'https://example.com' }).result(),
  projectKeys: (platform) => createAnalyticsClient(platform).traces.get({ traceId: 'trace-1' }),
  agent: (platform) => createSearchClient(platform).search({ query: 'looms', flow: 'search_only' }),
  adminAccess: (platform) => createWalletsClient(platform).credit({ addressHash: 'a', amount: 1 }),
};

/** Returns the third column of the table by the credentials in the first column. */
const readTable = async (): Promise<ReadonlyMap<string, string>> => {
  const page = await readFile(new URL('../../docs/guides/security.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', , inBrowsers = ''] = row.split('|');
      return [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']): [string, string] => [name, inBrowsers.trim()]);
    }),
  );
};

it('the security guide lists for every credential whether browsers send it', async () => {
  vi.stubGlobal('document', {});
  const table = await readTable();
  const wrong: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const sent: Headers[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      sent.push(new Request(input, init).headers);
      return Response.json({});
    };
    const result = await Promise.resolve(call(createPlatform({ ...options, fetch }))).catch((error: unknown) => error);
    const isRejected = isPlatformError(result) && result.field === 'allowSecretsInBrowser' && sent.length === 0;
    const values = sent.flatMap((headers) => [...headers.values()].map((value) => value + atob(/^Basic (.+)$/.exec(value)?.[1] ?? '')));
    const isSent = values.some((value) => value.includes(`secret-of-${name}`));
    const listed = table.get(name) ?? 'missing';
    const isRight = isRejected ? listed.startsWith('rejected') : isSent && /^(?:not rejected|allowed)/.test(listed);
    if (!isRight) wrong[name] = { listed, isRejected, isSent, result };
  }
  expect(wrong).toEqual({});
  expect([...table.keys()].toSorted()).toEqual(Object.keys(calls).toSorted());
});
