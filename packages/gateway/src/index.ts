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
export { createLimiter, type Headroom, type Limiter, type LocalLimiter } from './limiter.ts';
export type { Release, Waiting } from './turn.ts';
export type { LimiterOptions, Limits, Tier } from './limits.ts';
export type { LimiterState, LimiterStore } from './limiter-store.ts';
export { getMessageText } from '@platform-sdk/core/contract';
export type { ChatSettings, FunctionDefinition, Message, NamedTool, ResponseFormat, StreamSettings, Tool } from './chat-settings.ts';
export type {
  AutoRequest,
  ChatBody,
  ChatRequest,
  Choice,
  ChunkChoice,
  Completion,
  CompletionChunk,
  ContentPart,
  CustomCall,
  Delta,
  FunctionCall,
  ImageAddress,
  InputAudio,
  InputFile,
  MessageContent,
  ModelRequest,
  Reply,
  ScrapConfig,
  ScrapRequest,
  SearchConfig,
  SearchRequest,
  StreamBody,
  StreamRequest,
  Strategy,
  ToolCall,
  Usage,
  WholeBody,
} from './types.ts';
