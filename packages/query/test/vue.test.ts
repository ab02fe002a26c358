import { infiniteQuery, mutation, query } from '@platform-sdk/query';
import { QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/vue-query';
import { computed, effectScope, ref, watchEffect } from 'vue';
import { describe, expect, it } from 'vitest';
import { createSignedInScene, until } from './scene.ts';

describe('Vue', () => {
  it('reads queries, follows their inputs, and shows what a mutation changed', async () => {
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
});
