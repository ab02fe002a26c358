export { createGatewayClient, type GatewayClient, type GatewayOptions, type GatewaySettings } from './client.ts';
export {
  isInsufficientCredits,
  isProviderError,
  isRateLimited,
  isSubscriptionRequired,
  isUnknownModel,
  type InsufficientCreditsError,
  type RateLimitedError,
  type SubscriptionRequiredError,
} from './errors.ts';
export { rateLimitsOf, routingOf, type RateLimit, type RateLimits, type Routing } from './headers.ts';
export { createLimiter, type Headroom, type Limiter, type Limits, type Tier, type Waiting } from './limiter.ts';
export type {
  AutoRequest,
  ChatBody,
  ChatRequest,
  ChatSettings,
  Choice,
  ChunkChoice,
  Completion,
  CompletionChunk,
  Delta,
  Message,
  ModelRequest,
  Reply,
  ScrapConfig,
  ScrapRequest,
  SearchConfig,
  SearchRequest,
  StreamBody,
  Strategy,
  Usage,
  WholeBody,
} from './types.ts';
