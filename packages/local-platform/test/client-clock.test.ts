import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { expect, it } from 'vitest';

const LIFE_MS = 900_000;

const signedIn = async (local = createLocalPlatform()) => {
  const platform = createPlatform({ apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch, clock: local.clock });
  await createAuthClient(platform).login({ username: local.account.email, password: local.account.password });
  const from = local.requestLog.length;
  const list = async () => {
    await createOrganizationsClient(platform).list();
    return local.requestLog.slice(from).map(({ operation, status }) => `${operation} ${status}`);
  };
  return { local, list };
};

it("a client that shares the platform's clock refreshes an expired token before it sends", async () => {
  const { local, list } = await signedIn();
  local.clock.advance(LIFE_MS);
  await expect(list()).resolves.toEqual(['auth.refresh 200', 'organizations.list 200']);
});

it.each(['reset', 'restore'] as const)(
  "after a %s, a client that shares the platform's clock still refreshes an expired token",
  async (change) => {
    const local = createLocalPlatform();
    const snapshot = local.snapshot();
    local.clock.advance(LIFE_MS);
    const before = local.clock.monotonic();
    if (change === 'reset') local.reset();
    else local.restore(snapshot);
    expect(local.clock.monotonic()).toBeGreaterThanOrEqual(before);
    const { list } = await signedIn(local);
    local.clock.advance(LIFE_MS);
    await expect(list()).resolves.toEqual(['auth.refresh 200', 'organizations.list 200']);
  },
);

it('the monotonic clock never decreases', () => {
  let now = 1_000_000;
  const { clock } = createLocalPlatform({ clock: { now: () => now } });
  const before = clock.monotonic();
  now -= 500_000;
  expect(clock.monotonic()).toBe(before);
  now += 1000;
  expect(clock.monotonic()).toBe(before + 1000);
  clock.advance(5000);
  expect(clock.monotonic()).toBe(before + 6000);
});
