import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { pathKey, query } from '@platform-sdk/query';
import { createWalletsClient } from '@platform-sdk/wallets';
import { QueryObserver } from '@tanstack/query-core';
import { expect, it } from 'vitest';
import { createScene, createSignedInScene, observe, until } from './scene.ts';

it('a query reads a response, and keeps it for the documented cache time', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const options = query(organizations.get, { organizationId });
  expect(options).toMatchObject({ staleTime: 300_000, retry: false });
  await expect(queryClient.fetchQuery(options)).resolves.toMatchObject({ name: 'Analytical Engines' });
  await queryClient.fetchQuery(query(organizations.get, { organizationId }));
  expect(countOf('organizations.get')).toBe(1);
});

it('a query sets no stale time if the API specification documents no cache time', () => {
  const { organizations } = createScene();
  expect(query(organizations.list)).not.toHaveProperty('staleTime');
});

it('query sends a request for a refetch, even if the client has a cached response', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const observer = observe(new QueryObserver(queryClient, query(organizations.get, { organizationId })));
  await until(() => observer.getCurrentResult().isSuccess);
  await observer.refetch();
  expect(countOf('organizations.get')).toBe(2);
});

it('a query cancels its request if no component waits for it', async () => {
  let signal: AbortSignal | undefined;
  const { queryClient, organizations, platform } = await createSignedInScene();
  const hanging: typeof fetch = (_, init) => {
    signal = init?.signal ?? undefined;
    return new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal?.reason as Error)));
  };
  Object.assign(platform.context.options, { fetch: hanging });
  const unsubscribe = new QueryObserver(queryClient, query(organizations.list)).subscribe(() => undefined);
  await until(() => signal !== undefined);
  unsubscribe();
  await until(() => signal?.aborted === true);
  expect(queryClient.getQueryData(query(organizations.list).queryKey)).toBeUndefined();
});

it('query rejects with the error of the client, without a retry', async () => {
  const { queryClient, organizations, countOf } = await createSignedInScene();
  const failure = await queryClient.fetchQuery(query(organizations.get, { organizationId: 'unknown' })).catch((error: unknown) => error);
  expect(isPlatformError(failure)).toBe(true);
  expect(failure).toMatchObject({ kind: 'http', status: 404, operation: 'organizations.get' });
  expect(countOf('organizations.get')).toBe(1);
});

it('query rejects an invalid input when it is fetched, not when its options are created', async () => {
  const { queryClient, organizations } = await createSignedInScene();
  const options = query(organizations.get, { organizationId: '..' });
  await expect(queryClient.fetchQuery(options)).rejects.toMatchObject({ outcome: 'not-sent', field: 'organizationId' });
});

it('a query returns the same object until the response or a related resource changes', async () => {
  const { queryClient, organizations, projects, organizationId } = await createSignedInScene();
  const options = query(organizations.get, { organizationId, include: ['projects'] });
  const first = await queryClient.fetchQuery(options);
  await queryClient.refetchQueries();
  expect(queryClient.getQueryData(options.queryKey)).toBe(first);
  await projects.create({ organizationId, name: 'Notes' });
  await queryClient.fetchQuery({ ...options, staleTime: 0 });
  expect(queryClient.getQueryData(options.queryKey)?.projects.map(({ name }) => name)).toEqual(['Bernoulli numbers', 'Notes']);
});

it('a query returns null for an empty response', async () => {
  const { queryClient, projects, organizationId, local } = await createSignedInScene();
  const input = { organizationId, projectId: '1' };
  local.faults.add({ operation: 'projects.apiKeys.update', respond: () => new Response(null, { status: 204 }) });
  const { id: apiKeyId } = (await projects.apiKeys.create({ ...input, note: 'Key' }))!;
  await expect(queryClient.fetchQuery(query(projects.apiKeys.update, { ...input, apiKeyId, note: 'Other' }))).resolves.toBeNull();
});

