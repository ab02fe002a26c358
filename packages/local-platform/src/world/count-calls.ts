import { refuse } from '../errors/refusal.ts';
import type { RateLimits } from '../options/rate-limits.ts';
import type { World } from './state.ts';
import { store } from '../state/store.ts';

interface Window {
  readonly endsAt: number;
  count: number;
}

export const windowRecords = store('call-counts', () => new Map<string, Window>());

/** Counts a call; refuses it when there were too many. */
export const countCall = (world: World, name: keyof RateLimits, key: string): void => {
  const { limit, windowSeconds } = world.settings.rateLimits[name];
  const windows = world.records(windowRecords);
  const now = world.clock.now();
  const id = `${name} ${key}`;
  let current = windows.get(id);
  if (!current || current.endsAt <= now) windows.set(id, (current = { endsAt: now + windowSeconds * 1000, count: 0 }));
  if (++current.count <= limit) return;
  refuse(429, 'RATE_LIMITED', 'Too many requests. Try again later.', { retryAfterSeconds: Math.ceil((current.endsAt - now) / 1000) });
};
