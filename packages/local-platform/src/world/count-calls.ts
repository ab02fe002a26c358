import { refuse } from '../errors/refusal.ts';
import type { LocalRateLimits } from '../options/rate-limits.ts';
import { brief } from '../text/brief.ts';
import type { World } from './state.ts';
import { store } from '../state/store.ts';

interface Window {
  readonly endsAt: number;
  count: number;
}

export const windowRecords = store('call-counts', () => new Map<string, Window>());

/** The maximum number of stored windows. Older windows are removed. */
const MAX_WINDOWS = 10_000;

/** Removes ended windows. If too many windows remain, removes the oldest half. */
const makeRoom = (windows: Map<string, Window>, now: number): void => {
  for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
  if (windows.size < MAX_WINDOWS) return;
  for (const id of [...windows.keys()].slice(0, MAX_WINDOWS / 2)) windows.delete(id);
};

/** Counts a call. Throws above the limit. */
export const countCall = (world: World, name: keyof LocalRateLimits, key: string): void => {
  const { limit, windowSeconds } = world.settings.rateLimits[name];
  const windows = world.records(windowRecords);
  const now = world.clock.now();
  const id = `${name} ${brief(key)}`;
  let current = windows.get(id);
  if (!current || current.endsAt <= now) {
    if (windows.size >= MAX_WINDOWS) makeRoom(windows, now);
    windows.set(id, (current = { endsAt: now + windowSeconds * 1000, count: 0 }));
  }
  if (++current.count <= limit) return;
  refuse(429, 'RATE_LIMITED', 'Too many requests. Try again later.', { retryAfterSeconds: Math.ceil((current.endsAt - now) / 1000) });
};
