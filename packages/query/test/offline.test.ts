import { mutation, query } from '@platform-sdk/query';
import { dehydrate, MutationObserver, onlineManager, QueryObserver } from '@tanstack/query-core';
import { expect, it, onTestFinished } from 'vitest';
import { createSignedInScene, observe, until } from './scene.ts';

const createOfflineScene = async () => {
  const scene = await createSignedInScene();
  scene.queryClient.mount();
  onlineManager.setOnline(false);
  onTestFinished(() => {
    onlineManager.setOnline(true);
    scene.queryClient.unmount();
  });
  const anotherUser = async (): Promise<void> => {
    await scene.auth.logout();
    await scene.signInAsGrace();
  };
  return { ...scene, anotherUser };
};

it('an offline page never sends a user’s waiting write for the next user', async () => {
  const { queryClient, organizations, local, anotherUser } = await createOfflineScene();
  local.faults.add({ operation: 'organizations.create', failure: 'reset' });
  const observer = new MutationObserver(queryClient, mutation(organizations.create));
  const written = observer.mutate({ name: 'Analytical Engines' }).catch((error: unknown) => error);
  await until(() => observer.getCurrentResult().status !== 'pending');
  await anotherUser();
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(await written).toMatchObject({ kind: 'network' });
  await expect(organizations.list()).resolves.toEqual([]);
});

it('the dehydrated state of an offline page contains no password', async () => {
  const { queryClient, auth, local } = await createOfflineScene();
  local.faults.add({ operation: 'auth.login', failure: 'stall-body' });
  const observer = new MutationObserver(queryClient, mutation(auth.login));
  const input = { username: 'ada@example.com', password: 'difference-engine' };
  void observer.mutate(input).catch(() => undefined);
  await until(() => observer.getCurrentResult().status === 'pending');
  expect(JSON.stringify(dehydrate(queryClient))).not.toContain(input.password);
});

it('an offline page never sends a user’s waiting read for the next user', async () => {
  const { queryClient, organizations, anotherUser, countOf } = await createOfflineScene();
  const before = countOf('organizations.list');
  const observer = observe(new QueryObserver(queryClient, query(organizations.list)));
  expect(observer.getCurrentResult().fetchStatus).toBe('paused');
  await anotherUser();
  onlineManager.setOnline(true);
  await until(() => observer.getCurrentResult().fetchStatus === 'idle');
  expect(observer.getCurrentResult().error).toMatchObject({ kind: 'session' });
  expect(countOf('organizations.list')).toBe(before);
});
