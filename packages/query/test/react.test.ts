// @vitest-environment happy-dom
import { infiniteQuery, mutation, query, removeOnSignOut, streamedQuery } from '@platform-sdk/query';
import {
  dehydrate,
  HydrationBoundary,
  QueryClientProvider,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
  type DehydratedState,
  type QueryClient,
} from '@tanstack/react-query';
import { createElement, StrictMode, Suspense, useState, useSyncExternalStore, type FunctionComponent } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { createScene, createSignedInScene, until } from './scene.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

const render = (queryClient: QueryClient, component: FunctionComponent): HTMLElement => {
  const element = document.createElement('div');
  const root = createRoot(element);
  const waiting = createElement('p', null, 'waiting');
  root.render(
    createElement(
      StrictMode,
      null,
      createElement(QueryClientProvider, { client: queryClient }, createElement(Suspense, { fallback: waiting }, createElement(component))),
    ),
  );
  cleanups.push(() => {
    root.unmount();
    queryClient.clear();
  });
  return element;
};

const click = (element: HTMLElement): void => element.querySelector('button')!.click();

it('queries in React send one request in Strict Mode', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const element = render(queryClient, () => {
    const { data, error } = useQuery(query(organizations.get, { organizationId }));
    return createElement('p', null, data?.name ?? error?.kind ?? 'pending');
  });
  await until(() => element.textContent === 'Analytical Engines');
  expect(countOf('organizations.get')).toBe(1);
});

it('queries in React show the changes of a mutation', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const element = render(queryClient, () => {
    const { data } = useQuery(query(organizations.list));
    const { mutate } = useMutation(mutation(organizations.update));
    return createElement('button', { onClick: () => mutate({ organizationId, name: 'Renamed' }) }, data?.[0]?.name);
  });
  await until(() => element.textContent === 'Analytical Engines');
  click(element);
  await until(() => element.textContent === 'Renamed');
  expect(countOf('organizations.update')).toBe(1);
});

it('queries in React suspend until the response arrives', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const element = render(queryClient, () => {
    const { data } = useSuspenseQuery(query(organizations.get, { organizationId }));
    return createElement('p', null, data.name);
  });
  await until(() => element.textContent === 'waiting');
  await until(() => element.textContent === 'Analytical Engines');
  expect(countOf('organizations.get')).toBe(1);
});

it('queries in React send nothing until their input exists', async () => {
  const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
  const element = render(queryClient, () => {
    const [id, setId] = useState<string>();
    const { data, fetchStatus } = useQuery(query(organizations.get, id === undefined ? skipToken : { organizationId: id }));
    return createElement('button', { onClick: () => setId(organizationId) }, data?.name ?? fetchStatus);
  });
  await until(() => element.textContent === 'idle');
  expect(countOf('organizations.get')).toBe(0);
  click(element);
  await until(() => element.textContent === 'Analytical Engines');
});

it('queries in React render pages, and a growing stream', async () => {
  const { queryClient, wallets, gateway, countOf } = await createSignedInScene();
  const [wallet] = await wallets.list();
  const input = { model: 'acme/swift', messages: [{ role: 'user' as const, content: 'Say these words' }] };
  const seen = new Set<string>();
  const element = render(queryClient, () => {
    const { data } = useInfiniteQuery(infiniteQuery(wallets.transactions, { addressHash: wallet!.addressHash }));
    const chat = useQuery(streamedQuery(gateway.chatStream, input));
    if (chat.data) seen.add(chat.data.text);
    return createElement('p', null, `${data?.pages.length} ${chat.data?.result?.choices[0]?.finish_reason}`);
  });
  await until(() => element.textContent === '1 stop');
  expect(seen.size).toBeGreaterThan(0);
  expect(countOf('gateway.chatStream')).toBe(1);
});

it('queries in React hydrate a server’s page in Strict Mode, before the session is read, without a request', async () => {
  const { queryClient, organizations, organizationId, platform, local, countOf } = await createSignedInScene();
  const tokens = (await platform.session.get())!;
  const nameOf = (client: typeof organizations): FunctionComponent => {
    const options = () => query(client.get, { organizationId, include: ['projects'] }, { user: tokens.id! });
    return () => {
      const { data } = useSuspenseQuery(options());
      return createElement('p', null, `${data.name} ${data.projects[0]?.name}`);
    };
  };
  const treeOf = (client: QueryClient, state: DehydratedState, Name: FunctionComponent) =>
    createElement(
      StrictMode,
      null,
      createElement(QueryClientProvider, { client }, createElement(HydrationBoundary, { state }, createElement(Name))),
    );
  await queryClient.prefetchQuery(query(organizations.get, { organizationId, include: ['projects'] }, { user: tokens.id! }));
  const state = JSON.parse(JSON.stringify(dehydrate(queryClient))) as DehydratedState;
  const html = renderToString(treeOf(createScene().queryClient, state, nameOf(organizations)));
  expect(html).toBe('<p>Analytical Engines Bernoulli numbers</p>');

  const page = createScene({ fetch: local.fetch });
  const element = document.createElement('div');
  element.innerHTML = html;
  const differences: unknown[] = [];
  const before = countOf('organizations.get');
  const root = hydrateRoot(element, treeOf(page.queryClient, state, nameOf(page.organizations)), {
    onRecoverableError: (error) => void differences.push(error),
  });
  cleanups.push(() => root.unmount());
  await until(() => page.queryClient.isFetching() === 0 && page.queryClient.getQueryCache().getAll()[0]?.getObserversCount() === 1);
  expect(element.innerHTML).toBe(html);
  expect(differences).toEqual([]);
  expect(countOf('organizations.get')).toBe(before);
});

it('queries in React do not show the data of a user who signs out during a query', async () => {
  const { queryClient, organizations, organizationId, platform, local, countOf } = await createSignedInScene();
  cleanups.push(removeOnSignOut(queryClient, platform));
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  local.faults.add({
    operation: 'organizations.get',
    respond: async () => isReleased.then(() => Response.json({ data: { id: organizationId } })),
  });
  const element = render(queryClient, () => {
    const session = useSyncExternalStore(platform.session.subscribe, platform.session.snapshot);
    const { data, status } = useQuery(query(organizations.get, session ? { organizationId } : skipToken));
    return createElement('p', null, session ? (data?.name ?? status) : `nobody ${data?.name}`);
  });
  await until(() => countOf('organizations.get') === 1);
  await platform.session.clear();
  await until(() => element.textContent === 'nobody undefined');
  release();
  await until(() => queryClient.isFetching() === 0);
  expect(element.textContent).toBe('nobody undefined');
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ).toEqual([undefined]);
});
