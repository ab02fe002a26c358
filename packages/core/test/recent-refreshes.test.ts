import { expect, it } from 'vitest';
import type * as RecentRefreshes from '../src/session/recent-refreshes.ts';
import { tokens } from './fixtures.ts';

// No entry of the package exports this module.
const inner = new URL('../src/session/recent-refreshes.ts', import.meta.url).href;
const { exchangeOnce } = (await import(inner)) as typeof RecentRefreshes;

const MAX_KEPT = 10_000;

it('keeps the last 10,000 refreshes of a process, and forgets the oldest first', async () => {
  const sent: string[] = [];
  const refresh = (name: string): Promise<unknown> =>
    exchangeOnce(name, async () => {
      sent.push(name);
      return tokens(`${name}-next`);
    });
  await refresh('oldest');
  await refresh('second');
  const kept = (globalThis as unknown as Record<symbol, Map<string, unknown>>)[Symbol.for('@platform-sdk/recent-refreshes')];
  for (let count = kept?.size ?? 0; count <= MAX_KEPT; count++) kept?.set(`${count}`, { until: Infinity });
  await refresh('second');
  expect(sent).toEqual(['oldest', 'second']);
  await refresh('oldest');
  expect(sent).toEqual(['oldest', 'second', 'oldest']);
  expect(kept?.size).toBeLessThanOrEqual(MAX_KEPT + 1);
});
