import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, indexedDbTokenStore, type SessionEvent } from '@platform-sdk/core';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';

const { baseUrls, apiKey, username, password } = inject('localPlatform');

/** The name of a test's database. */
let name: string;

const open = () => {
  const store = indexedDbTokenStore({ name });
  const platform = createPlatform({ apiKey, baseUrls, session: { store } });
  const changes: SessionEvent['type'][] = [];
  platform.session.subscribe(({ type }) => changes.push(type));
  return { platform, store, changes, auth: createAuthClient(platform), organizations: createOrganizationsClient(platform) };
};

beforeEach(() => void (name = crypto.randomUUID()));
afterEach(() => void indexedDB.deleteDatabase(name));

it('signing in stores the session in IndexedDB, where another page finds it', async () => {
  const { auth } = open();
  await expect(auth.login({ username, password })).resolves.toMatchObject({ email: username });
  await expect(open().organizations.list()).resolves.toMatchObject([{ name: 'Analytical Engines' }]);
});

it('calls with an expired token share a single refresh and then succeed', async () => {
  const { auth, platform, organizations, changes } = open();
  const { refreshToken, id } = await auth.login({ username, password });
  await platform.session.set({ id, accessToken: 'ended', refreshToken });
  const answers = await Promise.all([organizations.list(), organizations.me.pendingInvitations(), auth.tokenInfo()]);
  expect(answers[0]).toHaveLength(1);
  expect(changes).toEqual(['signed-in', 'refreshed', 'refreshed']);
  const session = await platform.session.get();
  expect(session?.refreshToken).not.toBe(refreshToken);
  await expect(open().platform.session.get()).resolves.toMatchObject({ accessToken: session?.accessToken });
});

it('the session ends if the service rejects the refresh token', async () => {
  const { platform, store, organizations, changes } = open();
  await platform.session.set({ id: 'user-1', accessToken: 'ended', refreshToken: 'used' });
  await expect(organizations.list()).rejects.toMatchObject({ kind: 'session', status: 401 });
  expect(changes).toEqual(['signed-in', 'signed-out']);
  expect(await store.get()).toMatchObject({ session: null });
});

it('signing out ends the session on the service and in the page', async () => {
  const { auth, store, platform } = open();
  const { accessToken, refreshToken } = await auth.login({ username, password });
  await expect(auth.logout()).resolves.toEqual({ revoked: true });
  expect(await store.get()).toMatchObject({ session: null });
  await platform.session.set({ accessToken, refreshToken });
  await expect(auth.tokenInfo()).rejects.toMatchObject({ kind: 'session' });
});
