import { refuse } from './refusal.ts';
import type { World } from './world.ts';

/** How many calls are answered in a window; the next is answered 429 with `Retry-After`. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The documented limits; each counts on its own for every username or address. */
export interface RateLimits {
  /** Per username. */
  readonly login?: RateLimit;
  /** Per username. */
  readonly registration?: RateLimit;
  /** Per e-mail address or phone number that is asked about. */
  readonly validation?: RateLimit;
  /** Per e-mail address. */
  readonly passwordReset?: RateLimit;
}

const generous: RateLimit = { limit: 100, windowSeconds: 60 };

export const defaultRateLimits: Required<RateLimits> = {
  login: generous,
  registration: generous,
  validation: generous,
  passwordReset: generous,
};

interface Window {
  readonly endsAt: number;
  count: number;
}

const windowRecords = (): Map<string, Window> => new Map();

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
