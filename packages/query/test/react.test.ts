// @vitest-environment happy-dom
import { infiniteQuery, mutation, query, streamedQuery } from '@platform-sdk/query';
import {
  QueryClientProvider,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { createElement, StrictMode, Suspense, useState, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createSignedInScene, until } from './scene.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** Renders a component in Strict Mode. */
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

describe('React', () => {
  it('renders a query, and sends one request in Strict Mode', async () => {
    const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
    const element = render(queryClient, () => {
      const { data, error } = useQuery(query(organizations.get, { organizationId }));
      return createElement('p', null, data?.name ?? error?.kind ?? 'pending');
    });
    await until(() => element.textContent === 'Analytical Engines');
    expect(countOf('organizations.get')).toBe(1);
  });

  it('shows what a mutation changed', async () => {
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

  it('suspends', async () => {
    const { queryClient, organizations, organizationId, countOf } = await createSignedInScene();
    const element = render(queryClient, () => {
      const { data } = useSuspenseQuery(query(organizations.get, { organizationId }));
      return createElement('p', null, data.name);
    });
    await until(() => element.textContent === 'waiting');
    await until(() => element.textContent === 'Analytical Engines');
    expect(countOf('organizations.get')).toBe(1);
  });

  it('skips a query until its input is there', async () => {
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

  it('renders pages, and a stream as it grows', async () => {
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

  it('renders on a server what was read before', async () => {
    const { queryClient, organizations, organizationId } = await createSignedInScene();
    const options = () => query(organizations.get, { organizationId });
    await queryClient.prefetchQuery(options());
    const Name: FunctionComponent = () => createElement('p', null, useSuspenseQuery(options()).data.name);
    const html = renderToString(createElement(QueryClientProvider, { client: queryClient }, createElement(Name)));
    expect(html).toBe('<p>Analytical Engines</p>');
    queryClient.clear();
  });
});