it('a query sends a billed call once, even if it is invalidated and mounted again', async () => {
  const { queryClient, memory, countOf } = await createSignedInScene();
  const options = query(memory.memories.search, { query: 'tea' });
  const observer = new QueryObserver(queryClient, options);
  const unsubscribe = observer.subscribe(() => undefined);
  await until(() => observer.getCurrentResult().isSuccess);
  await queryClient.invalidateQueries();
  unsubscribe();
  const again = new QueryObserver(queryClient, query(memory.memories.search, { query: 'tea' }));
  again.subscribe(() => undefined)();
  expect(observer.getCurrentResult().isSuccess).toBe(true);
  expect(countOf('memory.memories.search')).toBe(1);
});

it('query throws for a method of another kind, and names the right function', () => {
  const { wallets, memory, organizations } = createScene();
  expect(() => query(wallets.transactions as never, {} as never)).toThrow('query cannot read wallets.transactions: use infiniteQuery');
  expect(() => query(memory.chatStream as never, {} as never)).toThrow('query cannot read memory.chatStream: use streamedQuery');
  expect(() => query((async () => 1) as never, {} as never)).toThrow('method must be an operation of a client');
  expect(() => query(organizations.invite as never, {} as never)).toThrow('method must be an operation of a client');
});

it('query keys contain the URL, the user, the path segments and the rest of the input', async () => {
  const { platform, projects, organizationId, local } = await createSignedInScene();
  const user = platform.session.snapshot()?.id;
  expect(query(projects.list, { organizationId, search: 'a', forceRefresh: true }).queryKey.slice(0, 6)).toEqual([
    local.baseUrls().organizations,
    user,
    'organizations',
    organizationId,
    'projects',
    { search: 'a' },
  ]);
});

it('query keys of wallets contain the URL of the organizations if the wallets have none', () => {
  const baseUrls = { organizations: 'https://organizations.test/v1' };
  const wallets = createWalletsClient(createPlatform({ apiKey: 'app-1', baseUrls }));
  expect(query(wallets.list).queryKey[0]).toBe('https://organizations.test/v1');
});

it('pathKey selects the queries at and below a path', async () => {
  const { queryClient, organizations, projects, organizationId } = await createSignedInScene();
  await queryClient.fetchQuery(query(projects.list, { organizationId }));
  await queryClient.fetchQuery(query(organizations.list));
  await queryClient.invalidateQueries({ queryKey: pathKey(organizations.get, { organizationId }) });
  expect(queryClient.getQueryState(query(projects.list, { organizationId }).queryKey)?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(query(organizations.list).queryKey)?.isInvalidated).toBe(false);
});

it('query keys contain no secrets', async () => {
  const { organizations, memory, wallets, organizationId, platform, local } = await createSignedInScene();
  const keys = JSON.stringify([
    query(organizations.get, { organizationId }).queryKey,
    query(memory.users.me).queryKey,
    query(wallets.list).queryKey,
  ]);
  const { accessToken = '', refreshToken = '' } = platform.session.snapshot() ?? {};
  for (const secret of [accessToken, refreshToken, 'memory-token', local.projectKeys.secretKey, local.gatewayKey])
    expect(keys).not.toContain(secret);
});

it('query keys differ by an operation’s own credentials', async () => {
  const { platform } = createScene();
  const { createAnalyticsClient } = await import('@platform-sdk/analytics');
  const keyOf = (projectKeys?: Parameters<typeof createAnalyticsClient>[1], user?: string) =>
    JSON.stringify(query(createAnalyticsClient(platform, projectKeys).metrics.daily, {}, user === undefined ? {} : { user }).queryKey);
  const pair = (name: string) => ({ publicKey: `pk-${name}`, secretKey: `sk-${name}` });
  const keys = [
    keyOf(),
    keyOf({ projectKeys: pair('a') }),
    keyOf({ projectKeys: pair('b') }),
    keyOf({ projectKeys: () => pair('c') }, 'project c'),
    keyOf({ projectKeys: () => pair('d') }, 'project d'),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf({ projectKeys: pair('a') })).toBe(keys[1]);
});
