import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createPlatform, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { query, type KeyOptions } from '@platform-sdk/query';
import { createSearchClient } from '@platform-sdk/search';
import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it } from 'vitest';

/** Returns the credentials of a request, as the service receives them. */
const callerOf = (headers: Headers): string =>
  headers.get('x-agent-user-id') ?? (headers.get('authorization') ?? '').replace(/^Basic (.+)$/, (_, pair: string) => atob(pair));

/** Responds with the credentials that the request contains. */
const echo: typeof fetch = async (input, init) => {
  const { url, headers } = new Request(input, init);
  const caller = callerOf(headers);
  if (url.includes('/organizations')) return Response.json({ data: { id: '1', type: 'organization', attributes: { name: caller } } });
  if (url.includes('/traces')) return Response.json({ id: '1', name: caller });
  return Response.json({ user_id: caller, app_id: 'default', facts: {}, updated_at: '2026-01-01T00:00:00Z' });
};

const baseUrls = {
  auth: 'https://auth.test/v1',
  organizations: 'https://organizations.test/v1',
  memory: 'https://memory.test',
  analytics: 'https://analytics.test',
  search: 'https://search.test',
};

const createScenePlatform = (options: PlatformOptions): Platform => createPlatform({ apiKey: 'app-1', baseUrls, fetch: echo, ...options });

/** Reads a platform's data for its current user, through the client alone or through a query client. */
interface Read {
  readonly direct: (platform: Platform) => Promise<unknown>;
  readonly queried: (platform: Platform, options?: KeyOptions) => { readonly queryKey: readonly unknown[] };
}

const organization: Read = {
  direct: async (platform) => (await createOrganizationsClient(platform).get({ organizationId: '1' })).name,
  queried: (platform, options) => query(createOrganizationsClient(platform).get, { organizationId: '1' }, options),
};
const profile: Read = {
  direct: async (platform) => (await createMemoryClient(platform).profile.get()).user_id,
  queried: (platform, options) => query(createMemoryClient(platform).profile.get, {}, options),
};
const trace: Read = {
  direct: async (platform) => (await createAnalyticsClient(platform).traces.get({ traceId: '1' })).name,
  queried: (platform, options) => query(createAnalyticsClient(platform).traces.get, { traceId: '1' }, options),
};

const pair = (who: string) => ({ publicKey: `pk-${who}`, secretKey: `sk-${who}` });

/** The ways to pass a user's credentials. `of` returns the options of a platform; `now` returns the current user. */
const WAYS: Readonly<Record<string, readonly [read: Read, of: (now: () => string) => PlatformOptions]>> = {
  'an access token': [organization, (now) => ({ accessToken: now() })],
  'a function for the access token': [organization, (now) => ({ accessToken: () => now() })],
  'an asynchronous function for the access token': [organization, (now) => ({ accessToken: async () => now() })],
  'a memory token': [profile, (now) => ({ tokens: { memory: now() } })],
  'a function for the memory token': [profile, (now) => ({ tokens: { memory: () => now() } })],
  'a key pair': [trace, (now) => ({ projectKeys: pair(now()) })],
  'a function for the key pair': [trace, (now) => ({ projectKeys: () => pair(now()) })],
};

const isFunction = (name: string): boolean => name.includes('function');
const shown = (client: QueryClient, settings: { readonly queryKey: readonly unknown[] }): Promise<unknown> => client.fetchQuery(settings);

describe.each(Object.entries(WAYS))('two users with %s', (name, [read, of]) => {
  it('two users get their own responses from the client, even if they call at the same time', async () => {
    let user = 'ada';
    const platform = createScenePlatform(of(() => user));
    const ada = read.direct(platform);
    const other = createScenePlatform(of(() => 'grace'));
    expect(String(await ada)).toContain('ada');
    expect(String(await read.direct(other))).toContain('grace');
    if (!isFunction(name)) return;
    user = 'grace';
    expect(String(await read.direct(platform))).toContain('grace');
  });

  it('two users get their own responses from one query client', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    let user = 'ada';
    const ofUser = (): KeyOptions => ({ user });
    const platform = createScenePlatform(of(() => user));
    const first = await shown(client, read.queried(platform, ofUser()));
    user = 'grace';
    const second = await shown(client, read.queried(isFunction(name) ? platform : createScenePlatform(of(() => user)), ofUser()));
    expect([JSON.stringify(first), JSON.stringify(second)]).toEqual([expect.stringContaining('ada'), expect.stringContaining('grace')]);
  });
});

const ways = Object.entries(WAYS);

it.each(ways.filter(([name]) => !isFunction(name)))(
  'two users get their own responses from one query client without the option user, with %s',
  async (_, [read, of]) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    for (const user of ['ada', 'grace'])
      expect(JSON.stringify(await shown(client, read.queried(createScenePlatform(of(() => user)))))).toContain(user);
  },
);

it.each(ways.filter(([name]) => isFunction(name)))(
  'query throws an error that names the option user if it is missing, with %s',
  (_, [read, of]) => {
    expect(() => read.queried(createScenePlatform(of(() => 'ada')))).toThrow('user is required');
  },
);

it("two users of one session get their own responses if a function returns the session's token", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const platform: Platform = createScenePlatform({ tokens: { memory: async () => `memory-${(await platform.session.get())?.id}` } });
  for (const id of ['ada', 'grace']) {
    await platform.session.set({ id, accessToken: `access-${id}`, refreshToken: `refresh-${id}` });
    expect(JSON.stringify(await shown(client, profile.queried(platform)))).toContain(`memory-${id}`);
    expect(JSON.stringify(await shown(client, organization.queried(platform)))).toContain(`access-${id}`);
  }
});

it('query accepts the option user for a service token on a server', async () => {
  const client = new QueryClient();
  const platform = createScenePlatform({ tokens: { memory: 'memory-ada' } });
  await platform.session.get();
  expect(JSON.stringify(await shown(client, profile.queried(platform, { user: 'ada' })))).toContain('memory-ada');
});

it('the query keys of two agents differ', () => {
  const keyOf = (userId: string): string =>
    JSON.stringify(
      query(createSearchClient(createScenePlatform({ agent: { secretToken: 's', userId } })).search, { query: 'a', flow: 'agentic' })
        .queryKey,
    );
  expect(keyOf('agent-1')).not.toBe(keyOf('agent-2'));
});
