import type { GatewayTier } from '@platform-sdk/gateway';
import type { World } from '../../world/state.ts';
import { decline } from './refusal.ts';
import { tierOf } from './subscriptions.ts';
import { transientStore } from '../../state/store.ts';

const TIERS: Readonly<Record<GatewayTier, { readonly perMinute: number; readonly atOnce: number }>> = {
  free: { perMinute: 60, atOnce: 5 },
  pro: { perMinute: 1000, atOnce: 50 },
  enterprise: { perMinute: 5000, atOnce: 200 },
};
const WINDOW_MS = 60_000;

interface Load {
  endsAt: number;
  /** The number of requests in the current window. */
  count: number;
  /** The number of requests in progress. */
  active: number;
}

/** The load of each organization, by its id. */
const loads = transientStore('gateway-loads', () => new Map<string, Load>());

/**
 * Admits or rejects a request. Calls `setHeaders` with the rate limit headers in both cases. Returns a function that marks the request as
 * ended. Calling this function again does nothing.
 */
export const admit = (world: World, organizationId: string, setHeaders: (headers: Record<string, string>) => void): (() => void) => {
  const { perMinute, atOnce } = TIERS[tierOf(world, organizationId)];
  const all = world.records(loads);
  const now = world.clock.now();
  let load = all.get(organizationId);
  if (!load) all.set(organizationId, (load = { endsAt: 0, count: 0, active: 0 }));
  if (load.endsAt <= now) Object.assign(load, { endsAt: now + WINDOW_MS, count: 0 });

  const seconds = Math.ceil((load.endsAt - now) / 1000);
  const isOver = load.count >= perMinute;
  const isFull = load.active >= atOnce;
  if (!isOver && !isFull) load.count++;
  setHeaders({
    'x-ratelimit-limit-requests': String(perMinute),
    'x-ratelimit-remaining-requests': String(perMinute - load.count),
    'x-ratelimit-reset-requests': `${seconds}s`,
  });
  if (isOver) decline(429, 'RATE_LIMIT_EXCEEDED', `Rate limit exceeded: ${perMinute} requests per minute.`, {}, seconds);
  if (isFull) decline(429, 'RATE_LIMIT_EXCEEDED', `Rate limit exceeded: ${atOnce} concurrent requests.`, {}, 1);

  const held = load;
  let inside = true;
  held.active++;
  return () => {
    if (inside) held.active--;
    inside = false;
  };
};
