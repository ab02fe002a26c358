import type { PlatformError, Pages } from '@platform-sdk/core';
import type { Organization } from '@platform-sdk/organizations';
import type { GatewayChatResult } from '@platform-sdk/gateway';
import { infiniteQuery, mutation, pathKey, query, streamedQuery, type StreamedData } from '@platform-sdk/query';
import type { WalletPage, Transaction } from '@platform-sdk/wallets';
import { QueryClient, skipToken, type InfiniteData } from '@tanstack/query-core';
import { useInfiniteQuery, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { expectTypeOf, it } from 'vitest';
import { createScene } from './scene.ts';

const { organizations, wallets, gateway, auth, projects } = createScene();
const organizationId = 'org-1';

/** This function is never called. The test checks only its types. */
const hooks = () => ({
  plain: useQuery(query(organizations.get, { organizationId })),
  skipped: useQuery(query(organizations.get, skipToken)),
  suspended: useSuspenseQuery(query(organizations.get, { organizationId })),
  selected: useQuery({ ...query(organizations.list), select: (found) => found.length }),
  infinite: useInfiniteQuery(infiniteQuery(wallets.transactions, { addressHash: '0x1' })),
  streamed: useQuery(streamedQuery(gateway.chatStream, { model: 'auto', messages: [] })),
  mutation: useMutation(mutation(organizations.update)),
});
type Hooks = ReturnType<typeof hooks>;

it('types of queries take data and errors from the method', () => {
  expectTypeOf<Hooks['plain']['data']>().toEqualTypeOf<Organization | undefined>();
  expectTypeOf<Hooks['plain']['error']>().toEqualTypeOf<PlatformError | null>();
  expectTypeOf<Hooks['skipped']['data']>().toEqualTypeOf<Organization | undefined>();
  expectTypeOf<Hooks['suspended']['data']>().toEqualTypeOf<Organization>();
  expectTypeOf<Hooks['selected']['data']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Hooks['infinite']['error']>().toEqualTypeOf<PlatformError | null>();
  expectTypeOf<NonNullable<Hooks['infinite']['data']>['pages']>().toEqualTypeOf<WalletPage<Transaction>[]>();
  expectTypeOf<Hooks['streamed']['data']>().toEqualTypeOf<StreamedData<GatewayChatResult> | undefined>();
  expectTypeOf<Hooks['mutation']['error']>().toEqualTypeOf<PlatformError | null>();
  expectTypeOf<Hooks['mutation']['data']>().toEqualTypeOf<Organization | undefined>();
  expectTypeOf<Hooks['mutation']['mutate']>().parameter(0).toEqualTypeOf<{ organizationId: string; name: string }>();
});

it('a query client returns the types of the query', () => {
  const client = new QueryClient();
  expectTypeOf(client.getQueryData(query(organizations.get, { organizationId }).queryKey)).toEqualTypeOf<Organization | undefined>();
  const { queryKey } = infiniteQuery(wallets.transactions, { addressHash: '0x1' });
  expectTypeOf(client.getQueryData(queryKey)).toExtend<InfiniteData<WalletPage<Transaction>> | undefined>();
  expectTypeOf(() => client.fetchQuery(query(organizations.list))).returns.resolves.toEqualTypeOf<Organization[]>();
});

it('types of queries contain null for an empty response', () => {
  expectTypeOf(query(projects.apiKeys.update, { organizationId, projectId: '1', apiKeyId: '1', note: 'a' }).queryFn)
    .returns.resolves.extract<null>()
    .toEqualTypeOf<null>();
});

it('types of queries require the input if the method requires it', () => {
  // @ts-expect-error the id is missing
  expectTypeOf(() => query(organizations.get, {})).toBeFunction();
  // @ts-expect-error the input is missing
  expectTypeOf(() => query(organizations.get)).toBeFunction();
  expectTypeOf(() => query(organizations.list)).toBeFunction();
  expectTypeOf(() => pathKey(organizations.get, { organizationId })).toBeFunction();
  // @ts-expect-error the field is unknown
  expectTypeOf(() => query(organizations.get, { organizationId, verbose: true })).toBeFunction();
  expectTypeOf(mutation(auth.logout).mutationFn).toBeCallableWith();
  // @ts-expect-error the name is missing
  expectTypeOf(mutation(organizations.update).mutationFn).toBeCallableWith({ organizationId });
});

it('types of queries distinguish pages, streams and single responses', () => {
  expectTypeOf(wallets.transactions).returns.toExtend<Pages<Transaction, WalletPage<Transaction>>>();
  // @ts-expect-error a list of pages is for infiniteQuery
  expectTypeOf(() => query(wallets.transactions, { addressHash: '0x1' })).toBeFunction();
  // @ts-expect-error the method returns no pages
  expectTypeOf(() => infiniteQuery(organizations.list)).toBeFunction();
  // @ts-expect-error the method returns no stream
  expectTypeOf(() => streamedQuery(organizations.list)).toBeFunction();
});

it('types of queries prevent a skipped query from suspending', () => {
  // @ts-expect-error a skipped query would suspend forever
  expectTypeOf(() => useSuspenseQuery(query(organizations.get, skipToken))).toBeFunction();
});
