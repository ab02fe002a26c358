import { inMemoryTokenStore, operationOf, type Tokens, type TokenStore } from '@platform-sdk/core';
import { withOperation } from '@platform-sdk/core/internal';
import { infiniteQuery, query, removeOnSignOut, streamedQuery } from '@platform-sdk/query';
import { dehydrate, hydrate, InfiniteQueryObserver, QueryClient, QueryObserver, type DehydratedState } from '@tanstack/query-core';
import { expect, it } from 'vitest';
import { createScene, createSignedInScene, observe, until } from './scene.ts';

/** Creates a store that already contains a session. It is read with a delay, as in a page. */
const lateStore = (tokens: Tokens): TokenStore => {
  const store = inMemoryTokenStore();
  void store.set({ generation: 1, session: { ...tokens, receivedAt: Date.now() } }, 0);
  return { ...store, get: async () => store.get() };
};

/** Creates a page whose session is in a store. Another scene with the same local platform has signed the user in. */
const createPage = async () => {
  const first = await createSignedInScene();
  const tokens = await first.platform.session.get();
  const page = createScene({ fetch: first.local.fetch, session: { store: lateStore(tokens!) } });
  return { ...page, organizationId: first.organizationId, countOf: first.countOf, user: tokens!.id! };
};

it('the next user never gets the responses of a user who signed out', async () => {
  const { queryClient, organizations, auth, signInAsGrace } = await createSignedInScene();
  const own = query(organizations.list);
  await queryClient.fetchQuery(own);
  await auth.logout();
  expect(queryClient.getQueryData(query(organizations.list).queryKey)).toBeUndefined();
  await signInAsGrace();
  expect(queryClient.getQueryData(query(organizations.list).queryKey)).toBeUndefined();
  await expect(queryClient.fetchQuery(query(organizations.list))).resolves.toEqual([]);
});

it('responses of a user are removed at the sign-out, but public responses stay', async () => {
  const { queryClient, platform, organizations, auth } = await createSignedInScene();
  const unsubscribe = removeOnSignOut(queryClient, platform);
  queryClient.setQueryData(['of the page'], 1);
  await queryClient.fetchQuery(query(organizations.list));
  await queryClient.fetchQuery(query(auth.validateEmail, { email: 'ada@example.com' }));
  await auth.logout();
  const left = queryClient.getQueryCache().getAll();
  expect(left.map(({ queryKey }) => queryKey.at(-2) ?? queryKey[0])).toEqual(['of the page', { email: 'ada@example.com' }]);
  unsubscribe();
});

it('responses of a user are discarded if the user signs out during a query', async () => {
  const { queryClient, platform, organizations, wallets, gateway, local, countOf } = await createSignedInScene();
  const unsubscribe = removeOnSignOut(queryClient, platform);
  local.faults.add({ operation: 'gateway.chatStream', failure: 'stall-body' });
  const messages = [{ role: 'user' as const, content: 'Please repeat these many words for me.' }];
  let signal: AbortSignal | undefined;
  const chatStream: typeof gateway.chatStream = (input, callOptions) => {
    signal = callOptions?.signal;
    return gateway.chatStream(input, callOptions);
  };
  const watched = withOperation(chatStream, operationOf(gateway.chatStream));
  const chat = new QueryObserver(queryClient, streamedQuery(watched, { model: 'acme/swift', messages }));
  const list = new QueryObserver(queryClient, query(organizations.list));
  const pages = new InfiniteQueryObserver(queryClient, infiniteQuery(wallets.transfers.list));
  const ends = [chat, list, pages].map((observer) => observer.subscribe(() => undefined));
  const textOf = (): string => chat.getCurrentResult().data?.text ?? '';
  await until(() => textOf() !== '');
  await platform.session.clear();
  const text = textOf();
  expect(signal?.aborted).toBe(true);
  await platform.session.get();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(textOf()).toBe(text);
  expect(countOf('gateway.chatStream')).toBe(1);
  for (const end of [...ends, unsubscribe]) end();
});

it('responses of a user stay in the query client after a token refresh', async () => {
  const { queryClient, platform, organizations, auth } = await createSignedInScene();
  removeOnSignOut(queryClient, platform);
  await queryClient.fetchQuery(query(organizations.list));
  await auth.refresh();
  expect(queryClient.getQueryData(query(organizations.list).queryKey)).toHaveLength(1);
});

