import { webLimiterStore } from '@platform-sdk/gateway/web';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commands } from 'vitest/browser';

/** Returns the maximum number of slots taken in any window. The window is 5 ms shorter, because browsers round the wall clock. */
const mostIn = (times: readonly number[], windowMs: number): number => {
  let first = 0;
  let most = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] as number) >= windowMs - 5) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
};

it('webLimiterStore counts the calls of three tabs in one window', async () => {
  const name = `limiter-${Math.random()}`;
  onTestFinished(() => void indexedDB.deleteDatabase(name));
  const [limit, windowMs] = [10, 800];
  const tabs = [];
  for (let count = 0; count < 3; count++) {
    const tab = await commands.openTab(new URL('./limiter-tab.ts', import.meta.url).pathname);
    onTestFinished(() => commands.closeTab(tab));
    await expect.poll(() => commands.inTab(tab, 'typeof takeFor')).toBe('function');
    tabs.push(tab);
  }
  const times = await Promise.all(tabs.map((tab) => commands.inTab(tab, `takeFor('${name}', '${tab}', ${limit}, ${windowMs}, 3000)`)));
  const all = (times as number[][]).flat().sort((one, other) => one - other);
  expect(mostIn(all, windowMs)).toBeLessThanOrEqual(limit);
  expect(all.length).toBeGreaterThan(limit * 2);
});

it('webLimiterStore shares slots and pauses between all stores with one name', async () => {
  const name = `limiter-${Math.random()}`;
  onTestFinished(() => void indexedDB.deleteDatabase(name));
  const [one, other] = [webLimiterStore(name), webLimiterStore(name)];
  expect(await one.take(2, 60_000, 'a', 1)).toBe(0);
  expect(await other.take(2, 60_000, 'b', 1)).toBeGreaterThan(0);
  await one.end?.('a', 60_000);
  expect(await other.take(2, 60_000, 'b', 1)).toBe(0);
  await one.pause(90_000);
  expect(await other.take(100, 60_000, 'c', 100)).toBeGreaterThan(60_000);
  expect(await one.state?.(60_000)).toMatchObject({ taken: 2, running: 1 });
});

it('webLimiterStore reconnects after the browser has closed the database', async () => {
  const name = `limiter-${Math.random()}`;
  onTestFinished(() => void indexedDB.deleteDatabase(name));
  const opened = vi.spyOn(indexedDB, 'open');
  onTestFinished(() => opened.mockRestore());
  const store = webLimiterStore(name);
  expect(await store.take(1, 60_000, 'a', 1)).toBe(0);
  for (const { value } of opened.mock.results) (value as IDBOpenDBRequest).result.close();
  expect(await store.take(1, 60_000, 'b', 1)).toBeGreaterThan(0);
  expect(opened).toHaveBeenCalledTimes(2);
});
