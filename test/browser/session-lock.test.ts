import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, webLock, webTokenStore } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

const { baseUrls, apiKey, username, password } = inject('localPlatform');

/** Tabs with one session, whose access token was refused by everybody. */
const tabs = async (count: number, deadlineMs?: number) => {
  const key = `session-${Math.random()}`;
  onTestFinished(() => localStorage.removeItem(key));
  const name = `lock-${key}`;
  const refreshes: string[] = [];
  const open = (isOver: boolean) =>
    createPlatform({
      apiKey,
      baseUrls,
      session: { store: webTokenStore({ key }), lock: webLock({ name, ...(deadlineMs !== undefined && { deadlineMs }) }) },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.url.endsWith('/oauth/token/refresh')) refreshes.push(request.url);
        else if (isOver && request.headers.get('authorization') === over) return new Response('{"error":"over"}', { status: 401 });
        return fetch(request);
      },
    });
  const first = open(false);
  await createAuthClient(first).login({ username, password });
  const over = `Bearer ${(await first.session.get())?.accessToken}`;
  const clients = Array.from({ length: count }, () => createOrganizationsClient(open(true)));
  return { name, refreshes, list: () => Promise.all(clients.map((client) => client.list())) };
};

describe('webLock', () => {
  it('lets one tab refresh for all', async () => {
    const { refreshes, list } = await tabs(5);
    const lists = await list();
    expect(lists.map(([organization]) => organization?.name)).toEqual(Array.from({ length: 5 }, () => 'Analytical Engines'));
    expect(refreshes).toHaveLength(1);
  });

  it('goes on without a lock that another tab never lets go', async () => {
    const { name, refreshes, list } = await tabs(1, 50);
    const held = new AbortController();
    onTestFinished(() => held.abort());
    await new Promise<void>((granted) => {
      void navigator.locks.request(name, () => {
        granted();
        return new Promise((resolve) => held.signal.addEventListener('abort', resolve));
      });
    });
    await expect(list()).resolves.toHaveLength(1);
    expect(refreshes).toHaveLength(1);
  });

  it('gives the failure of the work as it is', async () => {
    await expect(webLock({ name: 'failing' })(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  });
});
