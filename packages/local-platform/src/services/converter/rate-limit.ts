import type { Check } from '../../routing/credentials.ts';
import { refuse } from '../../errors/refusal.ts';
import { store } from '../../state/store.ts';

export const converterCalls = store('converter-calls', () => ({ endsAt: 0, count: 0 }));

/** The rate limit headers for the response to each request. */
const headersByRequest = new WeakMap<Request, Record<string, string>>();

export const rateLimitHeaders = (request: Request): Record<string, string> => headersByRequest.get(request) ?? {};

/** Counts a request, and throws above the rate limit. The request may lack credentials. */
export const countRequest: Check = (request, world) => {
  const { limit, windowSeconds } = world.settings.converter.rateLimit ?? { limit: 100, windowSeconds: 60 };
  const current = world.records(converterCalls);
  const now = world.clock.now();
  if (current.endsAt <= now) Object.assign(current, { endsAt: now + windowSeconds * 1000, count: 0 });
  const seconds = Math.ceil((current.endsAt - now) / 1000);
  current.count++;
  headersByRequest.set(request, {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - current.count)),
    'ratelimit-reset': String(seconds),
  });
  if (current.count > limit) refuse(429, 'RATE_LIMITED', 'Too many requests. Try again later.', { retryAfterSeconds: seconds });
  return undefined;
};
