import { setTimeout } from 'node:timers/promises';
import type { LocalPlatform } from '@platform-sdk/local-platform';
import { sweep } from '@platform-sdk/local-platform/testing';
import { expect, it } from 'vitest';
import { createShop, openCheckout } from './sweep-scene.ts';

it.each<[string, (local: LocalPlatform) => Promise<unknown>]>([
  ['waits 0 ms', () => setTimeout(0)],
  ['waits 10 ms', () => setTimeout(10)],
  ['sends a request', async (local) => (await local.fetch(local.baseUrls().organizations)).text()],
])('a sweep reports that a journey hangs if it %s again and again', async (_, step) => {
  const journey = async (local: LocalPlatform): Promise<void> => {
    await openCheckout(local).catch(async () => {
      for (;;) await step(local);
    });
  };
  const { findings } = await sweep({ local: createShop(), journey, only: ['wallets.list#1/403'] });
  expect(findings.map(({ kind }) => kind)).toEqual(['hangs']);
});
