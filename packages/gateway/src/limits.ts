import { atLeast, enumOf, object, objectWith, optional, orNull } from '@platform-sdk/core/contract';
import { checkOptions, inputError } from '@platform-sdk/core/internal';
import type { LimiterStore } from './limiter-store.ts';

/** The documented tiers. */
export type GatewayTier = 'free' | 'pro' | 'enterprise';

/** The numbers of requests that the gateway accepts. */
export interface TierLimits {
  /** The maximum number of requests within any 60 seconds. At least 1. */
  readonly requestsPerMinute: number;
  /** The maximum number of parallel requests. A stream counts until it ends or is cancelled. At least 1. */
  readonly concurrency: number;
}

/** Options of a limiter's queue and of its counts. */
export interface LimiterOptions {
  /** The maximum number of waiting requests. Further requests fail immediately with the code `LIMITER_QUEUE_FULL`. Default: 10,000. */
  readonly maxWaiting?: number;
  /** Counts the requests of several processes or tabs. Default: the limiter counts only its own requests. */
  readonly store?: LimiterStore;
}

const TIERS: Readonly<Record<GatewayTier, TierLimits>> = {
  free: { requestsPerMinute: 60, concurrency: 5 },
  pro: { requestsPerMinute: 1000, concurrency: 50 },
  enterprise: { requestsPerMinute: 5000, concurrency: 200 },
};
const MAX_WAITING = 10_000;

export type LimiterInput = ({ readonly tier: GatewayTier } | TierLimits) & LimiterOptions;

/** All options of a limiter, in any combination. */
type AnyLimiterInput = { readonly tier?: GatewayTier } & Partial<TierLimits & LimiterOptions>;

const limiterOptions = object<AnyLimiterInput>({
  tier: optional(enumOf('free', 'pro', 'enterprise')),
  requestsPerMinute: optional(atLeast(1)),
  concurrency: optional(atLeast(1)),
  maxWaiting: optional(atLeast(1)),
  store: orNull(objectWith<LimiterStore>('take', 'pause')),
});

/** Returns the checked limits of a limiter. */
export const limitsOf = (given: AnyLimiterInput) => {
  const { tier, maxWaiting = MAX_WAITING, ...limits } = checkOptions('createLimiter', limiterOptions, given);
  const { requestsPerMinute, concurrency } = tier === undefined ? limits : TIERS[tier];
  if (requestsPerMinute === undefined || concurrency === undefined) {
    const field = requestsPerMinute === undefined ? 'requestsPerMinute' : 'concurrency';
    throw inputError(`createLimiter: the option ${field} is required without a tier`, field);
  }
  return { requestsPerMinute: Math.floor(requestsPerMinute), concurrency: Math.floor(concurrency), maxWaiting };
};
