import { PlatformError } from '@platform-sdk/core';
import { infiniteQuery, mutation, query, streamedQuery } from '@platform-sdk/query';
import { InfiniteQueryObserver, MutationObserver, QueryObserver, skipToken } from '@tanstack/query-core';
import { expect, it } from 'vitest';
import { createScene, createSignedInScene, observe, until } from './scene.ts';

it('infiniteQuery reads page after page until the last page', async () => {
  const { queryClient, wallets, countOf } = await createSignedInScene();
  const { addressHash } = (await wallets.list({ entity_type: 'user' }))[0]!;
  for (let count = 0; count < 4; count++) await wallets.debit({ addressHash, amount: 1 });
  const observer = observe(new InfiniteQueryObserver(queryClient, infiniteQuery(wallets.transactions, { addressHash, per_page: 2 })));
  await until(() => observer.getCurrentResult().isSuccess);
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  const { data } = observer.getCurrentResult();
  expect(data?.pages.map((page) => page.data.length)).toEqual([2, 2, 1]);
  expect(data?.pageParams).toEqual([
    { addressHash, per_page: 2 },
    { addressHash, per_page: 2, page: 2 },
    { addressHash, per_page: 2, page: 3 },
  ]);
  expect(new Set(data?.pages.flatMap((page) => page.data.map(({ id }) => id))).size).toBe(5);
  expect(countOf('wallets.transactions')).toBe(3);
});

it('infiniteQuery requests the next page even if the query client has dropped older pages', async () => {
  const { queryClient, wallets } = await createSignedInScene();
  const { addressHash } = (await wallets.list({ entity_type: 'user' }))[0]!;
  for (let count = 0; count < 4; count++) await wallets.debit({ addressHash, amount: 1 });
  const options = {
    ...infiniteQuery(wallets.transactions, { addressHash, per_page: 1 }),
    maxPages: 2,
    getPreviousPageParam: () => undefined,
  };
  const observer = observe(new InfiniteQueryObserver(queryClient, options));
  await until(() => observer.getCurrentResult().isSuccess);
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  expect(observer.getCurrentResult().data?.pageParams).toEqual([4, 5].map((page) => ({ addressHash, per_page: 1, page })));
});

it('infiniteQuery accepts a method without an input, and sends nothing with the skip token', async () => {
  const { queryClient, wallets, countOf } = await createSignedInScene();
  await expect(queryClient.fetchInfiniteQuery(infiniteQuery(wallets.transfers.list))).resolves.toMatchObject({ pageParams: [{}] });
  const observer = new InfiniteQueryObserver(queryClient, infiniteQuery(wallets.transactions, skipToken));
  observer.subscribe(() => undefined)();
  expect(countOf('wallets.transactions')).toBe(0);
});

it('infiniteQuery throws for a method without pages', () => {
  expect(() => infiniteQuery(createScene().organizations.list as never, {} as never)).toThrow(
    'infiniteQuery cannot read organizations.list: use query',
  );
});

it('the data of a streamedQuery contains growing text, then the result', async () => {
  const { queryClient, memory } = await createSignedInScene();
  const { session_id } = await memory.sessions.create({});
  const observer = new QueryObserver(queryClient, streamedQuery(memory.chatStream, { session_id, message: 'My name is Ada.' }));
  const texts: string[] = [];
  const unsubscribe = observer.subscribe(({ data }) => data && texts.push(data.text));
  await until(() => observer.getCurrentResult().data?.result !== undefined);
  const { text, result } = observer.getCurrentResult().data!;
  expect(new Set(texts).size).toBeGreaterThan(1);
  for (const [index, each] of texts.entries()) expect(each.startsWith(texts[index - 1] ?? '')).toBe(true);
  expect(result?.content).toBe(text);
  unsubscribe();
});

it('streamedQuery sends one request, even if its query is invalidated or mounted again', async () => {
  const { queryClient, gateway, countOf } = await createSignedInScene();
  const options = () => streamedQuery(gateway.chatStream, { model: 'acme/swift', messages: [{ role: 'user', content: 'Hello' }] });
  const observer = new QueryObserver(queryClient, options());
  const unsubscribe = observer.subscribe(() => undefined);
  await until(() => observer.getCurrentResult().data?.result !== undefined);
  await queryClient.invalidateQueries();
  unsubscribe();
  new QueryObserver(queryClient, options()).subscribe(() => undefined)();
  expect(countOf('gateway.chatStream')).toBe(1);
});

it('streamedQuery reports the error of a broken stream, without a retry', async () => {
  const { queryClient, gateway, local, countOf } = await createSignedInScene();
  local.faults.add({ operation: 'gateway.chatStream', failure: 'reset-body' });
  const input = { model: 'acme/swift', messages: [{ role: 'user' as const, content: 'Please repeat these many words for me.' }] };
  const observer = new QueryObserver(queryClient, streamedQuery(gateway.chatStream, input));
  const unsubscribe = observer.subscribe(() => undefined);
  await until(() => observer.getCurrentResult().isError);
  expect(observer.getCurrentResult().error).toBeInstanceOf(PlatformError);
  unsubscribe();
  new QueryObserver(queryClient, streamedQuery(gateway.chatStream, input)).subscribe(() => undefined)();
  expect(countOf('gateway.chatStream')).toBe(1);
});