it('the responses of a user are discarded if another user signs in during a query', async () => {
  const { queryClient, organizations, signInAsGrace, local, countOf } = await createSignedInScene();
  const options = query(organizations.list);
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  local.faults.add({ operation: 'organizations.list', respond: async () => isReleased.then(() => Response.json({ data: [] })) });
  const reading = queryClient.fetchQuery(options).catch((error: unknown) => error);
  await until(() => countOf('organizations.list') === 2);
  await signInAsGrace();
  release();
  await expect(reading).resolves.toMatchObject({ kind: 'session', operation: 'organizations.list' });
  expect(queryClient.getQueryData(options.queryKey)).toBeUndefined();
});

it('a query sends one request although the session loads later', async () => {
  const { queryClient, organizations, organizationId, countOf, user } = await createPage();
  const first = query(organizations.get, { organizationId });
  expect(first.queryKey[1]).toBe('unknown');
  const before = countOf('organizations.get');
  await expect(queryClient.fetchQuery(first)).resolves.toMatchObject({ id: organizationId });
  const second = query(organizations.get, { organizationId });
  expect(second.queryKey[1]).toBe(user);
  expect(queryClient.getQueryData(second.queryKey)).toMatchObject({ id: organizationId });
  expect(countOf('organizations.get')).toBe(before + 1);
});

it('without a store and a session, query keys contain null as the user', async () => {
  const { queryClient, memory, countOf } = createScene();
  const options = query(memory.profile.get);
  expect(options.queryKey[1]).toBeNull();
  observe(new QueryObserver(queryClient, query(memory.profile.get)));
  await until(() => queryClient.getQueryData(options.queryKey) !== undefined);
  expect(countOf('memory.profile.get')).toBe(1);
});

it('a chat is sent only once while the session loads', async () => {
  const { queryClient, platform, gateway, countOf } = await createPage();
  const options = () => streamedQuery(gateway.chatStream, { model: 'acme/swift', messages: [{ role: 'user', content: 'Hello' }] });
  const watch = () => observe(new QueryObserver(queryClient, options()));
  watch();
  await platform.session.get();
  const second = watch();
  await until(() => second.getCurrentResult().data?.result !== undefined);
  watch();
  expect(countOf('gateway.chatStream')).toBe(1);
});

it('after a sign-out, query keys contain null as the user', async () => {
  const { queryClient, platform, organizations, organizationId } = await createPage();
  await queryClient.fetchQuery(query(organizations.get, { organizationId }));
  await platform.session.clear();
  const { queryKey } = query(organizations.get, { organizationId });
  expect(queryKey[1]).toBeNull();
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});

/** Sends the cache of a server to a page. */
const transfer = (client: QueryClient): QueryClient => {
  const page = new QueryClient();
  hydrate(page, JSON.parse(JSON.stringify(dehydrate(client))) as DehydratedState);
  return page;
};

it('hydration passes the server’s responses with links to a page, without a request', async () => {
  const server = await createSignedInScene();
  const { organizationId, platform } = server;
  const user = platform.session.snapshot()!.id!;
  const optionsOf = ({ organizations }: Pick<typeof server, 'organizations'>) =>
    query(organizations.get, { organizationId, include: ['projects', 'users'] }, { user });
  await server.queryClient.prefetchQuery(optionsOf(server));
  const client = transfer(server.queryClient);
  const before = server.countOf('organizations.get');
  // The page has not read its session yet.
  const page = createScene({ fetch: server.local.fetch, session: { store: lateStore((await platform.session.get())!) } });
  const observer = observe(new QueryObserver(client, optionsOf(page)));
  expect(observer.getCurrentResult().data?.projects.map(({ name }) => name)).toEqual(['Bernoulli numbers']);
  await page.platform.session.get();
  observer.setOptions(optionsOf(page));
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', isFetching: false });
  expect(server.countOf('organizations.get')).toBe(before);
});

it('hydration passes the responses of a server that uses an access token instead of a session', async () => {
  const signedIn = await createSignedInScene();
  const { accessToken, id = '' } = signedIn.platform.session.snapshot()!;
  const server = createScene({ fetch: signedIn.local.fetch, accessToken });
  await server.queryClient.prefetchQuery(query(server.organizations.list, {}, { user: id }));
  const client = transfer(server.queryClient);
  expect(client.getQueryData(query(signedIn.organizations.list).queryKey)).toHaveLength(1);
});
