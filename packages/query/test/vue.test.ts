import { infiniteQuery, mutation, query, removeOnSignOut, streamedQuery } from '@platform-sdk/query';
import { QueryClient, skipToken, useInfiniteQuery, useMutation, useQuery, VueQueryPlugin } from '@tanstack/vue-query';
import { computed, createSSRApp, defineComponent, effectScope, h, ref, watchEffect } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { expect, it } from 'vitest';
import { createSignedInScene, until } from './scene.ts';

it('queries in Vue follow their inputs, and show the changes of a mutation', async () => {
  const { organizations, wallets, countOf } = await createSignedInScene();
  const { id: second } = await organizations.create({ name: 'Second' });
  const { id: first } = (await organizations.list())[0]!;
  const queryClient = new QueryClient();
  const scope = effectScope();
  const names: (string | undefined)[] = [];
  const chosen = ref(first);
  const { update, pages } = scope.run(() => {
    const { data } = useQuery(
      computed(() => query(organizations.get, { organizationId: chosen.value })),
      queryClient,
    );
    watchEffect(() => void names.push(data.value?.name));
    const list = useInfiniteQuery(infiniteQuery(wallets.transfers.list), queryClient);
    return { update: useMutation(mutation(organizations.update), queryClient), pages: list.data };
  })!;
  await until(() => names.at(-1) === 'Analytical Engines');
  chosen.value = second;
  await until(() => names.at(-1) === 'Second');
  await update.mutateAsync({ organizationId: second, name: 'Renamed' });
  await until(() => names.at(-1) === 'Renamed');
  await until(() => pages.value?.pages.length === 1);
  expect(countOf('organizations.get')).toBe(3);
  scope.stop();
  queryClient.clear();
});

it('queries in Vue wait with the skip token, show links, and suspend on a server', async () => {
  const { organizations, organizationId, countOf } = await createSignedInScene();
  const queryClient = new QueryClient();
  const scope = effectScope();
  const id = ref<string>();
  const { data, fetchStatus } = scope.run(() =>
    useQuery(
      computed(() => query(organizations.get, id.value === undefined ? skipToken : { organizationId: id.value, include: ['projects'] })),
      queryClient,
    ),
  )!;
  expect(fetchStatus.value).toBe('idle');
  expect(countOf('organizations.get')).toBe(0);
  id.value = organizationId;
  await until(() => data.value?.projects?.[0]?.name === 'Bernoulli numbers');
  scope.stop();

  const Name = defineComponent({
    async setup() {
      const { data: found, suspense } = useQuery(query(organizations.get, { organizationId }));
      await suspense();
      return () => h('p', found.value?.name);
    },
  });
  const app = createSSRApp(Name).use(VueQueryPlugin, { queryClient });
  expect(await renderToString(app)).toBe('<p>Analytical Engines</p>');
  queryClient.clear();
});

it('queries in Vue send a chat and a billed search once, even if they are invalidated, mounted again or have failed', async () => {
  const { gateway, memory, local, countOf } = await createSignedInScene();
  local.faults.add({ operation: 'memory.memories.search', failure: 'reset' });
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const queryClient = new QueryClient();
  const mount = () => {
    const scope = effectScope();
    const found = scope.run(() => ({
      chat: useQuery(streamedQuery(gateway.chatStream, { model: 'acme/swift', messages }), queryClient),
      search: useQuery(query(memory.memories.search, { query: 'tea' }), queryClient),
    }))!;
    return { ...found, scope };
  };
  const first = mount();
  await until(() => first.chat.data.value?.result !== undefined && first.search.isError.value);
  await queryClient.invalidateQueries();
  first.scope.stop();
  const second = mount();
  await until(() => second.chat.data.value?.result !== undefined);
  await queryClient.refetchQueries();
  expect(countOf('gateway.chatStream')).toBe(1);
  expect(countOf('memory.memories.search')).toBe(1);
  expect(second.search.isError.value).toBe(true);
  second.scope.stop();
  queryClient.clear();
});

it('queries in Vue cancel when the component unmounts, and remove a user’s data at sign-out', async () => {
  const { organizations, gateway, platform, local, countOf } = await createSignedInScene();
  local.faults.add({ operation: 'gateway.chatStream', failure: 'stall-body' });
  const messages = [{ role: 'user' as const, content: 'Please repeat these many words for me.' }];
  const queryClient = new QueryClient();
  const unsubscribe = removeOnSignOut(queryClient, platform);
  const scope = effectScope();
  const chat = scope.run(() => useQuery(streamedQuery(gateway.chatStream, { model: 'acme/swift', messages }), queryClient))!;
  await until(() => (chat.data.value?.text ?? '') !== '');
  const [running] = queryClient.getQueryCache().getAll();
  scope.stop();
  await until(() => running?.state.fetchStatus === 'idle');
  expect(running?.state.data).not.toHaveProperty('result');

  const other = effectScope();
  const list = other.run(() => useQuery(query(organizations.list), queryClient))!;
  await until(() => list.data.value?.length === 1);
  await platform.session.clear();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(countOf('gateway.chatStream')).toBe(1);
  other.stop();
  unsubscribe();
  queryClient.clear();
});