it('a mutation invalidates the queries in its contract, and resolves after the refetch of visible queries', async () => {
  const { queryClient, organizations, organizationId, wallets } = await createSignedInScene();
  const shown = observe(new QueryObserver(queryClient, query(organizations.get, { organizationId })));
  await until(() => shown.getCurrentResult().isSuccess);
  await queryClient.fetchQuery(query(organizations.list));
  await queryClient.fetchQuery(query(wallets.list));
  await new MutationObserver(queryClient, mutation(organizations.update)).mutate({ organizationId, name: 'Renamed' });
  expect(shown.getCurrentResult().data?.name).toBe('Renamed');
  const isOutdated = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(isOutdated(query(organizations.list).queryKey)).toBe(true);
  expect(isOutdated(query(wallets.list).queryKey)).toBe(false);
});

it('a chat as a mutation invalidates wallets, although they belong to another service', async () => {
  const { queryClient, gateway, wallets } = await createSignedInScene();
  await queryClient.fetchQuery(query(wallets.list));
  const run = new MutationObserver(queryClient, mutation(gateway.chatStream));
  const completion = await run.mutate({ model: 'acme/swift', messages: [{ role: 'user', content: 'Hello' }] });
  expect(completion.choices[0]?.finish_reason).toBe('stop');
  expect(queryClient.getQueryState(query(wallets.list).queryKey)?.isInvalidated).toBe(true);
});

it('a mutation invalidates nothing if it was not sent, but invalidates its queries if the outcome is unknown', async () => {
  const { queryClient, organizations, organizationId, local } = await createSignedInScene();
  const { queryKey } = query(organizations.get, { organizationId });
  await queryClient.fetchQuery(query(organizations.get, { organizationId }));
  const update = (input: { organizationId: string; name: string }) =>
    new MutationObserver(queryClient, mutation(organizations.update)).mutate(input).catch((error: unknown) => error);
  await expect(update({ organizationId, name: '' })).resolves.toMatchObject({ outcome: 'not-sent' });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  local.faults.add({ operation: 'organizations.update', failure: 'reset', applied: true });
  await expect(update({ organizationId, name: 'Other' })).resolves.toMatchObject({ outcome: 'unknown' });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('a mutation of a method that combines operations invalidates the queries of each operation', async () => {
  const { queryClient, organizations, organizationId, local } = await createSignedInScene();
  const invite = (email: string) =>
    new MutationObserver(queryClient, mutation(organizations.invite))
      .mutate({ organizationId, email, role: 'MEMBER' })
      .catch((error: unknown) => error);
  const isOutdated = async (act: () => Promise<unknown>) => {
    const read = query(organizations.members.list, { organizationId });
    await queryClient.fetchQuery({ ...read, staleTime: 0 });
    await act();
    return queryClient.getQueryState(read.queryKey)?.isInvalidated;
  };
  expect(await isOutdated(() => invite('grace@example.com'))).toBe(true);
  expect(await isOutdated(() => invite(''))).toBe(false);
  // The first operation may have changed something before the second operation was rejected.
  local.faults.add({ operation: 'organizations.members.add', status: 403 });
  expect(await isOutdated(() => invite('grace@example.com'))).toBe(true);
});

it("a mutation does not invalidate the page's own queries, whatever their keys", async () => {
  const { queryClient, organizations, organizationId } = await createSignedInScene();
  const keys = [['a', 'b', '\ud800', 'd', 'e'], [{ page: 1 }], [], [null, null, null, null, null]];
  for (const key of keys) queryClient.setQueryData(key, 1);
  await new MutationObserver(queryClient, mutation(organizations.update)).mutate({ organizationId, name: 'Renamed' });
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([false, false, false, false]);
});

it.each([undefined, null, 'text', new Error('Own')])(
  'a mutation rejects with the error of the page’s own mutationFn: %s',
  async (thrown) => {
    const { queryClient, organizations, organizationId } = await createSignedInScene();
    await queryClient.fetchQuery(query(organizations.list));
    const mutationFn = async () => {
      throw thrown as Error;
    };
    const options = { ...mutation(organizations.update), mutationFn };
    const failure = await new MutationObserver(queryClient, options)
      .mutate({ organizationId, name: 'Renamed' })
      .catch((error: unknown) => ({ error }));
    expect(failure).toEqual({ error: thrown });
    expect(queryClient.getQueryState(query(organizations.list).queryKey)?.isInvalidated).toBe(true);
  },
);

it('a mutation uses the query client that is passed to `mutation`', async () => {
  const { queryClient, organizations, organizationId } = await createSignedInScene();
  const other = createScene().queryClient;
  await queryClient.fetchQuery(query(organizations.list));
  await new MutationObserver(other, mutation(organizations.update, queryClient)).mutate({ organizationId, name: 'Renamed' });
  expect(queryClient.getQueryState(query(organizations.list).queryKey)?.isInvalidated).toBe(true);
});

it('a mutation accepts a method without an input', async () => {
  const { queryClient, auth, platform } = await createSignedInScene();
  await new MutationObserver(queryClient, mutation(auth.logout)).mutate();
  expect(platform.session.snapshot()).toBeUndefined();
});

it('mutation throws for a method that is not an operation', () => {
  expect(() => mutation(createScene().memory.conversation as never)).toThrow('method must be a method of a client');
});
